import {
  LanguageCode,
  PaymentMethodHandler,
  type CreatePaymentResult,
  type Order,
  type OrderProcess,
} from '@vendure/core'
import { minorUnits, type MerchantClient } from 'tender-checkout/merchant'

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

/** Filled by `TenderPlugin.init`. */
export const tender = {} as TenderOptions & { merchant: MerchantClient }
export const METHOD = 'tender'

/** Vendure counts hundredths of every currency. */
export const toMinor = (money: number, currency: string): number => minorUnits(money / 100, currency)
export const toMoney = (minor: number, currency: string): number => Math.round((minor * 100) / minorUnits(1, currency))

/** The number of the order's next payment at the gateway: `CODE`, then `CODE.2`, since an order may have several. */
export function nextNumber({ code, payments }: Order): string {
  const booked = payments.filter(({ method, state }) => method === METHOD && state !== 'Error' && state !== 'Declined')
  return booked.length ? `${code}.${booked.length + 1}` : code
}

/** The payments that the service books: two requests of a storefront at once would book one payment twice. */
export const bookings = new WeakSet<object>()

const done = (is: string, wanted: string) =>
  is === wanted ? ({ success: true } as const) : { success: false as const, errorMessage: `The order is ${is}` }

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
    const { state } = await tender.merchant.capture({ orderNumber, amount: toMinor(amount, currencyCode) })
    return done(state, 'paid')
  },
  async cancelPayment(_ctx, _order, { transactionId: orderNumber }) {
    return done((await tender.merchant.cancel({ orderNumber })).state, 'reversed')
  },
  async createRefund(_ctx, _input, money, { currencyCode }, { transactionId: orderNumber, refunds }) {
    // After a lost answer it is asked for again by the same id, which gives nothing back a second time.
    const refundId = `${orderNumber}-${(refunds ?? []).length + 1}`
    await tender.merchant.refund({ orderNumber, amount: toMinor(money, currencyCode), refundId })
    return { state: 'Settled', transactionId: refundId }
  },
})

/** An order is closed at the bank before Vendure cancels it, by a person or a timer: a page that is open pays it no more. */
export const closesUnpaid: OrderProcess<string> = {
  async onTransitionStart(from, to, { order }) {
    if (to !== 'Cancelled' || from !== 'ArrangingPayment') return true
    const closed = tender.merchant.cancel({ orderNumber: nextNumber(order) })
    return closed.then(() => true).catch((error: Error) => error.message)
  },
}
