import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant/merchant.ts'
import type { Terms } from '#contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { refusedByGateway, unusable } from '../gateway/gateway-fault.ts'
import { readAttempts, type OrderAttempt } from '../orders/attempts.ts'
import { orderOf, pauses, readOrder } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { PaymentMethod } from '../payments/payment-meter.ts'
import { payOnce, type Settlement } from '../payments/pay-once.ts'
import { errorIn, isOverload, settle, verdictOf } from '../payments/settle.ts'

/** The attempts that the gateway has of a charge's order number. */
export interface Tries {
  readonly attempts: readonly OrderAttempt[]
  readonly current: OrderAttempt | undefined
}

/** What differs between the charges of the merchant. */
export interface MerchantPayment<Answer> {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly method: PaymentMethod
  /** Whether the request registers the number that it pays. */
  readonly registers: boolean
  /** Whether the gateway has an address for its callbacks about the order. */
  readonly hasCallback: boolean
  mayPay(tries: Tries): boolean
  /** Checks what can be checked before anything is sent; throws a refusal. */
  prepare(tries: Tries): Promise<ReadyCharge<Answer>>
}

/** A charge that is ready to be sent. */
export interface ReadyCharge<Answer> {
  /** The attempt that it pays, where it was registered first. */
  readonly before?: OrderAttempt
  send(): Promise<GatewayResult<Answer>>
  /** Handles an answer that ends the payment before its status is read. */
  end?(result: GatewayResult<Answer>): Promise<Settlement<Order> | undefined>
}

/**
 * Charges a number at most once: the number is the key, and one that has been tried is answered with its current state.
 * Throws `order_mismatch` where the gateway has it with another amount or currency.
 */
export function payAsMerchant<Answer>(
  proxy: ProxyContext,
  terms: Terms,
  payment: MerchantPayment<Answer>,
): Promise<Order> {
  const { orderNumber } = terms
  return payOnce<Tries, Answer, Order>(proxy, {
    ...payment,
    orderNumber,
    // A charge registers its own number, and no other may follow.
    paysNextNumber: false,
    whileLocked: () => orderOfOther(proxy, orderNumber),
    read: () => readTries(proxy, terms),
    unpaid: ({ attempts }, mayBeInProgress) => orderOf(orderNumber, attempts, mayBeInProgress),
    async prepare(tries) {
      const { before, send, end } = await payment.prepare(tries)
      const number = before?.number ?? orderNumber
      const earlier = tries.attempts.slice(0, -1)
      const sent = { op: payment.op, orderNumber, number, earlier, ...(before && { before }) }
      return {
        number,
        send,
        async settle(result, followed) {
          const settlement = (await end?.(result)) ?? (await settled(proxy, sent, result))
          if (settlement.result instanceof Refused) return settlement
          followed.settle(settlement.result)
          return { ...settlement, result: checked(proxy, terms, settlement.result) }
        },
      }
    },
  })
}

/**
 * The order while another request charges it. Throws `answer_lost` where that one has not registered the number yet:
 * this request was not carried out, but the charge may be.
 */
async function orderOfOther(proxy: ProxyContext, orderNumber: string): Promise<Order> {
  for (const pause of [...pauses, undefined])
    try {
      return (await readOrder(proxy, orderNumber)).order
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'state_refused') throw error
      if (pause !== undefined) await proxy.clock.sleep(pause)
    }
  throw new Refused('answer_lost')
}

async function readTries(proxy: ProxyContext, terms: Terms): Promise<Tries> {
  const attempts = await readAttempts(proxy, terms.orderNumber)
  const current = attempts.at(-1)
  if (current) checkTerms(current, terms)
  return { attempts, current }
}

/** Throws `order_mismatch` where the attempt has another amount or currency. */
export function checkTerms({ status }: OrderAttempt, { amount, currency }: Terms): void {
  if (status.amount !== amount || (status.currency ?? currency) !== currency) throw new Refused('order_mismatch')
}

/** A charge that was sent. */
interface Sent {
  readonly op: string
  readonly orderNumber: string
  /** The number of the attempt that it pays. */
  readonly number: string
  /** The attempts before that one. */
  readonly earlier: readonly OrderAttempt[]
  /** The attempt as it was before, where it was registered first. */
  readonly before?: OrderAttempt
}

/** The result of a charge, by the order's status; an undecided one is `pending`. */
async function settled(proxy: ProxyContext, sent: Sent, result: GatewayResult<unknown>): Promise<Settlement<Order>> {
  const { op, orderNumber, number, earlier } = sent
  if (result.kind === 'not-delivered' || result.kind === 'ambiguous')
    proxy.log.warn({ op, order: number, code: result.kind, message: result.why })
  if (result.kind === 'not-delivered') return { result: unusable(result), isDecided: true }
  const { kind, attempt } = await settle(proxy, sent, verdictOf(result, proxy.config))
  if (kind === 'refused') return { result: refusalOf(result), isDecided: true }
  if (!attempt) return { result: new Refused('answer_lost'), isDecided: false }
  const order = orderOf(orderNumber, [...earlier, attempt], kind === 'undecided')
  // A pending status may still become a charge.
  return { result: order, isDecided: kind === 'decided' && order.state !== 'pending' }
}

/** The merchant's server gets the gateway's sentence for developers, where there is one. */
function refusalOf(result: GatewayResult<unknown>): Refused {
  if (isOverload(result)) return new Refused('busy', OVERLOADED)
  return result.kind === 'refused'
    ? refusedByGateway(result.errorCode, result.description || result.message)
    : refusedByGateway(0, (result.kind === 'answered' && errorIn(result.answer)) || '')
}

const OVERLOADED = 'The gateway is overloaded (HTTP 429), and the order has not been charged; try again.'

/** The gateway may have charged another amount than the merchant requested. */
function checked({ log }: ProxyContext, { amount, currency }: Terms, order: Order): Order | Refused {
  const { orderNumber, current } = order
  if (current.amount === amount && (current.currency ?? currency) === currency) return order
  log.error({ order: orderNumber, code: 'order_mismatch', state: current.state })
  return new Refused('order_mismatch')
}
