import type { Progress } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { OtherMethodName, WalletName } from '#contract/methods/methods.ts'
import type { Reason } from '#contract/gateway/reasons.ts'
import type { State } from './checkout-state.ts'
import type { Facts } from './ticket.ts'

/** The detail of every event but `tender-change`. `amount` is in minor units, `currency` numeric ISO 4217. */
export interface Detail extends Facts {
  readonly orderId?: string
  /** The refunded amount, in minor units. */
  readonly refundedAmount?: number
  /** Why a payment was declined. */
  readonly reason?: Reason
  /** The gateway's action code of a decline, or the code of an error such as `frame_timeout`. */
  readonly code?: string
  /** For a developer, in English. */
  readonly message?: string
  /** The attribute, claim or field that an error is about. */
  readonly field?: string
  /** Id of the proxy's request that failed, to be searched for in its log and its `x-request-id`. */
  readonly traceId?: string
}

/** What `submit()` resolves with, once the checkout is no longer busy. */
export interface Result extends Facts {
  readonly state: State
  readonly orderId?: string
  readonly reason?: Reason
  /** With `ready`, where nothing was sent: the fields that show an error; none where the shop has stopped it. */
  readonly invalid?: readonly string[] | undefined
}

/** The detail of a payment that the shop may veto before money moves. */
export interface Intent extends Detail {
  /** The method that is to pay; absent for a card of the form. */
  readonly method?: OtherMethodName
  /** The wallet that is to pay, if it is one. */
  readonly wallet?: WalletName
}

interface Submission extends Intent {
  /** Delays the payment until the promise resolves; `false` or a rejection vetoes it. */
  waitUntil(check: Promise<unknown>): void
}

/** Asks the shop for permission before money moves: `preventDefault()` vetoes at once, `waitUntil` after a check. */
export class TenderSubmitEvent extends CustomEvent<Submission> {
  readonly #checks: Promise<unknown>[]

  constructor(detail: Intent) {
    const checks: Promise<unknown>[] = []
    const waitUntil = (check: Promise<unknown>): void => void checks.push(check)
    super('tender-submit', { detail: { ...detail, waitUntil }, bubbles: true, composed: true, cancelable: true })
    this.#checks = checks
  }

  /** Dispatches the event on a checkout, and returns whether no one vetoed. */
  static ask(checkout: EventTarget, detail: Intent): Promise<boolean> | false {
    const event = new TenderSubmitEvent(detail)
    checkout.dispatchEvent(event)
    return event.granted()
  }

  /** Calls `detail.waitUntil`, for shops that expect it on the event. */
  waitUntil(check: Promise<unknown>): void {
    this.detail.waitUntil(check)
  }

  /** Whether no one vetoed: `false` at once after `preventDefault()`, otherwise after the checks. */
  granted(): Promise<boolean> | false {
    return !this.defaultPrevented && this.#checksPassed()
  }

  async #checksPassed(): Promise<boolean> {
    const results = await Promise.allSettled(this.#checks)
    return results.every((result) => result.status === 'fulfilled' && result.value !== false)
  }
}

/** The checkout's events; all bubble, and cross shadow roots. */
export interface TenderEventMap {
  /** The form is shown. */
  'tender-ready': CustomEvent<Detail>
  /** The shopper typed. */
  'tender-change': CustomEvent<Progress>
  'tender-submit': TenderSubmitEvent
  /** The bank asks the shopper to confirm; the page may be left for it. */
  'tender-authenticate': CustomEvent<Detail>
  'tender-paid': CustomEvent<Detail>
  'tender-held': CustomEvent<Detail>
  /** The card is checked and stored; nothing was paid. */
  'tender-verified': CustomEvent<Detail>
  /** It was paid, and the shop has refunded it, in full or in part. */
  'tender-refunded': CustomEvent<Detail>
  'tender-declined': CustomEvent<Detail>
  'tender-cancelled': CustomEvent<Detail>
  /** Not decided yet: the order must not be paid again. */
  'tender-pending': CustomEvent<Detail>
  'tender-error': CustomEvent<Detail>
}

declare global {
  // eslint-disable-next-line -- merging into the platform's own map is what an interface is for here
  interface GlobalEventHandlersEventMap extends TenderEventMap {}
  interface ShadowRootEventMap extends TenderEventMap {}
}

export const announcements: Readonly<Partial<Record<State, keyof TenderEventMap>>> = {
  ready: 'tender-ready',
  authenticating: 'tender-authenticate',
  paid: 'tender-paid',
  held: 'tender-held',
  verified: 'tender-verified',
  refunded: 'tender-refunded',
  declined: 'tender-declined',
  cancelled: 'tender-cancelled',
  pending: 'tender-pending',
}

/** The event detail of an outcome; the step of an authentication is not exposed. */
export function eventOf(outcome: Outcome | Facts): Detail {
  const { orderNumber, amount, currency } = outcome
  const { orderId, reason, code } = outcome as Partial<Extract<Outcome, { state: 'declined' }>>
  const { refundedAmount } = outcome as Partial<Extract<Outcome, { state: 'refunded' }>>
  return {
    orderNumber,
    amount,
    currency,
    ...(orderId && { orderId }),
    ...(refundedAmount !== undefined && { refundedAmount }),
    ...(reason && { reason }),
    ...(code !== undefined && { code: String(code) }),
  }
}
