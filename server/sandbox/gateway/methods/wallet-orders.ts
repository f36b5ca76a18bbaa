import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import type { Operation } from '#contract/operation.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { checkInitiator, requireClient } from '../payments/payment-checks.ts'
import type { GatewayContext } from '../context.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Order } from '../orders/order.ts'
import { refusal } from '../errors/refusal.ts'
import { checkRegistration, orderFrom } from '../orders/registration.ts'
import { storedAs } from '../orders/storing.ts'
import type { WalletSource } from './wallet.ts'
import { featuresOf, walletSum, type WalletRequest } from './wallet-rules.ts'

interface Call {
  readonly context: GatewayContext
  readonly request: WalletRequest
  readonly merchant: Merchant
  readonly operation: Operation
  readonly source: WalletSource
}

/** Registers the order of a first call and marks its token as used; throws a refusal before any change. */
export function begin({ context, request, merchant, operation, source }: Call): Order {
  const { orderNumber: number, language, currencyCode: _, additionalParameters: jsonParams, ...rest } = request
  const sum = walletSum(request, source, merchant, operation)
  const requested = { ...rest, ...sum, language, jsonParams, features: featuresOf(request) }
  const twoPhase = request.preAuth ?? false
  checkRegistration(requested, merchant, operation, { twoPhase, now: context.clock.now() })
  const order = orderFrom(context, requested, merchant, { number, twoPhase })
  checkFit(order, request)
  if (source.once !== undefined && context.walletTokens.has(source.once)) throw new WalletTokenRefused('replayed')
  if (!context.orders.add(order)) throw refusal('taken json', language)
  if (source.once !== undefined) context.walletTokens.set(source.once, order.id)
  return order
}

/** The order of a second call: the same number, token and sum as the first. */
export function goOn({ context, request, merchant, operation, source }: Call): Order {
  const { language, threeDSServerTransId, orderNumber } = request
  const order = context.orders.byNumber(merchant.login, orderNumber)
  if (!order || order.transaction !== threeDSServerTransId) throw refusal('transaction', language)
  if (order.state !== 'registered') throw refusal('state', language, order.state)
  if (source.once !== undefined && context.walletTokens.get(source.once) !== order.id)
    throw new WalletTokenRefused('replayed')
  const { amount, currency } = walletSum(request, source, merchant, operation)
  const changed = amount !== order.amount ? 'amount' : currency !== order.currency ? 'currencyCode' : undefined
  if (changed)
    throw fieldRefusal(operation, { field: changed, kind: 'rule', rule: 'must be that of the first call' }, language)
  checkFit(order, request)
  return order
}

function checkFit(order: Order, { tii, language }: WalletRequest): void {
  checkInitiator(order, tii, initiatorOf(tii), language)
  requireClient(order, initiatorOf(tii), language)
  if (storingOf(order, tii) && order.clientId === undefined) throw refusal('no client', language)
}

/** VERIFY stores the card without paying (online gateway 4.8). */
export function storingOf(order: Order, tii: WalletRequest['tii']): Order['storing'] {
  const initiator = initiatorOf(tii)
  const verified = order.features.includes('VERIFY') && !initiator.uses ? 'COMMON' : undefined
  return storedAs(order, initiator) ?? verified
}
