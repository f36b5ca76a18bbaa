import type { Order } from '#contract/merchant/merchant.ts'
import type { Charge } from '#contract/merchant/charges.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOpen, readAttempt, type OrderAttempt } from '../orders/attempts.ts'
import { requireSame } from '../orders/comparison.ts'
import { inProgress, orderOf } from '../orders/order.ts'
import { withLockedOrder, type LockedOrderContext } from '../payments/locked-order.ts'
import { pick, registerOrder } from '../orders/registration.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { requireChargeable } from '../methods/accounts.ts'
import { orderOfOther, readForCharge, settleCharge } from './charge-settlement.ts'

/**
 * Charges a common stored card, or an account, on the merchant's initiative (online gateway 2.3 tii U, 4.11): one-phase, without its
 * holder.
 */
export async function charge(proxy: LockedOrderContext, request: Charge): Promise<Order> {
  const { orderNumber } = request
  const charged = await withLockedOrder(proxy, { orderNumber }, async (order) => {
    const { attempts, current, mayBeInProgress } = await readForCharge(order, request)
    if (mayBeInProgress || (current && !isOpen(current))) return orderOf(orderNumber, attempts, mayBeInProgress)
    await requireChargeable(proxy, request)
    const before = current ?? (await registered(proxy, request))
    const payment = {
      op: 'paymentOrderBinding.do',
      method: 'charge',
      number: before.number,
      before,
      earlier: attempts.slice(0, -1),
      registers: false,
      hasCallback: request.dynamicCallbackUrl === undefined,
      terms: request,
    } as const
    const fields = { mdOrder: before.orderId, tii: 'U' as const, ...pick(request, passed) }
    const answer = await order.sendOnce(payment, () => proxy.gateway.paymentOrderBinding(fields))
    return order.settle(await settleCharge(proxy, payment, answer))
  })
  return charged ?? orderOfOther(proxy, request)
}

/** The fields that the payment repeats, since an earlier request may have registered the number without them. */
const passed = ['bindingId', 'language', 'email', 'ip'] as const

/** Registers the number and reads it back, since another request may have registered it just now. */
async function registered(proxy: LockedOrderContext, request: Charge): Promise<OrderAttempt> {
  await registerOrder(proxy, ticketOf(proxy, request), request.orderNumber, request.ip)
  const attempt = await readAttempt(proxy, request.orderNumber)
  if (!attempt || !isOpen(attempt)) throw inProgress()
  requireSame(attempt, request)
  return attempt
}

/** No shopper returns from such a payment, but the gateway requires an address (online gateway 4.1). */
const ticketOf = ({ config }: Pick<ProxyContext, 'config'>, { bindingId: _, ip: __, ...terms }: Charge): Ticket => ({
  ...terms,
  returnUrl: config.shopOrigins[0]!,
  exp: 0,
})
