import { Injectable } from '@nestjs/common'
import {
  LanguageCode,
  Logger,
  Order,
  OrderService,
  Payment,
  PaymentMethodHandler,
  Refund,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
  type OrderProcess,
} from '@vendure/core'
import {
  MerchantError,
  merchantClient,
  minorUnits,
  newPaymentRecord,
  orderQueue,
  reconcileOrder,
  type MerchantClient,
  type Order as TenderOrder,
  type PaymentRecord,
} from 'tender-checkout/merchant'

/** What the plugin needs of the proxy; the secrets are those of its variables. */
export interface TenderOptions {
  /** Address of the proxy, such as https://pay-shop.example. */
  readonly proxy: string
  readonly ticketSecret: string
  readonly apiKey: string
  readonly webhookSecret: string
  /** `two-phase` authorises, and the settlement in the back office captures. */
  readonly capture: 'one-phase' | 'two-phase'
  /** The page that shows an order again, by its code. */
  readonly returnUrl: (code: string) => string
}

export const OPTIONS = Symbol('TenderOptions')
const METHOD = 'tender'
const log = 'TenderPlugin'

/** Vendure counts hundredths of every currency. */
const HUNDREDTHS = 100
export const toMinor = (money: number, currency: string): number => minorUnits(money / HUNDREDTHS, currency)
const toMoney = (minor: number, currency: string): number => Math.round((minor * HUNDREDTHS) / minorUnits(1, currency))

/** The number of the order's next payment at the gateway: `CODE`, then `CODE.2`, since an order may have several. */
export const nextNumber = ({ code, payments }: Order): string => {
  const booked = payments.filter(({ method, state }) => method === METHOD && state !== 'Error' && state !== 'Declined')
  return booked.length ? `${code}.${booked.length + 1}` : code
}
const codeOf = (orderNumber: string): string => orderNumber.split('.')[0]!

export let merchant: MerchantClient

/** Begins with the options of the plugin. */
export function open({ proxy, apiKey }: TenderOptions): void {
  merchant = merchantClient({ base: proxy, apiKey })
}

/** What the plugin itself has read of a payment; nothing that a request brings is in it. */
const fromQueue = new WeakSet<object>()

/** What Vendure asks of a way to pay. */
export const handler = new PaymentMethodHandler({
  code: METHOD,
  description: [{ languageCode: LanguageCode.en, value: 'Tender checkout' }],
  args: {},
  createPayment(_ctx, order, amount, _args, metadata) {
    const { record } = metadata as { record?: PaymentRecord }
    // Two requests of a storefront at once would book one payment twice, so that only the queue below books.
    if (!record || !fromQueue.has(metadata)) return { state: 'Error', amount, errorMessage: 'Use tenderBook' }
    return {
      state: record.paid ? 'Settled' : 'Authorized',
      amount: toMoney(record.paid || record.held, order.currencyCode),
      transactionId: record.orderNumber,
      metadata,
    }
  },
  async settlePayment(_ctx, order, payment) {
    const { state } = await merchant.capture({
      orderNumber: payment.transactionId,
      amount: toMinor(payment.amount, order.currencyCode),
    })
    return state === 'paid' ? { success: true } : { success: false, errorMessage: `The order is ${state}` }
  },
  async cancelPayment(_ctx, _order, payment) {
    const { state } = await merchant.cancel({ orderNumber: payment.transactionId })
    return state === 'reversed' ? { success: true } : { success: false, errorMessage: `The order is ${state}` }
  },
  async createRefund(_ctx, _input, amount, order, { transactionId, refunds }) {
    const refundId = `${transactionId}-${(refunds ?? []).length + 1}`
    try {
      await merchant.refund({ orderNumber: transactionId, amount: toMinor(amount, order.currencyCode), refundId })
      return { state: 'Settled', transactionId: refundId }
    } catch (error) {
      if (!(error instanceof MerchantError)) throw error
      // A lost answer may be a refund that was made: the webhook settles it.
      const state = error.outcome === 'unknown' ? 'Pending' : 'Failed'
      return { state, transactionId: refundId, metadata: { message: error.sentence } }
    }
  },
})

