import { ProxyError } from '#contract/proxy-errors.ts'
import { orderStatus, type OrderState } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { meaningOfStatus } from './order-state.ts'
import { digestsOf, termsOf } from './order-terms.ts'
import { sumOf, type Sum } from './sums.ts'

/** Who is to pay an order, and by which card: what a charge of the merchant's server names of it. */
export interface Payer {
  readonly clientId?: string | undefined
  readonly bindingId?: string | undefined
  readonly pan?: string | undefined
}

/** An order as the gateway returns it. */
interface Shown {
  readonly number: string
  readonly status: OrderState
}

type Compared = keyof Sum | keyof Payer
type Due = Sum & Payer

/** Whether each field may be the one that is due. A field that the gateway does not show cannot differ. */
const comparisons = {
  currency: ({ currency }, due) => isSame(currency, due.currency),
  /** An amount may have the order's own fee in it. */
  amount: ({ amount }, { amount: due, feeInput = 0 }) => amount === due || amount === due + feeInput,
  clientId: ({ bindingInfo }, due) => isSame(bindingInfo?.clientId, due.clientId),
  bindingId: ({ bindingInfo }, due) => isSame(bindingInfo?.bindingId, due.bindingId),
  pan: ({ cardAuthInfo: card }, { pan = '' }) => !pan || isMasked(pan, card?.maskedPan ?? card?.pan ?? ''),
} as const satisfies Readonly<Partial<Record<Compared, (status: OrderState, due: Due) => boolean>>>

const isSame = (shown: string | undefined, due: string | undefined): boolean => !shown || !due || shown === due

/** Whether a card number may be the masked one, by the digits that the mask leaves. */
function isMasked(pan: string, masked: string): boolean {
  const [, first = '', last = ''] = /^(\d*)\D.*?(\d*)$/.exec(masked) ?? []
  return pan.startsWith(first) && pan.endsWith(last)
}

const compared = Object.keys(comparisons) as (keyof typeof comparisons)[]

/**
 * Which of currency, amount, client and card the gateway returns otherwise than is due, the first of them.
 * A payer is compared for charges only, since a shopper is free to choose another card than the ticket's.
 */
export const differingField = (status: OrderState, due: Sum, payer: Payer = {}) =>
  compared.find((field) => !comparisons[field](status, { ...payer, ...sumOf(due) }))

/** Throws `order_mismatch` with the field in which an order differs from a charge, which was then not made. */
export function requireChargeMatches({ status }: Shown, charge: Due): void {
  const field = differingField(status, charge, charge)
  if (field) throw new ProxyError('order_mismatch', undefined, field)
}

type Reporting = Pick<ProxyContext, 'log' | 'paymentMeter'>

/** The refusal of an order that differs from what is due, which is reported; `undefined` where it does not differ. */
export function reportedMismatch(
  proxy: Reporting,
  { number, status }: Shown,
  due: Sum,
  payer?: Payer,
): ProxyError | undefined {
  const field = differingField(status, due, payer)
  if (!field) return undefined
  const { state } = meaningOfStatus(status)
  const detail =
    field === 'currency' ? `the currency is ${codeOf(status.currency)}, not ${due.currency}` : `the ${field} differs`
  reportBlocked(proxy, 'order_mismatch', { order: number, state, detail })
  return new ProxyError('order_mismatch')
}

/** Text of the gateway's is logged only where it is what it ought to be. */
const codeOf = (currency = ''): string => (/^\d{3}$/.test(currency) ? currency : 'no number of three digits')

/**
 * The sum that an order was registered with, as the gateway returns our signed terms, or as this process has registered
 * it; `undefined` where neither is known.
 */
export const registeredSum = (
  proxy: Pick<ProxyContext, 'config' | 'signer' | 'registered'>,
  order: Shown,
): Sum | undefined => termsOf(proxy, order) ?? proxy.registered.get(order.number)?.sum

type Registering = Reporting & Parameters<typeof registeredSum>[0]

/** The refusal of an order that the gateway returns with another sum than it was registered with, which is reported. */
export function mismatchWithRegistration(proxy: Registering, order: Shown): ProxyError | undefined {
  const sum = registeredSum(proxy, order)
  return sum && reportedMismatch(proxy, order, sum)
}

/** Throws `order_mismatch` where the gateway returns an order with another sum than it was registered with. */
export function requireAsRegistered(proxy: Registering, order: Shown): void {
  const mismatch = mismatchWithRegistration(proxy, order)
  if (mismatch) throw mismatch
}

/**
 * Whether an order has another sum than the ticket's, or was registered with another client, capture, channel, features,
 * storing of the card, fee, dates, delivery address, merchant, chosen card, callback address or fiscal receipt.
 */
export function differsFromTicket(
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  order: Shown,
  ticket: Ticket,
): boolean {
  if (differingField(order.status, ticket)) return true
  const [terms, due] = [termsOf(proxy, order), digestsOf(ticket)]
  if (terms?.orderNumber !== ticket.orderNumber) return false
  return terms.digest !== due.digest || (terms.receipt !== undefined && terms.receipt !== due.receipt)
}

/** Milliseconds for which the shopper of a paid order may be given another ticket of it, without any proof. */
const SHOWN_FOR = 30 * 86_400_000

/** A date before this one is in another unit than Unix milliseconds. */
const YEAR_2000 = 946_684_800_000

/**
 * The refusal of a paid order that was registered long before the ticket was signed, which is reported: its number was
 * probably used before. An order that this process has registered, or that returns the ticket's terms as a proxy has
 * signed them, is the ticket's.
 */
export function reportedReuse(proxy: Registering, order: Shown, ticket: Ticket): ProxyError | undefined {
  const { date = 0, orderStatus: status } = order.status
  const isOld = date > YEAR_2000 && date < (ticket.iat ?? 0) * 1000 - SHOWN_FOR
  if (!isOld || unpaid.has(status) || proxy.registered.has(order.number)) return undefined
  if (termsOf(proxy, order)?.orderNumber === ticket.orderNumber && !differsFromTicket(proxy, order, ticket))
    return undefined
  const detail = `it was registered on ${new Date(date).toISOString().slice(0, 10)}, long before the ticket was signed`
  reportBlocked(proxy, 'order_mismatch', { order: order.number, state: meaningOfStatus(order.status).state, detail })
  return new ProxyError('order_mismatch')
}

/** The values of orderStatus with which nothing is paid. */
export const unpaid: ReadonlySet<number | undefined> = new Set([
  orderStatus.registered,
  orderStatus.authenticating,
  orderStatus.declined,
])

/** Whether an unpaid order is another than the ticket's: the next number is registered in its place. */
export const needsNextNumber = (
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  order: Shown,
  ticket: Ticket,
): boolean => unpaid.has(order.status.orderStatus) && differsFromTicket(proxy, order, ticket)
