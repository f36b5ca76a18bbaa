import { checkoutApi } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import { client, type Fetch, type Client } from '#contract/wire/client.ts'
import { working } from '../proof-of-work/working.ts'
import { isDefinite, refusalOf } from './trouble.ts'

export type CheckoutClient = Client<typeof checkoutApi>

/** How the frame reaches the proxy. */
export interface Reach {
  readonly origin: string
  readonly fetch: Fetch
  readonly clock: Clock
}

const LIMIT = 30_000

/** Pauses before each retry, in milliseconds. */
const pauses = [1000, 2000, 4000]

type Call = (fields: never, signal?: AbortSignal) => Promise<unknown>

/**
 * The proxy's operations with one order ticket, 30 s each. Requests to a busy proxy are retried, and a lost read once.
 */
export function checkoutClient({ origin, fetch, clock }: Reach, ticket: string): CheckoutClient {
  const withTicket = (request: Request): Request => {
    request.headers.set('authorization', `Bearer ${ticket}`)
    return request
  }
  const fetchWorking = working(fetch, clock)
  const calls = client(checkoutApi, origin, (request, anew) =>
    fetchWorking(withTicket(request), () => withTicket(anew())),
  )
  const patient = Object.entries<Call>(calls).map(([name, call]) => {
    const reads = checkoutApi[name as keyof typeof checkoutApi].method === 'GET'
    return [name, (fields: never) => patiently(clock, reads, () => within(clock, (signal) => call(fields, signal)))]
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

async function patiently<T>(clock: Clock, reads: boolean, ask: () => Promise<T>): Promise<T> {
  let mayBeLost = reads
  for (const pause of pauses) {
    try {
      return await ask()
    } catch (error) {
      // A busy proxy has done nothing for the request, whatever it was.
      const isBusy = refusalOf(error)?.code === 'busy'
      if (!isBusy && (!mayBeLost || isDefinite(error))) throw error
      mayBeLost &&= isBusy
      await clock.sleep(pause)
    }
  }
  return ask()
}
