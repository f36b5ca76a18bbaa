import type { Order } from '#contract/merchant/merchant.ts'
import type { RecurrentCharge } from '#contract/merchant/charges.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { registerAndCharge } from './register-and-charge.ts'
import { clientCard } from '../payment-methods/cards.ts'

/** Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11). */
export function chargeRecurrent(proxy: ProxyContext, request: RecurrentCharge): Promise<Order> {
  return registerAndCharge(proxy, request, {
    op: 'recurrentPayment.do',
    method: 'recurrent',
    hasCallback: false,
    async prepare() {
      await clientCard(proxy, request, 'RECURRENT')
      const { clientId: _, ...payment } = request
      return { send: () => proxy.gateway.recurrentPayment(payment) }
    },
  })
}
