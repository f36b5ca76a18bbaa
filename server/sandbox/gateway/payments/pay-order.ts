import { languageIn } from '#server-contract/gateway/language.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { maskPan } from '#ports/mask.ts'
import { systemOf, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { must, type Merchant } from '../merchants/merchants.ts'
import type { OrderUpdate, Order, Secure } from '../orders/order.ts'
import { payerOf } from '../orders/payer.ts'
import type { PaymentCall } from './payment-call.ts'
import { checkEmail } from './payment-checks.ts'
import { threeDsPathOf, withoutThreeDs, type ThreeDsPath } from './three-ds-paths.ts'
import { refusal } from '../errors/refusal.ts'
import type { ThreeDsTransaction } from '../cards/transactions.ts'

/** A call to pay an order, after the checks of its own operation. */
export interface OrderPayment {
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
export async function payOrder(it: OrderPayment): Promise<CardPaymentAnswer> {
  const { context, order: found, card, call, secure } = it
  const transaction = continued(it)
  checkEmail(call, found.payer)
  const threeDsPath = secure ? withoutThreeDs(secure) : await threeDsPathOf(context, found, card, transaction)
  requireContact(it, threeDsPath)
  const order = context.orders.move(found.id, 'taken', updateOf(it))
  if (!order) throw refusal('state', call.language, context.orders.byId(found.id)!.state)
  return threeDsPath.go({ ...it, order })
}

/** The transaction that a second call continues; only the order's latest, and only with the same card. */
function continued({ context, call, order, card, secure }: OrderPayment): ThreeDsTransaction | undefined {
  const id = call.threeDSServerTransId ?? call.threeDSServerTransID
  if (id === undefined || secure) return undefined
  const transaction = context.transactions.byId(id)
  if (!transaction || order.transaction !== id || transaction.card.pan !== card.pan)
    throw refusal('transaction', call.language)
  return transaction
}

/** VISA with 3-D Secure requires a phone or an e-mail address (online gateway 2.4), if the merchant is set up so. */
function requireContact({ merchant, call, order, card }: OrderPayment, { secured }: ThreeDsPath): void {
  if (!secured || systemOf(card.pan) !== 'VISA' || !must(merchant, 'contact')) return
  if (!payerOf(call, order.payer).contact) throw refusal('contact', call.language)
}

function updateOf({ call, order, card: { pan, expiry }, holder, update }: OrderPayment): OrderUpdate {
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
