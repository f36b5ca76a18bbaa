import { isRefusedAs, type GatewayResult } from '#gateway-client/meaning.ts'
import { isOpen, isUndecided, readAttempt, type AttemptsContext, type OrderAttempt } from '../orders/attempts.ts'
import { isUnusable } from '../gateway/gateway-fault.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What the end of a payment is read with. */
export type SettleContext = AttemptsContext & Pick<ProxyContext, 'clock'>

/** The verdict in the gateway's answer to a payment, before the order's status is read. */
export type PaymentVerdict = 'unknown' | 'refused' | 'refused as it is'

/** How a payment that was sent ended. */
export type Settled =
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
  return result.kind === 'answered' && errorIn(result.answer) !== undefined ? 'refused' : 'unknown'
}

/** Whether an overload limiter answered in place of the gateway (online gateway 7). */
export const isOverload = (result: GatewayResult<unknown>): boolean =>
  result.kind === 'ambiguous' && result.isOverload === true

/** The refusal in `error`, which may come with an errorCode of 0. */
export function errorIn(answer: unknown): string | undefined {
  const { error } = Object(answer) as { readonly error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/**
 * Reads the result of a payment. Once the gateway has refused it, an order that is still open, or does not exist, has
 * not been paid; except an existing order that was refused for its state: another payment of it may be in progress,
 * whose lock the store lost. Anything else stays undecided.
 */
export async function settle(
  proxy: SettleContext,
  { number, before }: { readonly number: string; readonly before?: OrderAttempt | undefined },
  verdict: PaymentVerdict,
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

/** `isRead` is false only where the gateway gave no usable answer; any other error is thrown. */
async function readAgain(
  proxy: SettleContext,
  number: string,
): Promise<{ readonly attempt: OrderAttempt | undefined; readonly isRead: boolean }> {
  try {
    return { attempt: await readAttempt(proxy, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { attempt: undefined, isRead: false }
    throw error
  }
}
