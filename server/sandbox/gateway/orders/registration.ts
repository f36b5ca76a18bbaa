import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { gatewayApi } from '#server-contract/gateway/api.ts'
import { isFollowed } from '#server-contract/return-address.ts'
import { languageIn } from '#server-contract/gateway/language.ts'
import type { PreAuthRegistration, Registered } from '#server-contract/gateway/orders.ts'
import type { Operation } from '#contract/operation.ts'
import { attributesOf } from './fields/attributes.ts'
import { checkItems } from './fields/basket.ts'
import { unpaid } from './ledger.ts'
import type { GatewayContext } from '../context.ts'
import { requireQuantities } from '../errors/require-fields.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import { checkIndicators } from './indicators.ts'
import type { Order } from './order.ts'
import { payerOf } from './payer.ts'
import { refusal } from '../errors/refusal.ts'
import {
  absentDemand,
  autoPaymentBarred,
  brokenRule,
  momentOf,
  type RegistrationContext,
  type Registrable,
} from './registration-rules.ts'

/** register.do and registerPreAuth.do (online gateway 4.1, 4.2). */
export const register =
  (
    context: GatewayContext,
    operation: typeof gatewayApi.register | typeof gatewayApi.registerPreAuth,
    twoPhase: boolean,
  ) =>
  (request: PreAuthRegistration, { merchant }: Caller): Registered => {
    checkRegistration(request, merchant, operation, { twoPhase, now: context.clock.now() })
    checkBinding(context, request, merchant, operation)
    const order = orderFrom(context, request, merchant, { number: request.orderNumber, twoPhase })
    if (!context.orders.add(order)) throw refusal('taken', request.language)
    return { orderId: order.id, formUrl: formUrl(context.addresses().gateway, order) }
  }

/** Throws a refusal for a broken rule that the schemas cannot express, or for a missing permission. */
export function checkRegistration(
  request: Registrable,
  merchant: Merchant,
  operation: Operation,
  occasion: RegistrationContext,
): void {
  if (autoPaymentBarred(request, merchant)) throw refusal('auto payment', request.language)
  const absent = absentDemand(request, merchant, operation)
  if (absent) throw fieldRefusal(operation, { field: absent, kind: 'missing', rule: 'is required' }, request.language)
  const { language, orderBundle } = request
  requireQuantities(operation, 'orderBundle.cartItems.items', orderBundle?.cartItems.items, language)
  checkIndicators(request, operation, language)
  checkItems(orderBundle?.cartItems.items, 'orderBundle.cartItems.items', operation, language)
  const broken = brokenRule(request, merchant, occasion)
  if (broken) throw fieldRefusal(operation, { ...broken, kind: 'rule' }, request.language)
}

function checkBinding(
  { bindings }: GatewayContext,
  { bindingId, clientId, language }: PreAuthRegistration,
  { login }: Merchant,
  operation: Operation,
): void {
  if (bindingId === undefined) return
  const binding = bindings.byId(login, bindingId)
  if (binding?.active && binding.clientId === clientId) return
  throw fieldRefusal(operation, { field: 'bindingId', kind: 'rule', rule: 'is no binding of this clientId' }, language)
}

const formUrl = (gateway: string, { id, language }: Order): string =>
  `${gateway}/payment/merchants/sandbox/payment_${language}.html?mdOrder=${id}`

/** The order of a registration; not stored yet. */
export function orderFrom(
  { clock, random, addresses, acknowledgeWithin }: GatewayContext,
  request: Registrable & Pick<PreAuthRegistration, 'amount'>,
  merchant: Merchant,
  { number, twoPhase }: Pick<Order, 'number' | 'twoPhase'>,
): Order {
  const now = clock.now()
  const lead = addressesBy(`${addresses().gateway}/payment/merchants/sandbox/finish.html`)
  return {
    id: random.uuid(),
    number,
    merchant: merchant.login,
    amount: request.amount,
    fee: request.feeInput ?? 0,
    currency: request.currency ?? merchant.currency,
    returnUrl: lead(request.returnUrl),
    ...(request.failUrl !== undefined && { failUrl: lead(request.failUrl) }),
    language: languageIn(request.language) ?? merchant.language ?? 'en',
    payer: payerOf(request),
    params: attributesOf(request.jsonParams),
    twoPhase,
    features: request.features ?? [],
    registeredAt: now,
    expiresAt: expiryOf(request, merchant, now),
    state: 'registered',
    actionCode: actionCode.notAttempted,
    ledger: unpaid,
    refunds: [],
    ...(acknowledgeWithin !== undefined && { acknowledgeWithin }),
    method: 'CARD',
    ...optionalsOf(request),
  }
}

/**
 * An address without a protocol is replaced by a page of the gateway's own (online gateway 4.1), as is one that a
 * browser would run; one of an app is followed.
 */
const addressesBy =
  (own: string) =>
  (address: string | undefined): string =>
    address !== undefined && isFollowed(address) ? address : own

function optionalsOf(request: Registrable): Partial<Order> {
  const { dynamicCallbackUrl, description, ip, clientId, bindingId, autocompletionDate, autoReverseDate } = request
  const { cardholderName, postAddress, orderBundle } = request
  return {
    ...(dynamicCallbackUrl !== undefined && { dynamicCallbackUrl }),
    ...(description !== undefined && { description }),
    ...(ip !== undefined && { ip }),
    ...(cardholderName !== undefined && { cardholderName }),
    ...(postAddress !== undefined && { postAddress }),
    ...(orderBundle && { hasBasket: true }),
    ...(clientId && { clientId }),
    ...(bindingId !== undefined && { bindingId }),
    ...(autocompletionDate !== undefined && { completesAt: momentOf(autocompletionDate) }),
    ...(autoReverseDate !== undefined && { reversesAt: momentOf(autoReverseDate) }),
  }
}

const DEFAULT_LIFETIME = 1200

const expiryOf = (request: Registrable, { sessionTimeoutSecs }: Merchant, now: number): number =>
  request.expirationDate === undefined
    ? now + (request.sessionTimeoutSecs ?? sessionTimeoutSecs ?? DEFAULT_LIFETIME) * 1000
    : momentOf(request.expirationDate)
