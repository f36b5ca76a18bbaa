import { Refused } from '#contract/refusal-codes.ts'
import type { Order } from '#contract/merchant/merchant.ts'
import type { Terms } from '#contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { refusedByGateway, unusable } from '../gateway/gateway-fault.ts'
import { isOpen, type OrderAttempt } from '../orders/attempts.ts'
import { mismatchIn, requireSame, type Payer } from '../orders/comparison.ts'
import type { ReadingContext } from '../orders/order-reading.ts'
import { orderOf, pauses, readOrder } from '../orders/order.ts'
import { stateRefused } from './change-order.ts'
import type { LockedOrder, LockedReading, Payment, Settlement } from '../payments/locked-order.ts'
import { errorIn, isOverload, settle, verdictOf, type SettleContext } from '../payments/settle.ts'

/** A charge, as the order of its number is compared with it. */
type Charged = Terms & Payer & { readonly feeInput?: number | undefined }

/**
 * The order while another request charges it. Throws `order_mismatch` where that one is another charge, and
 * `answer_lost` where it has not registered the number yet: this request was not carried out, but the charge may be.
 */
export async function orderOfOther(proxy: ReadingContext, request: Charged): Promise<Order> {
  for (const pause of [...pauses, undefined])
    try {
      const { order, attempt } = await readOrder(proxy, request.orderNumber)
      requireSame(attempt, request)
      return order
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'state_refused') throw error
      if (pause !== undefined) await proxy.clock.sleep(pause)
    }
  throw new Refused('answer_lost')
}

/**
 * Reads a charge's order under its lock. Throws `order_mismatch` where it is another charge's, and `state_refused` where
 * the merchant has cancelled it before anybody paid.
 */
export async function readForCharge(order: Pick<LockedOrder, 'read'>, request: Charged): Promise<LockedReading> {
  const reading = await order.read()
  if (reading.current) requireSame(reading.current, request)
  if (reading.isCancelled && (!reading.current || isOpen(reading.current)))
    throw stateRefused('cancelled', 'charge by another order number')
  return reading
}

/** A charge that was sent. */
interface Sent extends Payment {
  readonly terms: Charged
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
  // The gateway may have charged another amount than the merchant requested.
  const mismatch = mismatchIn(proxy, attempt, terms, terms)
  // A pending status may still become a charge.
  return {
    result: mismatch ?? order,
    isDecided: kind === 'decided' && order.state !== 'pending',
    orderId: order.current.orderId,
    // No webhook has the order as paid.
    ...(!mismatch && { order }),
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
