import { Refused } from '#contract/faults.ts'
import type { Order, TryState } from '#contract/merchant.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { isLost, isUnusable } from '../gateway/gateway-fault.ts'
import { readOrder, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** An operation that does not fit where the order stands; `advice` ends the sentence. */
export const stateRefused = (state: TryState, advice: string): Refused =>
  new Refused('state_refused', `The order is ${state}: ${advice}.`)

/** Sends a request about an order's money, and reads the order; where the answer was lost, only if the order shows that it was done. */
export async function changeOrder(
  proxy: ProxyContext,
  op: string,
  orderNumber: string,
  send: () => Promise<GatewayResult<unknown>>,
  shows: (reading: Reading) => boolean,
): Promise<Order> {
  // The order may have been paid in a way that the gateway calls nobody back about.
  const followed = await proxy.followUps.begin(orderNumber, 'change')
  const lost = isLost(proxy, op, orderNumber, await send())
  const reading = await readAfter(proxy, orderNumber)
  if (lost && !shows(reading)) throw new Refused('answer_lost')
  followed.settle(reading.order)
  return reading.order
}

/** A failure to read must not sound as if nothing had been sent. */
async function readAfter(proxy: ProxyContext, orderNumber: string): Promise<Reading> {
  try {
    return await readOrder(proxy, orderNumber)
  } catch (error) {
    if (isUnusable(error) || (error instanceof Refused && error.code === 'busy')) throw new Refused('answer_lost')
    throw error
  }
}
