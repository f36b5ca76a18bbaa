import type { CardFrame, CheckoutError } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { Detail, Intent, TenderEventMap } from './events.ts'
import type { State } from './checkout-state.ts'
import type { ElementContext } from '../element-context.ts'
import type { Facts } from './ticket.ts'

/** An outcome that is followed by another without an action of the page. */
export type Unsettled = Extract<Outcome, { state: 'authenticate' | 'pending' }>

/** How an outcome became known; this decides what may open by itself. */
export type How = 'live' | 'opened' | 'cancelled'

/** A payment as what follows its outcome uses it. */
export interface Followed {
  readonly outcome: Outcome | undefined
  /** The card frame; throws while none is connected. */
  card(): CardFrame
  /** Reads the order's outcome. */
  read(): Promise<Outcome>
  take(outcome: Outcome, how: How): void
  /** Sets the payment to pending: only the order's status decides it. */
  markPending(): void
  markUncertain(error: CheckoutError): void
  /** Handles an error that nobody expected. */
  unexpected(thrown: unknown): void
  fail(error: CheckoutError): void
  /** Shows an error to the shopper, and reports it. */
  showError(error: CheckoutError): void
  /** Reports an error to the page and to its author. */
  report(error: CheckoutError): void
}

/** A payment by another method than a card that has begun before the shop has given its permission. */
export interface StartedPayment {
  readonly granted: Promise<boolean>
  /** Aborts when the order has changed meanwhile. */
  readonly signal: AbortSignal
}

export interface PaymentHost {
  readonly context: ElementContext
  /** The ticket's facts, as far as they could be read. */
  readonly facts: Facts & { readonly fee?: number | undefined }
  /** The card frame, while one is connected. */
  card(): CardFrame | undefined
  /** Follows an unsettled outcome until the next one, or until the signal aborts. */
  follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): Promise<void>
  /** Asks the shop for permission to pay; `false` is an immediate veto, without a promise. */
  mayPay(intent: Intent): Promise<boolean> | false
  announce(event: keyof TenderEventMap, detail: Detail): void
  /** Called when something that is shown has changed. */
  changed(previous: State): void
}
