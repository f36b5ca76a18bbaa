import { Refused } from '#contract/refusal-codes.ts'
import type { Order, TryState } from '#contract/merchant/merchant.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { failureOf, isUnusable } from '../gateway/gateway-fault.ts'
import type { ReadingContext } from '../orders/order-reading.ts'
import { readFree, readOrder, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What an order is changed with. */
export type ChangeContext = ReadingContext & Pick<ProxyContext, 'followUps' | 'random'>

/** The refusal of an operation that the order's state does not allow; `advice` ends the sentence. */
export const stateRefused = (state: TryState, advice: string): Refused =>
  new Refused('state_refused', `The order is ${state}: ${advice}.`)

/**
 * Sends a request that changes an order, and returns the order read afterwards. A refusal is compared with the order,
 * since the same operation may have been carried out for another request. Throws `answer_lost` when the answer was lost
 * and the order does not show the change, or when it cannot be read.
 */
export async function changeOrder(
  proxy: ChangeContext,
  op: string,
  orderNumber: string,
  send: () => Promise<GatewayResult<unknown>>,
  shows: (reading: Reading) => boolean,
): Promise<Order> {
  // The order may have been paid by an operation that the gateway sends no callbacks for.
  const followed = await proxy.followUps.begin(orderNumber, 'change')
  const sent = await sentOrRefused(send)
  const failure = sent instanceof Refused ? sent : failureOf(proxy, op, orderNumber, sent)
  const reading = await readAfter(proxy, orderNumber, failure)
  if (failure && !shows(reading)) throw failure
  followed.settle(reading.order)
  return reading.order
}

/** An order that changed before the request could be sent is a failure too. */
async function sentOrRefused(send: () => Promise<GatewayResult<unknown>>): Promise<GatewayResult<unknown> | Refused> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Refused && error.code === 'state_refused') return error
    throw error
  }
}

/** Throws `answer_lost` when the read fails, since other codes would mean that nothing was sent. */
async function readAfter(proxy: ReadingContext, orderNumber: string, failure: Refused | undefined): Promise<Reading> {
  try {
    return await (failure ? readFree(proxy, orderNumber) : readOrder(proxy, orderNumber))
  } catch (error) {
    if (isUnusable(error) || (error instanceof Refused && error.code === 'busy')) throw new Refused('answer_lost')
    throw error
  }
}
