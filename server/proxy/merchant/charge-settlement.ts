import { Refused } from '#contract/refusal-codes.ts'
import type { Order } from '#contract/merchant/merchant.ts'
import type { Terms } from '#contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { refusedByGateway, unusable } from '../gateway/gateway-fault.ts'
import { isOpen, type OrderAttempt } from '../orders/attempts.ts'
import { mismatchIn } from '../orders/order-mismatch.ts'
import type { ReadingContext } from '../orders/order-reading.ts'
import { differenceIn } from '../orders/sums.ts'
import { orderOf, pauses, readOrder } from '../orders/order.ts'
import { stateRefused } from './change-order.ts'
import type { LockedOrder, LockedReading, Payment, Settlement } from '../payments/locked-order.ts'
import { errorIn, isOverload, settle, verdictOf, type SettleContext } from '../payments/settle.ts'

/**
 * The order while another request charges it. Throws `answer_lost` where that one has not registered the number yet:
 * this request was not carried out, but the charge may be.
 */
export async function orderOfOther(proxy: ReadingContext, orderNumber: string): Promise<Order> {
  for (const pause of [...pauses, undefined])
    try {
      return (await readOrder(proxy, orderNumber)).order
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'state_refused') throw error
      if (pause !== undefined) await proxy.clock.sleep(pause)
    }
  throw new Refused('answer_lost')
}

/**
 * Reads a charge's order under its lock. Throws `order_mismatch` where it has another amount or currency, and
 * `state_refused` where the merchant has cancelled it before anybody paid.
 */
export async function readForCharge(order: Pick<LockedOrder, 'read'>, terms: Terms): Promise<LockedReading> {
  const reading = await order.read()
  if (reading.current) checkTerms(reading.current, terms)
  if (reading.isCancelled && (!reading.current || isOpen(reading.current)))
    throw stateRefused('cancelled', 'charge by another order number')
  return reading
}

/** Throws `order_mismatch` where the attempt has another amount or currency. */
export function checkTerms({ status }: OrderAttempt, terms: Terms): void {
  if (differenceIn(status, terms)) throw new Refused('order_mismatch')
}

/** A charge that was sent. */
interface Sent extends Payment {
  readonly terms: Terms
  /** The attempts before the one that it pays. */
  readonly earlier: readonly OrderAttempt[]
  /** The attempt as it was before, where it was registered first. */
  readonly before?: OrderAttempt
}

/** The result of a charge, by the order's status; an undecided one is `pending`. */
export async function settleCharge(
  proxy: SettleContext,
  sent: Sent,
  result: GatewayResult<unknown>,
): Promise<Settlement<Order>> {
  const { op, number, earlier, terms } = sent
  if (result.kind === 'not-delivered' || result.kind === 'ambiguous')
    proxy.log.warn({ op, order: number, code: result.kind, message: result.why })
  if (result.kind === 'not-delivered') return { result: unusable(result), isDecided: true }
  const { kind, attempt } = await settle(proxy, sent, verdictOf(result, proxy.config))
  if (kind === 'refused') return { result: refusalOf(result), isDecided: true }
  if (!attempt) return { result: new Refused('answer_lost'), isDecided: false }
  const order = orderOf(terms.orderNumber, [...earlier, attempt], kind === 'undecided')
  // A pending status may still become a charge.
  return {
    // The gateway may have charged another amount than the merchant requested.
    result: mismatchIn(proxy, attempt, terms) ?? order,
    isDecided: kind === 'decided' && order.state !== 'pending',
    orderId: order.current.orderId,
    order,
  }
}

/** The merchant's server gets the gateway's sentence for developers, where there is one. */
function refusalOf(result: GatewayResult<unknown>): Refused {
  if (isOverload(result)) return new Refused('busy', OVERLOADED)
  return result.kind === 'refused'
    ? refusedByGateway(result.errorCode, result.description || result.message)
    : refusedByGateway(0, (result.kind === 'answered' && errorIn(result.answer)) || '')
}

const OVERLOADED = 'The gateway is overloaded (HTTP 429), and the order has not been charged; try again.'