/** An order is closed at the bank before Vendure cancels it, by a person or a timer: a page that is open pays it no more. */
export const closesUnpaid: OrderProcess<string> = {
  async onTransitionStart(from, to, { order }) {
    if (to !== 'Cancelled' || from !== 'ArrangingPayment') return true
    try {
      await merchant.cancel({ orderNumber: nextNumber(order) })
      return true
    } catch (error) {
      return error instanceof MerchantError ? error.sentence : 'The proxy cannot be reached'
    }
  },
}

@Injectable()
export class TenderService {
  readonly #inQueue = orderQueue()

  constructor(
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
  ) {}

  /** Does what an order of the proxy says: for a webhook, and for the page after the payment. */
  receive(read: TenderOrder): Promise<void> {
    const code = codeOf(read.orderNumber)
    return this.#inQueue(code, async () => {
      const ctx = await this.contexts.create({ apiType: 'admin' })
      await this.connection.withTransaction(ctx, (within) => this.#apply(within, code, read))
    })
  }

  async #apply(ctx: RequestContext, code: string, read: TenderOrder): Promise<void> {
    // Other processes wait here; SQLite has one process, and no such lock.
    const lock = { mode: 'pessimistic_write' } as const
    if (!/sqlite|sqljs/.test(this.connection.rawConnection.options.type))
      await this.connection.getRepository(ctx, Order).findOne({ where: { code }, lock })
    const order = await this.orders.findOneByCode(ctx, code, ['payments', 'payments.refunds'])
    if (!order) return Logger.warn(`No order ${code}`, log)
    const payment = order.payments.find(({ transactionId }) => transactionId === read.orderNumber)
    if (payment) return this.#change(ctx, order, payment, read)
    const { amount, currency = '', currencyCode } = read.current
    // Vendure itself compares what was paid with its total.
    const { record } = reconcileOrder(newPaymentRecord({ orderNumber: read.orderNumber, amount, currency }), read)
    if (!record.paid && !record.held) return
    if (currencyCode !== order.currencyCode) return Logger.error(`${read.orderNumber} is in ${currencyCode}`, log)
    const metadata = { record }
    fromQueue.add(metadata)
    const added = await this.orders.addPaymentToOrder(ctx, order.id, { method: METHOD, metadata })
    if (!(added instanceof Order)) Logger.error(`${read.orderNumber} is ${read.state}: ${added.message}`, log)
  }

  async #change(ctx: RequestContext, order: Order, payment: Payment, read: TenderOrder): Promise<void> {
    const money = (minor: number): number => toMoney(minor, order.currencyCode)
    const refunds = payment.refunds
      .filter(({ state, transactionId }) => state !== 'Failed' && transactionId.startsWith(payment.transactionId))
      .map(({ total, transactionId: refundId }) => ({ refundId, amount: toMinor(total, order.currencyCode) }))
    const { record, changes } = reconcileOrder({ ...(payment.metadata['record'] as PaymentRecord), refunds }, read)
    payment.metadata = { ...payment.metadata, record }
    await this.connection.getRepository(ctx, Payment).save(payment, { reload: false })
    for (const change of changes) {
      if (change.type === 'paid' && payment.state === 'Authorized') await this.orders.settlePayment(ctx, payment.id)
      if (change.type === 'released' && payment.state === 'Authorized') await this.orders.cancelPayment(ctx, payment.id)
      if (change.type === 'refunded-elsewhere') await this.#bookRefund(ctx, payment, money(change.amount))
      if (change.type === 'mismatch') Logger.error(`${read.orderNumber} has another ${change.field}`, log)
    }
    const refunded = read.current.refundedAmount ?? 0
    if (refunded < refunds.reduce((sum, { amount }) => sum + amount, 0)) return
    for (const { id, state, transactionId } of payment.refunds)
      if (state === 'Pending') await this.orders.settleRefund(ctx, { id, transactionId })
  }

  /** A refund that was made at the bank. */
  async #bookRefund(ctx: RequestContext, payment: Payment, total: number): Promise<void> {
    const transactionId = `bank-${payment.transactionId}-${payment.refunds.length + 1}`
    const sums = { total, items: total, shipping: 0, adjustment: 0 }
    const refund = new Refund({
      ...sums,
      payment,
      method: METHOD,
      state: 'Settled',
      reason: 'At the bank',
      transactionId,
      metadata: {},
    })
    await this.connection.getRepository(ctx, Refund).save(refund)
  }
}
