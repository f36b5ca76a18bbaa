import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { Category, Tii } from '#server-contract/gateway/initiators.ts'
import { withParameters } from '#contract/with-parameters.ts'
import { booked, type Ledger } from './ledger.ts'
import { isAtWork, next, type Event, type State } from './order-lifecycle.ts'

/** An order as the gateway stores it; times are Unix milliseconds, amounts minor units. */
export interface Order {
  readonly id: string
  readonly number: string
  /** Login of the merchant that it belongs to. */
  readonly merchant: string
  readonly amount: number
  /** Charged on top of the amount: feeInput. */
  readonly fee: number
  readonly currency: string
  readonly returnUrl: string
  readonly failUrl?: string
  /** The callback address of this order, instead of the merchant's (online gateway 6). */
  readonly dynamicCallbackUrl?: string
  readonly description?: string
  readonly language: string
  readonly ip?: string
  readonly clientId?: string
  /** The binding given at registration. */
  readonly bindingId?: string
  /** Where the goods are delivered (online gateway 4.1). */
  readonly postAddress?: string
  /** The payer's name, for the payment page (online gateway 4.1). */
  readonly cardholderName?: string
  readonly payer: Payer
  readonly params: Readonly<Record<string, string>>
  /** Whether it was registered with a basket, so that its debit and its refunds have fiscal receipts. */
  readonly hasBasket?: true
  readonly twoPhase: boolean
  readonly features: readonly string[]
  readonly registeredAt: number
  readonly expiresAt: number
  readonly completesAt?: number | undefined
  readonly reversesAt?: number | undefined
  /** Milliseconds in which the merchant must acknowledge its payment; absent, it need not. */
  readonly acknowledgeWithin?: number
  readonly isAcknowledged?: true
  readonly state: State
  readonly actionCode: number
  readonly ledger: Ledger
  readonly refunds: readonly Refunded[]
  readonly depositedAt?: number
  readonly reversedAt?: number
  /** How it is paid: paymentWay, such as CARD. */
  readonly method: string
  readonly tii?: Tii | undefined
  /** The category of the binding that its payment creates, once it succeeds. */
  readonly storing?: Category | undefined
  /** The binding that it was paid with, or that its payment created. */
  readonly binding?: string | undefined
  /** The card of the latest payment, masked. */
  readonly card?:
    | {
        readonly maskedPan: string
        readonly expiration: string
        readonly holder: string
        readonly system: string
      }
    | undefined
  readonly secure?: Secure | undefined
  readonly authorisation?: { readonly at: number; readonly rrn?: string; readonly approvalCode?: string }
  /** The 3-D Secure transaction that can still complete the payment. */
  readonly transaction?: string
  /** A payment from a bank account that is under way, and what it makes of the order when it arrives. */
  readonly transfer?: { readonly at: number; readonly update: OrderUpdate }
  /** What `attributes` reports of the payment, beside mdOrder. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** The payer data of registration and payment calls, as far as payments check it. */
export interface Payer {
  /** A phone or an e-mail address. */
  readonly contact: boolean
  /** First address line and postal code. */
  readonly billing: boolean
  readonly email?: string
}

/** One refund that the issuer has made. */
export interface Refunded {
  readonly at: number
  readonly amount: number
  readonly externalRefundId?: string
  readonly rrn?: string
  readonly approvalCode?: string
}

/** The result of 3-D Secure. */
export interface Secure {
  readonly eci?: string
  readonly cavv?: string
  readonly xid?: string
  /** threeDsType (family): 0 none, 3 challenge, 4 frictionless, 5 attempt; an external 3DS server may send 6 to 8. */
  readonly type: '0' | '3' | '4' | '5' | '6' | '7' | '8'
  readonly version?: string
  readonly aRes?: string
  readonly rReq?: string
}

/** The fields that an event may change; `sum` is the money that it moves, all of it when absent. */
export type OrderUpdate = Partial<
  Pick<
    Order,
    | 'actionCode'
    | 'card'
    | 'secure'
    | 'authorisation'
    | 'transaction'
    | 'language'
    | 'ip'
    | 'params'
    | 'payer'
    | 'method'
    | 'tii'
    | 'storing'
    | 'binding'
    | 'refunds'
    | 'depositedAt'
    | 'reversedAt'
    | 'transfer'
    | 'attributes'
  >
> & { readonly sum?: number }

/** Events of a hold that cancel its scheduled completion and reversal (family). */
const undated: ReadonlySet<Event> = new Set(['completed', 'reversed', 'reduced', 'reopened'])

/** The order after an event, or `undefined` when that cannot happen to it now, or not with that sum. */
export function moved(order: Order, event: Event, { sum, ...update }: OrderUpdate = {}): Order | undefined {
  const state = next(order.state, event)
  const ledger = booked(order.ledger, event, order.amount, sum)
  if (!state || !ledger) return undefined
  const dates = undated.has(event) && { completesAt: undefined, reversesAt: undefined }
  return { ...order, ...update, ...dates, ledger, state }
}

/** When a payment is cancelled that its merchant has not acknowledged; `undefined` where it never is. */
export const acknowledgedBy = ({ acknowledgeWithin, isAcknowledged, authorisation }: Order): number | undefined =>
  acknowledgeWithin === undefined || isAcknowledged || !authorisation ? undefined : authorisation.at + acknowledgeWithin

/** The scheduled change that is due for an order at `now`, if any; none while the gateway is processing the order. */
export function dueOf(order: Order, now: number): readonly [Event, OrderUpdate] | undefined {
  const { expiresAt, completesAt, reversesAt, transfer } = order
  if (isAtWork(order.state)) return undefined
  const change: readonly (readonly [at: number | undefined, event: Event, update: OrderUpdate])[] = [
    ...(transfer && transfer.at < expiresAt ? ([[transfer.at, 'debited', transfer.update]] as const) : []),
    [expiresAt, 'expired', { actionCode: actionCode.sessionExpired }],
    [completesAt, 'completed', { depositedAt: completesAt! }],
    [reversesAt, 'reversed', { reversedAt: reversesAt! }],
    [acknowledgedBy(order), 'unacknowledged', { reversedAt: now }],
  ]
  const due = change.find(([at, event]) => at !== undefined && now >= at && next(order.state, event))
  return due && [due[1], due[2]]
}

/** What the card pays: the amount and the fee. */
export const totalOf = ({ amount, fee }: Order): number => amount + fee

/** Where the payer is redirected at the end, with `orderId` and `lang` appended (online gateway 4.6). */
export function endOf({ id, state, returnUrl, failUrl, language }: Order): string {
  const address = state === 'declined' ? (failUrl ?? returnUrl) : returnUrl
  return withParameters(address, { orderId: id, lang: language })
}
