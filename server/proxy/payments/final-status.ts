import { actionCode, isFinalDecline } from '#server-contract/gateway/action-codes.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { isClosed, isOpen, isUndecided, type OrderAttempt } from '../orders/attempts.ts'
import { readAttempt, type AttemptsContext } from '../orders/read/attempts.ts'
import { isUnusable } from '../gateway/gateway-failure.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What the end of a payment is read with. */
export type FinalStatusContext = AttemptsContext & Pick<ProxyContext, 'clock'>

/** The verdict in the gateway's answer to a payment, before the order's status is read. */
export type PaymentVerdict = 'unknown' | 'answered' | 'refused' | 'refused as it is'

/** How a payment that was sent ended. */
export type FinalStatus =
  /** The order's status decides it. */
  | { readonly kind: 'decided'; readonly attempt: OrderAttempt }
  /** The gateway refused it, and the order is open as before, or does not exist. */
  | { readonly kind: 'refused'; readonly attempt: OrderAttempt | undefined }
  /** It may still become a charge. */
  | { readonly kind: 'undecided'; readonly attempt: OrderAttempt | undefined }

/**
 * The verdict of the gateway's answer. An overload limiter refuses before any processing, unless the gateway is known to
 * process what it answers with HTTP 429.
 */
export function verdictOf(result: GatewayResult<unknown>, { gateway }: Pick<ProxyConfig, 'gateway'>): PaymentVerdict {
  if (isOverload(result)) return gateway.overload
  if (isRefusedAs(result, 'stateOrSystem')) return 'refused as it is'
  if (result.kind === 'refused') return 'refused'
  if (result.kind !== 'answered') return 'unknown'
  return errorIn(result.answer) === undefined ? 'answered' : 'refused'
}

/** Whether an overload limiter answered in place of the gateway (online gateway 7). */
export const isOverload = (result: GatewayResult<unknown>): boolean =>
  result.kind === 'ambiguous' && result.isOverload === true

/** The refusal in `error`, which may come with an errorCode of 0: a sentence, as opposed to a number or a flag. */
export function errorIn(answer: unknown): string | undefined {
  const { error } = Object(answer) as { readonly error?: unknown }
  return typeof error === 'string' && /\p{L}/u.test(error) ? error : undefined
}

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/**
 * Reads the result of a payment. Once the gateway has refused it, an order that is still open, or does not exist, has
 * not been paid; except an existing order that was refused for its state: another payment of it may be in progress,
 * whose lock the store lost, unless its session was over. A decline that came with this payment decides it, though the
 * order is still open. Anything else stays undecided.
 */
export async function readFinalStatus(
  proxy: FinalStatusContext,
  { number, before }: { readonly number: string; readonly before?: OrderAttempt | undefined },
  verdict: PaymentVerdict,
): Promise<FinalStatus> {
  let last = before
  for (const pause of [...pauses, undefined]) {
    const { attempt, isRead } = await readAgain(proxy, number)
    last = attempt ?? last
    const isRefused = verdict === 'refused' || (!attempt && verdict === 'refused as it is')
    if (attempt && isExpired(attempt) && verdict === 'refused as it is') return { kind: 'decided', attempt }
    if (attempt && isDeclinedOpen(attempt, before) && verdict === 'answered') return { kind: 'refused', attempt }
    if (attempt && (isRefused ? !isOpen(attempt) : !isUndecided(attempt))) return { kind: 'decided', attempt }
    if (isRead && isRefused) return { kind: 'refused', attempt }
    if (pause !== undefined) await proxy.clock.sleep(pause)
  }
  return { kind: 'undecided', attempt: last }
}

/** Whether the order's session was over, for which the gateway refuses a payment without looking at its card. */
const isExpired = (attempt: OrderAttempt): boolean =>
  isClosed(attempt) && attempt.status.actionCode === actionCode.sessionExpired

/** Whether the issuer has declined the payment, and the gateway has left the order open for another card (family). */
const isDeclinedOpen = (attempt: OrderAttempt, before: OrderAttempt | undefined): boolean =>
  isOpen(attempt) &&
  attempt.status.actionCode !== before?.status.actionCode &&
  isFinalDecline(attempt.status.actionCode)

/** `isRead` is false only where the gateway gave no usable answer; any other error is thrown. */
async function readAgain(
  proxy: FinalStatusContext,
  number: string,
): Promise<{ readonly attempt: OrderAttempt | undefined; readonly isRead: boolean }> {
  try {
    return { attempt: await readAttempt(proxy, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { attempt: undefined, isRead: false }
    throw error
  }
}
