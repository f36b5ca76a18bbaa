import { Injectable } from '@nestjs/common'
import type { Payment, RequestContext } from '@vendure/core'
import { Logger, Order, OrderService, Refund, RequestContextService, TransactionalConnection } from '@vendure/core'
import { newPaymentRecord, orderQueue, reconcileOrder, type Order as Read } from 'tender-checkout/merchant'
import { bookings, METHOD, toMinor, toMoney } from './tender-payments'

/** Does what an order of the proxy says: for a webhook, and for the page after the payment. */
@Injectable()
export class TenderService {
  readonly #inQueue = orderQueue()

  constructor(
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
  ) {}

  receive(read: Read): Promise<void> {
    const code = read.orderNumber.split('.')[0]!
    return this.#inQueue(code, async () => {
      const ctx = await this.contexts.create({ apiType: 'admin' })
      await this.connection.withTransaction(ctx, (within) => this.#apply(within, code, read))
    })
  }

  async #apply(ctx: RequestContext, code: string, read: Read): Promise<void> {
    // Other processes wait here; SQLite has one process, and no such lock.
    if (!/sqlite|sqljs/.test(this.connection.rawConnection.options.type))
      await this.connection.getRepository(ctx, Order).findOne({ where: { code }, lock: { mode: 'pessimistic_write' } })
    const order = await this.orders.findOneByCode(ctx, code, ['payments', 'payments.refunds'])
    if (!order) return Logger.warn(`No order ${code}`, METHOD)
    const payment = order.payments.find(({ transactionId }) => transactionId === read.orderNumber)
    const money = (minor: number): number => toMoney(minor, order.currencyCode)
    for (const change of reconcileOrder(recordOf(order, payment, read), read).changes) {
      const { type } = change
      if (type === 'mismatch') Logger.error(`${read.orderNumber} has another ${change.field}`, METHOD)
      if (!payment && (type === 'held' || type === 'paid')) {
        const state = type === 'paid' ? 'Settled' : 'Authorized'
        const metadata = { state, amount: money(change.amount), transactionId: read.orderNumber }
        bookings.add(metadata)
        // It is booked also while the shopper is back in the basket, and where Vendure first takes an ended coupon off.
        if (order.state === 'AddingItems') await this.orders.transitionToState(ctx, order.id, 'ArrangingPayment')
        const added = await this.orders.addPaymentToOrder(ctx, order.id, { method: METHOD, metadata })
        const isRefused = !(added instanceof Order) && !('removedCouponCodes' in added)
        if (isRefused) return Logger.error(`${read.orderNumber} is ${type}: ${added.message}`, METHOD)
        return this.#apply(ctx, code, read) // what it says besides
      }
      if (!payment) continue
      if (type === 'paid' && payment.state === 'Authorized') await this.orders.settlePayment(ctx, payment.id)
      if (type === 'released' && payment.state === 'Authorized') await this.orders.cancelPayment(ctx, payment.id)
      if (type === 'refunded-elsewhere') await this.#bookRefund(ctx, payment, money(change.amount))
    }
  }

  async #bookRefund(ctx: RequestContext, payment: Payment, total: number): Promise<void> {
    const transactionId = `bank-${payment.transactionId}-${payment.refunds.length + 1}`
    const sums = { total, items: total, shipping: 0, adjustment: 0 }
    const rest = { method: METHOD, state: 'Settled' as const, reason: 'At the bank', metadata: {} }
    await this.connection.getRepository(ctx, Refund).save(new Refund({ ...sums, ...rest, payment, transactionId }))
  }
}

/** What Vendure has of a payment. Its amount is the bank's, since Vendure itself compares it with the total. */
function recordOf({ currencyCode }: Order, payment: Payment | undefined, { orderNumber, current }: Read) {
  const minor = (money: number): number => toMinor(money, currencyCode)
  const refunds = new Map(payment?.refunds.map((one) => [one.transactionId, minor(one.total)]))
  // Vendure stores a refund after the bank has answered, and the webhook may come before.
  for (const { refundId, amount } of current.refunds ?? [])
    if (refundId?.startsWith(`${orderNumber}-`)) refunds.set(refundId, amount)
  const amount = payment ? minor(payment.amount) : 0
  return {
    ...newPaymentRecord({ orderNumber, amount: current.amount, currency: currencyCode }),
    held: payment?.state === 'Authorized' ? amount : 0,
    paid: payment?.state === 'Settled' ? amount : 0,
    refunds: Array.from(refunds, ([refundId, sum]) => ({ refundId, amount: sum })),
  }
}
