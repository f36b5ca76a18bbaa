import type { Order } from '#contract/merchant/merchant.ts'
import type { Terms } from '#contract/merchant/charges.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { payAsMerchant, type MerchantPayment, type ReadyCharge } from './merchant-payment.ts'

/** A gateway request that registers and pays an order at once. */
interface RegisteringCharge<Answer> extends Pick<MerchantPayment<Answer>, 'op' | 'method' | 'hasCallback'> {
  /** Checks what can be checked before anything is sent; throws a refusal. */
  prepare(): Promise<ReadyCharge<Answer>>
}

/**
 * Registers and pays an order in one request; a number that the gateway already has is answered with its current state.
 */
export const registerAndCharge = <Answer>(
  proxy: ProxyContext,
  terms: Terms,
  charge: RegisteringCharge<Answer>,
): Promise<Order> =>
  payAsMerchant(proxy, terms, { ...charge, registers: true, mayPay: ({ current }) => current === undefined })
