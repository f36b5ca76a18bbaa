import type { Order } from '#server-contract/merchant/merchant.ts'
import type { RecurrentCharge } from '#server-contract/merchant/charges.ts'
import { paramsOfCharge } from '../orders/registration.ts'
import type { LockedOrderContext } from '../payments/locked-order.ts'
import { clientCard } from '../methods/stored-card/cards.ts'
import { chargeOrder } from './charge-order.ts'

/** Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11). */
export const chargeRecurrent = (proxy: LockedOrderContext, request: RecurrentCharge): Promise<Order> =>
  chargeOrder(proxy, request, { paysRegistered: false }, async (send) => {
    const { clientId: _, reference: __, ...rest } = request
    await clientCard(proxy, request, 'RECURRENT')
    const fields = { ...rest, ...paramsOfCharge(proxy, request, 'additionalParameters') }
    return send({
      op: 'recurrentPayment.do',
      method: 'recurrent',
      hasCallback: false,
      send: () => proxy.gateway.recurrentPayment(fields),
    })
  })
