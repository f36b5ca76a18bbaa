import { DAY } from '#contract/time/periods.ts'
import { orderStatus } from '#server-contract/gateway/orders.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { unusable } from '../../gateway/gateway-failure.ts'
import { isHeld, storeDown } from '../../locks/lock-store.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import type { OrderAttempt } from '../attempts.ts'

export type AcknowledgeContext = Pick<ProxyContext, 'gateway' | 'config' | 'log' | 'locks'>

/** Longer than any order number, so that it is never the key of a payment. */
const keyOf = (orderId: string): string => `the acknowledgement of the order with the orderId ${orderId}`

/** Milliseconds for which an answer is remembered; a later reading acknowledges again, which changes nothing. */
const KEPT = 31 * DAY

const made: ReadonlySet<number | undefined> = new Set([orderStatus.held, orderStatus.deposited])

/**
 * Tells a bank that demands it that the payment is known, at every reading until an answer was seen: the bank gives the
 * money back otherwise, so that no order is reported as paid before. Returns whether the status must be read again.
 */
export async function acknowledge(
  proxy: AcknowledgeContext,
  { orderId, number, status }: OrderAttempt,
): Promise<boolean> {
  if (!proxy.config.gateway.profile.acknowledges || !made.has(status.orderStatus)) return false
  if (await isHeld(proxy, keyOf(orderId))) return false
  const result = await proxy.gateway.acknowledge({ mdOrder: orderId })
  if (result.kind !== 'answered' && !isRefusedAs(result, 'paymentDeclined')) {
    const message = 'the payment is not acknowledged yet, and the bank cancels it otherwise'
    proxy.log.error({ op: 'acknowledge', order: number, code: result.kind, message })
    throw unusable(result)
  }
  await proxy.locks.take(keyOf(orderId), 'seen', KEPT).catch(storeDown)
  return true
}
