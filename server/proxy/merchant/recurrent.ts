import type { Order } from '#contract/merchant.ts'
import type { Charge } from '#contract/merchant-charges.ts'
import type { Parts } from '../parts.ts'
import { registerAndCharge } from './register-and-charge.ts'
import { cardOf } from '../payment-methods/cards.ts'

/** Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11). */
export function chargeRecurrent(parts: Parts, asked: Charge): Promise<Order> {
  return registerAndCharge(parts, asked, {
    op: 'recurrentPayment.do',
    hasCallback: false,
    async prepare() {
      await cardOf(parts, asked, 'RECURRENT')
      const { clientId: _, ...payment } = asked
      return { send: () => parts.gateway.recurrentPayment(payment) }
    },
  })
}
