import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { asPending, factsOf } from '../orders/outcome.ts'
import { isUnlike, readOutcome, readOrderState, type OrderReading } from '../orders/order-reading.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { settleForShopper, type NoteSent, type Sent } from './shopper-settlement.ts'
import { payOnce } from './pay-once.ts'
import type { PaymentMethod } from './payment-meter.ts'
import type { PaymentAnswer } from './steps.ts'

/** What differs between a shopper's payment methods. */
export interface ShopperPayment {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly method: PaymentMethod
  /** ID of the shopper's request, which is carried out once. */
  readonly requestId: string
  /** Whether the request registers the number that it pays. */
  readonly registers: boolean
  /** Whether the gateway has an address for its callbacks about the order. */
  readonly hasCallback: boolean
  readonly noteSent?: NoteSent | undefined
  /** The locale of the element. */
  readonly locale?: string | undefined
  /** Checks what does not depend on the order; throws a refusal. */
  check?(): Promise<void>
  mayPay(reading: OrderReading): boolean
  /**
   * Checks what can be checked before anything is sent, and returns the attempt to send; an outcome ends the payment.
   */
  prepare(reading: OrderReading): Promise<ReadyTry | Outcome>
}

/** An attempt that is ready to be sent. */
export interface ReadyTry extends Pick<Sent, 'number' | 'orderId' | 'earlier' | 'transaction'> {
  send(methodNonce: string): Promise<GatewayResult<PaymentAnswer>>
}

/**
 * Pays the ticket's order at most once. Paid, held and declined are returned only when the order's status says so;
 * while another payment may be in progress, an open order is `pending`.
 */
export function payAsShopper(proxy: ProxyContext, ticket: Ticket, payment: ShopperPayment): Promise<Outcome> {
  const { op, noteSent, locale, mayPay, registers } = payment
  return payOnce<OrderReading, PaymentAnswer, Outcome>(proxy, {
    ...payment,
    orderNumber: ticket.orderNumber,
    paysNextNumber: registers,
    whileLocked: async () => asPending((await readOutcome(proxy, ticket)).outcome),
    async read() {
      await payment.check?.()
      return readOrderState(proxy, ticket)
    },
    unpaid(reading, mayBeInProgress) {
      if (!mayBeInProgress || !mayPay(reading)) return reading.outcome
      return { state: 'pending', ...factsOf(ticket, registers ? undefined : reading.current?.orderId) }
    },
    async prepare(reading) {
      const ready = await payment.prepare(reading)
      if ('state' in ready) return { unpaid: ready }
      const methodNonce = newNonce(proxy)
      return {
        number: ready.number,
        isContinued: ready.transaction !== undefined,
        send: () => ready.send(methodNonce),
        settle: (result) => settleForShopper(result, { ...ready, op, ticket, methodNonce, noteSent, locale }, proxy),
      }
    },
  })
}

/** Whether this attempt is the current one and may be paid. */
export const isPayable = (
  proxy: ProxyContext,
  ticket: Ticket,
  { current, outcome }: OrderReading,
  orderId: string,
): boolean => outcome.state === 'open' && current?.orderId === orderId && !isUnlike(proxy, current, ticket)

/** Bytes of a nonce that cannot be guessed. */
const NONCE = 16

/** The nonce that the method's notification page sends to its parent. */
const newNonce = ({ random }: ProxyContext): string => Buffer.from(random.bytes(NONCE)).toString('base64url')
