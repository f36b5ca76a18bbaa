import { spanOf } from '#server-contract/issuing/fields.ts'
import type { historyOperations, OrderTransaction, PaymentOrder as Report } from '#server-contract/issuing/history.ts'
import type { Request } from '#contract/operation.ts'
import { maskOf } from '../card-mask.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import type { PaymentOrder, Transaction } from '../records.ts'
import type { Needing } from '../requests/complete.ts'
import { merchantSideOf, orderNumberOf } from './merchant-side.ts'
import { merchantNamed } from './merchants.ts'
import { dayOf, writeOffAt } from '../ledger/settlement.ts'

/**
 * getPaymentOrders (card management 4.4). The document does not define a payment order; in the sandbox it settles a
 * merchant's payments of one day (UTC) and currency: OPEN until the day is over, then SETTLED. A period includes every
 * order whose day overlaps it.
 */
export const getPaymentOrders =
  (context: IssuerContext) =>
  (request: Request<typeof historyOperations.getPaymentOrders>): { orderList: Report[] } => {
    const {
      merchantNumber,
      institutionId,
      period = {},
    } = request as Needing<typeof request, 'merchantNumber' | 'institutionId'>
    const { number } = merchantNamed(context, merchantNumber, institutionId, 'merchantNumber')
    const { from, to } = spanOf(period)
    const orders = context.tables.ordersOfMerchant.between(number, dayOf(from), to)
    return { orderList: orders.map((order) => orderResponse(context, order)) }
  }

function orderResponse({ clock }: IssuerContext, { id, merchant, day, currency, amount }: PaymentOrder): Report {
  const date = new Date(day).toISOString().slice(0, 10)
  return {
    id,
    eventDate: date,
    purpose: `Settlement with ${merchant} for ${date}`,
    currency,
    amount,
    status: clock.now() >= writeOffAt(day) ? 'SETTLED' : 'OPEN',
    orderNumber: orderNumberOf(id),
  }
}

/** getOrderDetails (card management 4.4): oldest first; A8 is an order that does not exist. */
export const getOrderDetails =
  (context: IssuerContext) =>
  ({ orderId }: Request<typeof historyOperations.getOrderDetails>): { transactionList: OrderTransaction[] } => {
    const entries = context.tables.historyOfOrder.of(String(orderId))
    if (!entries.length) throw new Declined('A8', 'orderId is not a payment order that is known here')
    return { transactionList: entries.map((entry) => entryResponse(context, entry)) }
  }

const entryResponse = (context: IssuerContext, entry: Transaction): OrderTransaction => ({
  ...merchantSideOf(context, entry),
  ...(entry.card !== undefined && { cardNumberMask: maskOf(entry.card) }),
})
