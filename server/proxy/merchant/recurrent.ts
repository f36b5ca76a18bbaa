import type { Order } from '#contract/merchant/merchant.ts'
import type { RecurrentCharge } from '#contract/merchant/charges.ts'
import { orderOf } from '../orders/order.ts'
import { paramsOfCharge } from '../orders/registration.ts'
import { withLockedOrder, type LockedOrderContext } from '../payments/locked-order.ts'
import { clientCard } from '../methods/stored-card/cards.ts'
import { orderOfOther, readForCharge, settleCharge } from './charge-settlement.ts'

/** Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11). */
export async function chargeRecurrent(proxy: LockedOrderContext, request: RecurrentCharge): Promise<Order> {
  const { clientId: _, reference: __, ...rest } = request
  const { orderNumber } = request
  const charged = await withLockedOrder(proxy, { orderNumber }, async (order) => {
    const { attempts, mayBeInProgress } = await readForCharge(order, request)
    if (attempts.length) return orderOf(orderNumber, attempts, mayBeInProgress)
    await clientCard(proxy, request, 'RECURRENT')
    const payment = {
      op: 'recurrentPayment.do',
      method: 'recurrent',
      number: orderNumber,
      earlier: [],
      registers: request,
      hasCallback: false,
      terms: request,
    } as const
    const fields = { ...rest, ...paramsOfCharge(proxy, request, 'additionalParameters') }
    const answer = await order.sendOnce(payment, () => proxy.gateway.recurrentPayment(fields))
    return order.settle(await settleCharge(proxy, payment, answer))
  })
  return charged ?? orderOfOther(proxy, request)
}
