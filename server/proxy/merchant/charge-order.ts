import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Terms } from '#server-contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { refusedByGateway, unusable } from '../gateway/gateway-failure.ts'
import { isOpen, type OrderAttempt } from '../orders/attempts.ts'
import { reportedMismatch, requireChargeMatches, type Payer } from '../orders/comparison.ts'
import { orderOf } from '../orders/order.ts'
import { pauses, readForMerchant } from '../orders/read/for-merchant.ts'
import { stateRefused } from './change-order.ts'
import {
  withLockedOrder,
  type Conclusion,
  type LockedOrderContext,
  type OrderFacts,
  type PayableReading,
  type Payment,
} from '../payments/locked-order.ts'
import { errorIn, isOverload, readFinalStatus, verdictOf } from '../payments/final-status.ts'

/** A charge, as the order of its number is compared with it. */
type Charged = Terms & Payer & { readonly feeInput?: number | undefined }

/** A request for a charge that is sent, beside what is the same for all. */
interface ChargeRequest<Answer> extends Pick<Payment, 'op' | 'method' | 'hasCallback'> {
  /** The attempt that was registered before; absent where the request registers the number itself. */
  readonly before?: OrderAttempt
  readonly send: () => Promise<GatewayResult<Answer>>
  /** Ends the charge by the gateway's answer alone, where it returns a conclusion. */
  readonly giveUp?: (answer: GatewayResult<Answer>) => Promise<Conclusion<Order> | undefined>
}

/** Sends the charge once, and returns the order afterwards. */
type SendCharge = <Answer>(request: ChargeRequest<Answer>) => Promise<Order>

/**
 * Runs `charge` under the order's lock where its number may be charged; otherwise returns the order as it is, which the
 * same charge may have paid before. A number that is registered and open is charged only where `paysRegistered`. Throws
 * `order_mismatch` where the order is another charge's, and `state_refused` where the merchant has cancelled it before
 * anybody paid.
 */
export async function chargeOrder(
  proxy: LockedOrderContext,
  terms: Charged,
  { paysRegistered }: { readonly paysRegistered: boolean },
  charge: (send: SendCharge, reading: PayableReading) => Promise<Order>,
): Promise<Order> {
  const { orderNumber } = terms
  const order = {
    orderNumber,
    unpayable(attempts: readonly OrderAttempt[], known: OrderFacts): Order | undefined {
      const current = attempts.at(-1)
      if (current) requireChargeMatches(current, terms)
      const isUntouched = !current || isOpen(current)
      if (known.isCancelled && isUntouched) throw stateRefused('cancelled', 'charge by another order number')
      if (!current || (paysRegistered && isUntouched)) return undefined
      return orderOf(orderNumber, attempts, known.lostLockMayStillPay)
    },
    pending: (attempts: readonly OrderAttempt[]): Order => orderOf(orderNumber, attempts, true),
  }
  const charged = await withLockedOrder<Order>(proxy, order, async (locked) => {
    const reading = await locked.read()
    if (!reading.payable) return reading.outcome
    const send: SendCharge = async ({ send: sendOne, giveUp, ...request }) => {
      const earlier = reading.attempts.slice(0, -1)
      const number = request.before?.number ?? orderNumber
      const sent = { ...request, number, registers: request.before ? (false as const) : terms, terms, earlier }
      const answer = await locked.sendOnce(sent, sendOne)
      return locked.finish((await giveUp?.(answer)) ?? (await concludeCharge(proxy, sent, answer)))
    }
    return charge(send, reading)
  })
  return typeof charged === 'string' ? orderOfOther(proxy, terms) : charged
}

/**
 * The order while another request charges it. Throws `order_mismatch` where that one is another charge, and
 * `answer_lost` where it has not registered the number yet: this request was not carried out, but the charge may be.
 */
async function orderOfOther(proxy: LockedOrderContext, terms: Charged): Promise<Order> {
  for (const pause of [...pauses, undefined])
    try {
      const { order, attempt } = await readForMerchant(proxy, terms.orderNumber)
      requireChargeMatches(attempt, terms)
      return order
    } catch (error) {
      if (!(error instanceof ProxyError) || error.code !== 'state_refused') throw error
      if (pause !== undefined) await proxy.clock.sleep(pause)
    }
  throw new ProxyError('answer_lost')
}

/** A charge that was sent. */
interface SentCharge extends Payment {
  readonly terms: Charged
  /** The attempts before the one that it pays. */
  readonly earlier: readonly OrderAttempt[]
  readonly before?: OrderAttempt
}

/** How a charge ended, by the gateway's answer and by the order's status; an undecided one is `pending`. */
async function concludeCharge(
  proxy: LockedOrderContext,
  sent: SentCharge,
  result: GatewayResult<unknown>,
): Promise<Conclusion<Order>> {
  const { op, number, earlier, terms } = sent
  if (result.kind === 'not-delivered' || result.kind === 'ambiguous')
    proxy.log.warn({ op, order: number, code: result.kind, message: result.why })
  if (result.kind === 'not-delivered') return { result: unusable(result), isDecided: true }
  const { kind, attempt } = await readFinalStatus(proxy, sent, verdictOf(result, proxy.config))
  if (kind === 'refused') return { result: refusalOf(result), isDecided: true }
  if (!attempt) return { result: new ProxyError('answer_lost'), isDecided: false }
  const order = orderOf(terms.orderNumber, [...earlier, attempt], kind === 'undecided')
  // The gateway may have charged another amount than the merchant requested.
  const mismatch = reportedMismatch(proxy, attempt, terms, terms)
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
function refusalOf(result: GatewayResult<unknown>): ProxyError {
  if (isOverload(result)) return new ProxyError('busy', OVERLOADED)
  return result.kind === 'refused'
    ? refusedByGateway(result.errorCode, result.description || result.message)
    : refusedByGateway(0, (result.kind === 'answered' && errorIn(result.answer)) || '')
}

const OVERLOADED = 'The gateway is overloaded (HTTP 429), and the order has not been charged; try again.'
