import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Terms } from '#contract/merchant-charges.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { refusedByGateway, unusable } from '../gateway/gateway-fault.ts'
import { readAttempts, type OrderAttempt } from '../orders/attempts.ts'
import { orderOf, readOrder } from '../orders/order.ts'
import type { Parts } from '../parts.ts'
import { payOnce, type Settlement } from '../payments/pay-once.ts'
import { errorIn, settle, verdictOf } from '../payments/settle.ts'

/** Where the number of a charge stands: the tries that the gateway has of it. */
export interface Tries {
  readonly attempts: readonly OrderAttempt[]
  readonly current: OrderAttempt | undefined
}

/** What is different in each charge of the merchant. */
export interface MerchantPayment<Answer> {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
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
  /** The try that it pays, where it was registered first. */
  readonly before?: OrderAttempt
  send(): Promise<GatewayResult<Answer>>
  /** Handles an answer that ends the payment before its status is read. */
  end?(told: GatewayResult<Answer>): Promise<Settlement<Order> | undefined>
}

/**
 * Charges a number at most once: the number is the key, and one that has been tried is answered as it stands. Throws
 * `order_mismatch` where the gateway has it with another amount or currency.
 */
export function payAsMerchant<Answer>(parts: Parts, terms: Terms, payment: MerchantPayment<Answer>): Promise<Order> {
  const { orderNumber } = terms
  return payOnce<Tries, Answer, Order>(parts, {
    ...payment,
    orderNumber,
    // A charge registers its own number, and no other may follow.
    paysNextNumber: false,
    whileLocked: async () => (await readOrder(parts, orderNumber)).order,
    read: () => readTries(parts, terms),
    unpaid: ({ attempts }, mayBeUnderWay) => orderOf(orderNumber, attempts, mayBeUnderWay),
    async prepare(tries) {
      const { before, send, end } = await payment.prepare(tries)
      const number = before?.number ?? orderNumber
      const earlier = tries.attempts.slice(0, -1)
      const sent = { op: payment.op, orderNumber, number, earlier, ...(before && { before }) }
      return {
        number,
        send,
        async settle(told, followed) {
          const settlement = (await end?.(told)) ?? (await settled(parts, sent, told))
          if (settlement.result instanceof Refused) return settlement
          followed.settle(settlement.result)
          return { ...settlement, result: checked(parts, terms, settlement.result) }
        },
      }
    },
  })
}

async function readTries(parts: Parts, terms: Terms): Promise<Tries> {
  const attempts = await readAttempts(parts, terms.orderNumber)
  const current = attempts.at(-1)
  if (current) checkTerms(current, terms)
  return { attempts, current }
}

/** Throws `order_mismatch` where the try is of another sum. */
export function checkTerms({ status }: OrderAttempt, { amount, currency }: Terms): void {
  if (status.amount !== amount || (status.currency ?? currency) !== currency) throw new Refused('order_mismatch')
}

/** A charge that was sent. */
interface Sent {
  readonly op: string
  readonly orderNumber: string
  /** The number of the try that it pays. */
  readonly number: string
  /** The tries before that one. */
  readonly earlier: readonly OrderAttempt[]
  /** The try as it was before, where it was registered first. */
  readonly before?: OrderAttempt
}

/** What became of a charge, by the order's status; an undecided one is `pending`. */
async function settled(parts: Parts, sent: Sent, told: GatewayResult<unknown>): Promise<Settlement<Order>> {
  const { op, orderNumber, number, earlier } = sent
  if (told.kind === 'not-delivered' || told.kind === 'ambiguous')
    parts.log.warn({ op, order: number, code: told.kind, state: told.why })
  if (told.kind === 'not-delivered') return { result: unusable(told), isDecided: true }
  const { kind, attempt } = await settle(parts, sent, verdictOf(told))
  if (kind === 'refused') return { result: refusalOf(told), isDecided: true }
  if (!attempt) return { result: new Refused('answer_lost'), isDecided: false }
  const order = orderOf(orderNumber, [...earlier, attempt], kind === 'undecided')
  // A status that says nothing decided may still become a charge.
  return { result: order, isDecided: kind === 'decided' && order.state !== 'pending' }
}

const refusalOf = (told: GatewayResult<unknown>): Refused =>
  told.kind === 'refused'
    ? refusedByGateway(told.errorCode, told.message)
    : refusedByGateway(0, (told.kind === 'answered' && errorIn(told.answer)) || '')

/** The gateway may have read another amount out of what it was sent than the merchant had in mind. */
function checked({ log }: Parts, { amount, currency }: Terms, order: Order): Order | Refused {
  const { orderNumber, current } = order
  if (current.amount === amount && (current.currency ?? currency) === currency) return order
  log.error({ order: orderNumber, code: 'order_mismatch', state: current.state })
  return new Refused('order_mismatch')
}
