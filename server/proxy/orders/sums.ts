import type { OrderState } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'

/** What an order is to cost; the fee is on top of the amount (online gateway 4.1, 4.8 totalAmount). */
export type Sum = Pick<Ticket, 'amount' | 'currency'> & { readonly feeInput?: number | undefined }

type Read = Pick<OrderState, 'amount' | 'currency'>

interface Settings {
  readonly config: {
    readonly gateway: { readonly profile: Pick<ProxyConfig['gateway']['profile'], 'currencyAliases'> }
  }
}

/** The ISO 4217 code of a currency in an answer, where the gateway names some by other codes; a number may lack zeros. */
export function currencyIn({ config }: Settings, { currency }: Read): string | undefined {
  const code = currency?.padStart(3, '0')
  return code === undefined ? undefined : (config.gateway.profile.currencyAliases[code] ?? code)
}

/**
 * What of an order that the gateway returns is not as it was to be; `undefined` where nothing is. A currency that is
 * left out is the right one, and an amount may have the order's own fee in it.
 */
export function differenceIn(
  { amount, currency }: Read,
  { amount: due, currency: dueCurrency, feeInput = 0 }: Sum,
): 'amount' | 'currency' | undefined {
  if (currency !== undefined && currency !== dueCurrency) return 'currency'
  return amount === due || amount === due + feeInput ? undefined : 'amount'
}
