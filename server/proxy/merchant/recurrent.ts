import type { Order } from '#contract/merchant.ts'
import type { Charge } from '#contract/merchant-charges.ts'
import type { Parts } from '../parts.ts'
import { payAtOnce } from './at-once.ts'
import { cardOf } from '../payment-methods/cards.ts'

/** Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11). */
export function chargeRecurrent(parts: Parts, asked: Charge): Promise<Order> {
  return payAtOnce(parts, asked, {
    op: 'recurrentPayment.do',
    hasCallback: false,
    async prepare() {
      await cardOf(parts, asked, 'RECURRENT')
      const { clientId: _, ...payment } = asked
      return () => parts.gateway.recurrentPayment(payment)
    },
  })
}
