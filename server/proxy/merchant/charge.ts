import type { Order } from '#contract/merchant.ts'
import type { Charge } from '#contract/merchant-charges.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOpen, readAttempt, type OrderAttempt } from '../orders/attempts.ts'
import { underWay } from '../orders/order.ts'
import { registerOrder } from '../orders/registration.ts'
import type { Parts } from '../parts.ts'
import { cardOf } from '../payment-methods/cards.ts'
import { checkTerms, payAsMerchant } from './merchant-payment.ts'

/** Charges a common stored card by the merchant's wish (online gateway 2.3 tii U, 4.11): one-phase, without its holder. */
export const charge = (parts: Parts, asked: Charge): Promise<Order> =>
  payAsMerchant(parts, asked, {
    op: 'paymentOrderBinding.do',
    registers: false,
    hasCallback: true,
    mayPay: ({ current }) => !current || isOpen(current),
    async prepare({ current }) {
      const { bindingId } = asked
      await cardOf(parts, asked, 'COMMON')
      const before = current ?? (await registered(parts, asked))
      return {
        before,
        send: () => parts.gateway.paymentOrderBinding({ mdOrder: before.orderId, bindingId, tii: 'U' }),
      }
    },
  })

/** Registers the number and reads it back, since it may have been registered by somebody else just now. */
async function registered(parts: Parts, asked: Charge): Promise<OrderAttempt> {
  await registerOrder(parts, ticketOf(parts, asked), asked.orderNumber)
  const attempt = await readAttempt(parts, asked.orderNumber)
  if (!attempt || !isOpen(attempt)) throw underWay()
  checkTerms(attempt, asked)
  return attempt
}

/** Nobody comes back from such a payment; the gateway wants an address all the same (online gateway 4.1). */
const ticketOf = ({ config }: Parts, { bindingId: _, ...terms }: Charge): Ticket => ({
  ...terms,
  returnUrl: config.shopOrigins[0]!,
  exp: 0,
})
