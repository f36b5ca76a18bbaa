import type { CardFrame, Trouble } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { Detail, Intent, TenderEventMap } from './events.ts'
import type { State } from './checkout-state.ts'
import type { ElementContext } from '../element-context.ts'
import type { Facts } from './ticket.ts'

/** An outcome that another will follow without the page's doing. */
export type Unsettled = Extract<Outcome, { state: 'authenticate' | 'pending' }>

/** How an outcome became known: from it follows what may open by itself. */
export type How = 'live' | 'opened' | 'cancelled'

/** A payment as those see it who follow it through the bank's hands. */
export interface Followed {
  readonly outcome: Outcome | undefined
  /** The card frame; throws while none is connected. */
  card(): CardFrame
  /** Reads where the order stands. */
  read(): Promise<Outcome>
  take(outcome: Outcome, how: How): void
  /** Gives up waiting for anything but the order's status. */
  markPending(): void
  markUncertain(trouble: Trouble): void
  fail(trouble: Trouble): void
  /** Shows a trouble where the shopper is, and reports it. */
  showError(trouble: Trouble): void
  /** Tells the page and its author of a trouble. */
  report(trouble: Trouble): void
}

/** What a payment asks of the page around it. */
export interface PaymentHost {
  readonly context: ElementContext
  /** The ticket's facts, as far as they could be read. */
  readonly facts: Facts
  /** The card frame, while one is connected. */
  card(): CardFrame | undefined
  /** Sees an unsettled outcome through to the next one, or to the signal's end. */
  follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): Promise<void>
  /** Asks the shop's leave to pay; `false` is a veto at once, without a promise. */
  mayPay(intent: Intent): Promise<boolean> | false
  announce(event: keyof TenderEventMap, detail: Detail): void
  /** Something that is shown has changed. */
  changed(previous: State): void
}
