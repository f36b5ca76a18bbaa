import type { Progress } from '#bridge/protocol.ts'
import type { Outcome, Receipt } from '#contract/checkout.ts'
import type { OtherMethodName, WalletName } from '#contract/methods/methods.ts'
import type { Reason } from '#contract/reasons.ts'
import type { State } from './checkout-state.ts'
import type { Facts } from './ticket.ts'

/** What the events say of the order: `amount` in minor units, `currency` numeric ISO 4217. */
export interface OrderDetail extends Facts {
  /** The gateway's identifier of the attempt, once one is registered. */
  readonly orderId?: string
}

export interface PaidDetail extends OrderDetail {
  /** What the gateway reports of the payment, as a paper receipt has it. */
  readonly receipt?: Receipt
}

export interface RefundedDetail extends PaidDetail {
  /** In minor units. */
  readonly refundedAmount: number
}

export interface CancelledDetail extends OrderDetail {
  /** Why nothing was charged. */
  readonly reason: Reason
}

export interface DeclinedDetail extends CancelledDetail {
  /** The gateway's action code. */
  readonly code?: string
}

export interface ErrorDetail extends OrderDetail {
  /** What happened, such as `frame_timeout`. */
  readonly code: string
  /** For a developer, in English. */
  readonly message: string
  /** The attribute, claim or field that it is about. */
  readonly field?: string
  /** Id of the proxy's request that failed, to be searched for in its log and its `x-request-id`. */
  readonly traceId?: string
}

/** The detail of an event: that of `tender-declined` has a reason. */
export type Detail<Name extends keyof TenderEventMap = keyof TenderEventMap> = TenderEventMap[Name]['detail']

/** What `submit()` resolves with, once the checkout is no longer busy. */
export interface Result extends Facts {
  readonly state: State
  readonly orderId?: string
  readonly reason?: Reason
  readonly receipt?: Receipt
  /** With `ready`, where nothing was sent: the fields that show an error; none where the shop has stopped it. */
  readonly invalid?: readonly string[] | undefined
}

/** The detail of a payment that the shop may veto before money moves. */
export interface Intent extends OrderDetail {
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
  'tender-ready': CustomEvent<OrderDetail>
  /** The shopper typed. */
  'tender-change': CustomEvent<Progress>
  'tender-submit': TenderSubmitEvent
  /** The bank asks the shopper to confirm; the page may be left for it. */
  'tender-authenticate': CustomEvent<OrderDetail>
  'tender-paid': CustomEvent<PaidDetail>
  'tender-held': CustomEvent<PaidDetail>
  /** The card is checked and stored; nothing was paid. */
  'tender-verified': CustomEvent<PaidDetail>
  /** It was paid, and the shop has refunded it, in full or in part. */
  'tender-refunded': CustomEvent<RefundedDetail>
  'tender-declined': CustomEvent<DeclinedDetail>
  'tender-cancelled': CustomEvent<CancelledDetail>
  /** Nobody has paid in time. */
  'tender-expired': CustomEvent<DeclinedDetail>
  /** Not decided yet: the order must not be paid again. */
  'tender-pending': CustomEvent<OrderDetail>
  'tender-error': CustomEvent<ErrorDetail>
}

declare global {
  // eslint-disable-next-line -- merging into the platform's own map is what an interface is for here
  interface GlobalEventHandlersEventMap extends TenderEventMap {}
  interface ShadowRootEventMap extends TenderEventMap {}
}

/** The events that a state has on being reached. */
export const announcements: Readonly<Partial<Record<State, keyof TenderEventMap>>> = {
  ready: 'tender-ready',
  authenticating: 'tender-authenticate',
  paid: 'tender-paid',
  held: 'tender-held',
  verified: 'tender-verified',
  refunded: 'tender-refunded',
  declined: 'tender-declined',
  cancelled: 'tender-cancelled',
  expired: 'tender-expired',
  pending: 'tender-pending',
}

/** The events of the checkout by their names. */
export const eventNames = [...Object.values(announcements), 'tender-change', 'tender-submit', 'tender-error'] as const

export type OutcomeDetail = OrderDetail &
  Partial<Pick<DeclinedDetail, 'reason' | 'code'> & Omit<RefundedDetail, keyof OrderDetail>>

/** The event detail of an outcome; the step of an authentication is not exposed. */
export function eventOf(outcome: Outcome | Facts): OutcomeDetail {
  const { orderNumber, amount, currency } = outcome
  const { orderId, reason, code } = outcome as Partial<Extract<Outcome, { state: 'declined' }>>
  const { refundedAmount, receipt } = outcome as Partial<Extract<Outcome, { state: 'refunded' }>>
  return {
    orderNumber,
    amount,
    currency,
    ...(orderId && { orderId }),
    ...(refundedAmount !== undefined && { refundedAmount }),
    ...(reason && { reason }),
    ...(code !== undefined && { code: String(code) }),
    ...(receipt && { receipt }),
  }
}
