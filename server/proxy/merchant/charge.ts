import type { Order } from '#contract/merchant/merchant.ts'
import type { Charge } from '#contract/merchant/charges.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOpen, readAttempt, type OrderAttempt } from '../orders/attempts.ts'
import { inProgress } from '../orders/order.ts'
import { pick, registerOrder } from '../orders/registration.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { clientCard } from '../payment-methods/cards.ts'
import { checkTerms, payAsMerchant } from './merchant-payment.ts'

/**
 * Charges a common stored card on the merchant's initiative (online gateway 2.3 tii U, 4.11): one-phase, without its
 * holder.
 */
export const charge = (proxy: ProxyContext, request: Charge): Promise<Order> =>
  payAsMerchant(proxy, request, {
    op: 'paymentOrderBinding.do',
    method: 'charge',
    registers: false,
    hasCallback: request.dynamicCallbackUrl === undefined,
    mayPay: ({ current }) => !current || isOpen(current),
    async prepare({ current }) {
      await clientCard(proxy, request, 'COMMON')
      const before = current ?? (await registered(proxy, request))
      const payment = { mdOrder: before.orderId, tii: 'U' as const, ...pick(request, passed) }
      return { before, send: () => proxy.gateway.paymentOrderBinding(payment) }
    },
  })

/** The fields that the payment repeats, since an earlier request may have registered the number without them. */
const passed = ['bindingId', 'language', 'email', 'ip'] as const

/** Registers the number and reads it back, since another request may have registered it just now. */
async function registered(proxy: ProxyContext, request: Charge): Promise<OrderAttempt> {
  await registerOrder(proxy, ticketOf(proxy, request), request.orderNumber, request.ip)
  const attempt = await readAttempt(proxy, request.orderNumber)
  if (!attempt || !isOpen(attempt)) throw inProgress()
  checkTerms(attempt, request)
  return attempt
}

/** No shopper returns from such a payment, but the gateway requires an address (online gateway 4.1). */
const ticketOf = ({ config }: ProxyContext, { bindingId: _, ip: __, ...terms }: Charge): Ticket => ({
  ...terms,
  returnUrl: config.shopOrigins[0]!,
  exp: 0,
})
