import type { Initiator, Tii } from '#server-contract/gateway/initiators.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { must, type Merchant } from '../merchants/merchants.ts'
import type { Order, Payer } from '../orders/order.ts'
import { payerOf } from '../orders/payer.ts'
import type { PaymentCall } from './payment-call.ts'

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

/** The e-mail address of an order is validated at its payment, not at its registration (online gateway 4.1). */
export function checkEmail(call: PaymentCall, before?: Payer): void {
  const { email } = payerOf(call, before)
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) throw refusal('email', call.language)
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
