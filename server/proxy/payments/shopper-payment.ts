import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { asPending, factsOf } from '../orders/outcome.ts'
import { isUnlike, readOutcome, readStanding, type Standing } from '../orders/standing.ts'
import type { Parts } from '../parts.ts'
import { settleForShopper, type NoteSent, type Sent } from './shopper-settlement.ts'
import { payOnce } from './pay-once.ts'
import type { PaymentAnswer } from './steps.ts'

/** What is different in each way of a shopper to pay. */
export interface ShopperPayment {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  /** Names the shopper's request, which is carried out once. */
  readonly requestId: string
  /** Whether the request registers the number that it pays. */
  readonly registers: boolean
  /** Whether the gateway has an address for its callbacks about the order. */
  readonly hasCallback: boolean
  readonly noteSent?: NoteSent | undefined
  /** Checks what does not depend on the order; throws a refusal. */
  check?(): Promise<void>
  mayPay(standing: Standing): boolean
  /** Checks what can be checked before anything is sent, and gives the try to send; an outcome ends the payment. */
  prepare(standing: Standing): Promise<ReadyTry | Outcome>
}

/** A try that is ready to be sent. */
export interface ReadyTry extends Pick<Sent, 'number' | 'orderId' | 'earlier' | 'transaction'> {
  send(methodNonce: string): Promise<GatewayResult<PaymentAnswer>>
}

/**
 * Pays the ticket's order at most once. Paid, held and declined are told only when the order's status says so; while
 * somebody else may be paying it, an open order is `pending`.
 */
export function payAsShopper(parts: Parts, ticket: Ticket, payment: ShopperPayment): Promise<Outcome> {
  const { op, noteSent, mayPay, registers } = payment
  return payOnce<Standing, PaymentAnswer, Outcome>(parts, {
    ...payment,
    orderNumber: ticket.orderNumber,
    paysNextNumber: registers,
    whileLocked: async () => asPending((await readOutcome(parts, ticket)).outcome),
    async read() {
      await payment.check?.()
      return readStanding(parts, ticket)
    },
    unpaid(standing, mayBeUnderWay) {
      if (!mayBeUnderWay || !mayPay(standing)) return standing.outcome
      return { state: 'pending', ...factsOf(ticket, registers ? undefined : standing.current?.orderId) }
    },
    async prepare(standing) {
      const ready = await payment.prepare(standing)
      if ('state' in ready) return { unpaid: ready }
      const methodNonce = newNonce(parts)
      return {
        number: ready.number,
        send: () => ready.send(methodNonce),
        settle: (told) => settleForShopper(told, { ...ready, op, ticket, methodNonce, noteSent }, parts),
      }
    },
  })
}

/** Whether that very try may be paid as the order stands. */
export const isPayable = (parts: Parts, ticket: Ticket, { current, outcome }: Standing, orderId: string): boolean =>
  outcome.state === 'open' && current?.orderId === orderId && !isUnlike(parts, current, ticket)

/** Bytes of a nonce that nobody guesses. */
const NONCE = 16

/** What the method's notification page is told to say. */
const newNonce = ({ random }: Parts): string => Buffer.from(random.bytes(NONCE)).toString('base64url')
