import { brisk, retryImport } from '#browser/retry-import.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import { LONGEST_IN_HEADER } from '#contract/long-ticket.ts'
import type { Clock } from '#contract/ports.ts'
import { PROOF, WORK } from '#contract/proof-of-work/headers.ts'
import { ForeignAnswer, requestFor, type Client } from '#contract/wire/client.ts'
import { readShape } from '#contract/wire/shape.ts'
import type { FrameFetch } from '../frame-fetch.ts'
import { operations, type PlainOperation } from './operations.ts'
import { failed, FrameError, isDefinite, refusalOf } from './errors.ts'

export type CheckoutClient = Client<typeof checkoutApi>

/** How the frame reaches the proxy. */
export interface Reach {
  readonly origin: string
  readonly fetch: FrameFetch
  readonly clock: Clock
  /** The document, whose language the pages get to which the bank leads back. */
  readonly root?: Pick<HTMLElement, 'lang'>
}

const LIMIT = 30_000

/** Pauses before each retry, in milliseconds. */
const pauses = [1000, 2000, 4000]

/**
 * The proxy's operations with one order's ticket, which may be signed anew, 30 s each. Requests to a busy proxy are retried,
 * and a lost read once.
 */
export function checkoutClient({ origin, fetch, clock, root }: Reach, signed: string | (() => string)): CheckoutClient {
  const send = working(fetch, clock)
  const calls = Object.entries(operations).map(([name, operation]) => {
    const call = (fields: Record<string, unknown>) => async (signal: AbortSignal) => {
      const ticket = typeof signed === 'string' ? signed : signed()
      const isInBody = ticket.length > LONGEST_IN_HEADER && name !== 'texts'
      const checked = checkedFields(operation, fields)
      const { url, headers, ...rest } = isInBody
        ? requestFor({ ...operation, method: 'POST' }, origin, { ...checked, ticket })
        : requestFor(operation, origin, checked)
      const added = {
        ...(!isInBody && { authorization: `Bearer ${ticket}` }),
        ...(root && { 'accept-language': root.lang }),
      }
      return answerOf(operation, await send(url, { ...rest, headers: { ...headers, ...added }, signal }))
    }
    const reads = operation.method === 'GET'
    return [name, (fields: Record<string, unknown>) => patiently(clock, reads, () => within(clock, call(fields)))]
  })
  return Object.fromEntries(calls) as CheckoutClient
}

/** Sends a request; when it is refused until some work is done, does the work and sends the request again. */
export const working =
  (fetch: FrameFetch, clock: Clock): FrameFetch =>
  async (url, settings) => {
    const answer = await fetch(url, settings)
    const work = answer.status === 429 ? answer.headers.get(WORK) : null
    if (!work) return answer
    const solver = await retryImport(() => import('../proof-of-work/solve.ts'), clock, brisk).catch(() => undefined)
    const proof = await solver?.solve(work, clock)
    if (proof === undefined) return answer // it stays refused
    return fetch(url, { ...settings, headers: { ...settings.headers, [PROOF]: proof } })
  }

/** What the page hands in may be anything; nothing is sent of what no request has. */
function checkedFields({ request }: PlainOperation, fields: Record<string, unknown>): Record<string, unknown> {
  try {
    return readShape(request, fields) as Record<string, unknown>
  } catch {
    throw new FrameError(failed)
  }
}

async function answerOf({ answer }: PlainOperation, response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    if (response.ok) return readShape(answer, JSON.parse(text))
  } catch {
    // Thrown below.
  }
  throw new ForeignAnswer(response.status, parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
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
