import { languageIn } from '#contract/gateway/language.ts'
import type { Initiator, Tii } from '#contract/gateway/initiators.ts'
import type { CardPaymentAnswer } from '#contract/gateway/card-payments.ts'
import { maskPan } from '#ports/mask.ts'
import { systemOf, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { must, type Merchant } from '../merchants/merchants.ts'
import type { OrderUpdate, Order, Payer, Secure } from '../orders/order.ts'
import { payerOf } from '../orders/payer.ts'
import type { PaymentCall } from './payment-call.ts'
import { threeDsPathOf, withoutThreeDs, type ThreeDsPath } from './three-ds-paths.ts'
import { refusal } from '../errors/refusal.ts'
import type { ThreeDsTransaction } from '../cards/transactions.ts'

/** A call to pay an order, after the checks of its own operation. */
export interface Attempt {
  readonly context: GatewayContext
  readonly merchant: Merchant
  readonly order: Order
  readonly card: Card
  readonly holder: string
  readonly call: PaymentCall
  /** An existing authentication, or the record that none is made; when absent, 3-D Secure is made here. */
  readonly secure?: Secure
  readonly update: OrderUpdate
}

/** Pays an order as far as one call can; returns the answer of paymentorder.do. Throws a refusal before any change. */
export async function attempt(it: Attempt): Promise<CardPaymentAnswer> {
  const { context, order: found, card, call, secure } = it
  const transaction = continued(it)
  checkEmail(call, found.payer)
  const threeDsPath = secure ? withoutThreeDs(secure) : await threeDsPathOf(context, found, card, transaction)
  requireContact(it, threeDsPath)
  const order = context.orders.move(found.id, 'taken', updateOf(it))
  if (!order) throw refusal('state', call.language, context.orders.byId(found.id)!.state)
  return threeDsPath.go({ ...it, order })
}

/** An order of the merchant that can still be paid. */
export function payable(
  { orders }: GatewayContext,
  id: string,
  { login }: Merchant,
  language: string | undefined,
): Order {
  const order = orders.byId(id)
  if (order?.merchant !== login) throw refusal('unknown', language)
  if (order.state !== 'registered') throw refusal('state', language, order.state)
  return order
}

/** The transaction that a second call continues; only the order's latest, and only with the same card. */
function continued({ context, call, order, card, secure }: Attempt): ThreeDsTransaction | undefined {
  const id = call.threeDSServerTransId ?? call.threeDSServerTransID
  if (id === undefined || secure) return undefined
  const transaction = context.transactions.byId(id)
  if (!transaction || order.transaction !== id || transaction.card.pan !== card.pan)
    throw refusal('transaction', call.language)
  return transaction
}

/** The e-mail address of an order is validated at its payment, not at its registration (online gateway 4.1). */
export function checkEmail(call: PaymentCall, before?: Payer): void {
  const { email } = payerOf(call, before)
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) throw refusal('email', call.language)
}

/** VISA with 3-D Secure requires a phone or an e-mail address (online gateway 2.4), if the merchant is set up so. */
function requireContact({ merchant, call, order, card }: Attempt, { secured }: ThreeDsPath): void {
  if (!secured || systemOf(card.pan) !== 'VISA' || !must(merchant, 'contact')) return
  if (!payerOf(call, order.payer).contact) throw refusal('contact', call.language)
}

function updateOf({ call, order, card: { pan, expiry }, holder, update }: Attempt): OrderUpdate {
  const { ip } = call
  const language = languageIn(call.language)
  return {
    card: { maskedPan: maskPan(pan), expiration: expiry, holder, system: systemOf(pan) },
    payer: payerOf(call, order.payer),
    ...(language !== undefined && { language }),
    ...(ip !== undefined && { ip }),
    ...update,
  }
}

/** With address verification, a billing address is required of a call with card data (online gateway 2.4). */
export function requireBilling(merchant: Merchant, call: PaymentCall, before?: Payer): void {
  if (must(merchant, 'billing') && !payerOf(call, before).billing) throw refusal('billing', call.language)
}

/** A merchant that notifies clients must send their e-mail address; checked at the payment (online gateway 4.1). */
export function requireEmail(merchant: Merchant, call: PaymentCall, before?: Payer): void {
  if (must(merchant, 'email') && payerOf(call, before).email === undefined)
    throw refusal('email missing', call.language)
}

/** What a tii forbids on an order (online gateway 2.3). */
export function checkInitiator(
  { twoPhase }: Order,
  tii: Tii | undefined,
  { onePhaseOnly }: Initiator,
  language: string | undefined,
): void {
  if (onePhaseOnly && twoPhase) throw refusal('one-phase', language, tii)
}

/** A payment with a stored credential requires a client (online gateway 4.1), though the merchant passes the card. */
export function requireClient({ clientId }: Order, { uses }: Initiator, language: string | undefined): void {
  if (uses && clientId === undefined) throw refusal('no client', language)
}
