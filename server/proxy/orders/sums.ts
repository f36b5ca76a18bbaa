import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'

/** What an order is to cost; the fee is on top of the amount (online gateway 4.1, 4.8 totalAmount). */
export type Sum = Pick<Ticket, 'amount' | 'currency'> & { readonly feeInput?: number | undefined }

/** The sum of a ticket or a charge alone. */
export const sumOf = ({ amount, currency, feeInput }: Sum): Sum => ({ amount, currency, feeInput })

interface Settings {
  readonly config: {
    readonly gateway: { readonly profile: Pick<ProxyConfig['gateway']['profile'], 'currencyAliases'> }
  }
}

/** The ISO 4217 code of a currency in an answer, where the gateway names some by other codes; a number may lack zeros. */
export function currencyIn({ config }: Settings, { currency }: Pick<OrderState, 'currency'>): string | undefined {
  const code = currency?.padStart(3, '0')
  return code === undefined ? undefined : (config.gateway.profile.currencyAliases[code] ?? code)
}
