import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Charge } from '#server-contract/merchant/charges.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isOpen, type OrderAttempt } from '../orders/attempts.ts'
import { readAttempt } from '../orders/read/attempts.ts'
import { requireChargeMatches } from '../orders/comparison.ts'
import { inProgress } from '../orders/order.ts'
import type { LockedOrderContext } from '../payments/locked-order.ts'
import { pick, registerOrder } from '../orders/registration.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { requireChargeable } from '../methods/accounts.ts'
import { chargeOrder } from './charge-order.ts'

/**
 * Charges a common stored card, or an account, on the merchant's initiative (online gateway 2.3 tii U, 4.11): one-phase, without its
 * holder.
 */
export const charge = (proxy: LockedOrderContext, request: Charge): Promise<Order> =>
  chargeOrder(proxy, request, { paysRegistered: true }, async (send, { current }) => {
    await requireChargeable(proxy, request)
    const before = current ?? (await registered(proxy, request))
    const fields = { mdOrder: before.orderId, tii: 'U' as const, ...pick(request, passed) }
    return send({
      op: 'paymentOrderBinding.do',
      method: 'charge',
      hasCallback: request.dynamicCallbackUrl === undefined,
      before,
      send: () => proxy.gateway.paymentOrderBinding(fields),
    })
  })

/** The fields that the payment repeats, since an earlier request may have registered the number without them. */
const passed = ['bindingId', 'language', 'email', 'ip'] as const

/** Registers the number and reads it back, since another request may have registered it just now. */
async function registered(proxy: LockedOrderContext, request: Charge): Promise<OrderAttempt> {
  await registerOrder(proxy, ticketOf(proxy, request), request.orderNumber, request)
  const attempt = await readAttempt(proxy, request.orderNumber)
  if (!attempt || !isOpen(attempt)) throw inProgress()
  requireChargeMatches(attempt, request)
  return attempt
}

/** No shopper returns from such a payment, but the gateway requires an address (online gateway 4.1). */
const ticketOf = ({ config }: Pick<ProxyContext, 'config'>, { bindingId: _, ip: __, ...terms }: Charge): Ticket => ({
  ...terms,
  returnUrl: config.shopOrigins[0]!,
  exp: 0,
})
