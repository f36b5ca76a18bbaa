import { Refused } from '#contract/faults.ts'
import type { Order, TryState } from '#contract/merchant/merchant.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { isLost, isUnusable } from '../gateway/gateway-fault.ts'
import { readOrder, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** The refusal of an operation that the order's state does not allow; `advice` ends the sentence. */
export const stateRefused = (state: TryState, advice: string): Refused =>
  new Refused('state_refused', `The order is ${state}: ${advice}.`)

/**
 * Sends a request that changes an order, and returns the order read afterwards. Throws `answer_lost` when the answer
 * was lost and the order does not show the change.
 */
export async function changeOrder(
  proxy: ProxyContext,
  op: string,
  orderNumber: string,
  send: () => Promise<GatewayResult<unknown>>,
  shows: (reading: Reading) => boolean,
): Promise<Order> {
  // The order may have been paid by an operation that the gateway sends no callbacks for.
  const followed = await proxy.followUps.begin(orderNumber, 'change')
  const lost = isLost(proxy, op, orderNumber, await send())
  const reading = await readAfter(proxy, orderNumber)
  if (lost && !shows(reading)) throw new Refused('answer_lost')
  followed.settle(reading.order)
  return reading.order
}

/** Throws `answer_lost` when the read fails, since other codes would mean that nothing was sent. */
async function readAfter(proxy: ProxyContext, orderNumber: string): Promise<Reading> {
  try {
    return await readOrder(proxy, orderNumber)
  } catch (error) {
    if (isUnusable(error) || (error instanceof Refused && error.code === 'busy')) throw new Refused('answer_lost')
    throw error
  }
}
