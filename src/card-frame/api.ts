import { checkoutApi } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import { client, ForeignAnswer, type Carry, type Client } from '#contract/wire/client.ts'

export type CheckoutClient = Client<typeof checkoutApi>

/** How the frame reaches the proxy. */
export interface Reach {
  readonly origin: string
  readonly carry: Carry
  readonly clock: Clock
}

const LIMIT = 30_000
const PAUSE = 1000

type Call = (fields: never, signal?: AbortSignal) => Promise<unknown>

/** The proxy's operations under one order ticket; 30 s each, and what only reads is tried twice. */
export function checkoutClient({ origin, carry, clock }: Reach, ticket: string): CheckoutClient {
  const calls = client(checkoutApi, origin, (request) => {
    request.headers.set('authorization', `Bearer ${ticket}`)
    return carry(request)
  })
  const patient = Object.entries<Call>(calls).map(([name, call]) => {
    const limited = (fields: never) => within(clock, (signal) => call(fields, signal))
    const reads = checkoutApi[name as keyof typeof checkoutApi].method === 'GET'
    return [name, reads ? (fields: never) => twice(clock, () => limited(fields)) : limited]
  })
  return Object.fromEntries(patient) as CheckoutClient
}

async function within<T>(clock: Clock, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const done = new AbortController()
  clock.sleep(LIMIT, done.signal).then(
    () => over.abort(),
    () => {},
  )
  return act(over.signal).finally(() => done.abort())
}

async function twice<T>(clock: Clock, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ForeignAnswer && error.status < 500) throw error
    await clock.sleep(PAUSE)
    return read()
  }
}
