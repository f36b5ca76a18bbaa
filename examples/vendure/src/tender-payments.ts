import type { CreatePaymentResult, Order, OrderProcess, PaymentOptions } from '@vendure/core'
import { LanguageCode, PaymentMethodHandler, totalCoveredByPayments } from '@vendure/core'
import { minorUnits, type MerchantClient, type MerchantError } from 'tender-checkout/merchant'

/** What the plugin needs of the proxy; the secrets are those of its variables. */
export interface TenderOptions {
  /** Address of the proxy, such as https://pay-shop.example. */
  proxy: string
  ticketSecret: string
  apiKey: string
  webhookSecret: string
  /** `two-phase` authorises, and the settlement in the back office captures. */
  capture: 'one-phase' | 'two-phase'
  /** The page that shows an order again, by its code. */
  returnUrl: (code: string) => string
}

export const tender = {} as TenderOptions & { merchant: MerchantClient } // filled by TenderPlugin.init
export const METHOD = 'tender'

/** Vendure counts hundredths of every currency. */
export const toMinor = (money: number, currency: string): number => minorUnits(money / 100, currency)
export const toMoney = (minor: number, currency: string): number => Math.round((minor * 100) / minorUnits(1, currency))
export const owed = (order: Order): number =>
  toMinor(order.totalWithTax - totalCoveredByPayments(order), order.currencyCode)

/** The number of the order's next payment at the gateway: `CODE`, then `CODE.2`, since an order may have several. */
export function nextNumber({ code, payments }: Order): string {
  const booked = payments.filter(({ method, state }) => method === METHOD && state !== 'Error' && state !== 'Declined')
  return booked.length ? `${code}.${booked.length + 1}` : code
}

/** The payments that the service books: two requests of a storefront at once would book one payment twice. */
export const bookings = new WeakSet<object>()

/** What Vendure asks of a way to pay. */
export const handler = new PaymentMethodHandler({
  code: METHOD,
  description: [{ languageCode: LanguageCode.en, value: 'Tender checkout' }],
  args: {},
  createPayment: (_ctx, _order, amount, _args, metadata) =>
    bookings.has(metadata)
      ? (metadata as CreatePaymentResult)
      : { state: 'Error', amount, errorMessage: 'Use the mutation tenderBook' },
  async settlePayment(_ctx, { currencyCode }, { transactionId: orderNumber, amount }) {
    await tender.merchant.capture({ orderNumber, amount: toMinor(amount, currencyCode) })
    return { success: true }
  },
  async cancelPayment(_ctx, _order, { transactionId: orderNumber }) {
    await tender.merchant.cancel({ orderNumber })
    return { success: true }
  },
  async createRefund(_ctx, _input, money, { currencyCode }, { transactionId: orderNumber, refunds }) {
    // One that was made at the bank has no part in these ids: between a lost answer and the next try it may be booked.
    const own = refunds.filter(({ transactionId }) => transactionId.startsWith(`${orderNumber}-`))
    const transactionId = `${orderNumber}-${own.length + 1}`
    const asked = { orderNumber, amount: toMinor(money, currencyCode), refundId: transactionId }
    const answer = await tender.merchant.refund(asked).catch((error: MerchantError) => error)
    if ('orderNumber' in answer) return { state: 'Settled', transactionId }
    if (answer.outcome !== 'unknown') throw answer
    return { state: 'Pending', transactionId, metadata: { asked } }
  },
})

const orMessage = (asked: Promise<unknown>) => asked.then(() => true).catch((error: Error) => error.message)

/** An order is closed at the bank before Vendure cancels it, whatever its state: a page that is open pays it no more. */
export const closesUnpaid: OrderProcess<string> = {
  onTransitionStart: (_from, to, { order }) =>
    to !== 'Cancelled' || orMessage(tender.merchant.cancel({ orderNumber: nextNumber(order) })),
}

/** A refund whose answer was lost is pending. Settling it asks again by the same id, which gives nothing back twice. */
export const asksAgain: Required<PaymentOptions>['refundProcess'][number] = {
  transitions: { Pending: { to: ['Pending'], mergeStrategy: 'merge' } },
  onTransitionStart(_from, to, { refund }) {
    if (to !== 'Settled' || !refund.metadata['asked']) return true
    refund.transactionId = refund.metadata['asked'].refundId
    return orMessage(tender.merchant.refund(refund.metadata['asked']))
  },
}
