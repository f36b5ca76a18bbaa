import type { GatewayResult } from '#gateway-client/meaning.ts'
import { isOpen, isUndecided, readAttempt, type OrderAttempt } from '../orders/attempts.ts'
import { isUnusable } from '../gateway/gateway-fault.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What the answer to a payment leaves of it, until the order's status is read. */
export type Verdict = 'unknown' | 'refused' | 'refused as it is'

/** How a payment ended that was sent. */
export type Settled =
  /** The order's status says it. */
  | { readonly kind: 'decided'; readonly attempt: OrderAttempt }
  /** The gateway refused it, and the order is open as before, or not there at all. */
  | { readonly kind: 'refused'; readonly attempt: OrderAttempt | undefined }
  /** It may still become a charge. */
  | { readonly kind: 'undecided'; readonly attempt: OrderAttempt | undefined }

/** Of an order that is in no state to be paid, or of the gateway's own trouble (family). */
const NOT_AS_IT_IS = 7

/** The verdict of the gateway's answer. */
export function verdictOf(result: GatewayResult<unknown>): Verdict {
  if (result.kind === 'refused') return result.errorCode === NOT_AS_IT_IS ? 'refused as it is' : 'refused'
  return result.kind === 'answered' && errorIn(result.answer) !== undefined ? 'refused' : 'unknown'
}

/** A refusal may travel in `error` beside an errorCode of 0. */
export function errorIn(answer: unknown): string | undefined {
  const { error } = Object(answer) as { readonly error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/**
 * Reads what became of a payment. Once the gateway has refused it, an order that is still open, or not there at all, has
 * not been paid; unless an order that is there was refused as it is: then another payment of it may be under way, whose
 * lock the store lost. Anything else stays undecided.
 */
export async function settle(
  proxy: ProxyContext,
  { number, before }: { readonly number: string; readonly before?: OrderAttempt | undefined },
  verdict: Verdict,
): Promise<Settled> {
  let last = before
  for (const pause of [...pauses, undefined]) {
    const { attempt, isRead } = await readAgain(proxy, number)
    last = attempt ?? last
    const isRefused = attempt ? verdict === 'refused' : verdict !== 'unknown'
    if (attempt && (isRefused ? !isOpen(attempt) : !isUndecided(attempt))) return { kind: 'decided', attempt }
    if (isRead && isRefused) return { kind: 'refused', attempt }
    if (pause !== undefined) await proxy.clock.sleep(pause)
  }
  return { kind: 'undecided', attempt: last }
}

/** Not read only where the gateway did not answer; an answer about another order stays an alarm. */
async function readAgain(
  proxy: ProxyContext,
  number: string,
): Promise<{ readonly attempt: OrderAttempt | undefined; readonly isRead: boolean }> {
  try {
    return { attempt: await readAttempt(proxy, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { attempt: undefined, isRead: false }
    throw error
  }
}
