import type { Cards, Order, WebhookDelivery } from '#server-contract/merchant/merchant.ts'
import type { PaymentLink } from '#server-contract/merchant/links.ts'
import type { OrderList } from '#server-contract/merchant/order-list.ts'
import type { Receipts } from '#server-contract/merchant/receipts.ts'
import type {
  CaptureRequest,
  CardsRequest,
  ChargeRequest,
  ExtendCardRequest,
  LinkRequest,
  MotoRequest,
  OrderRequest,
  OrdersRequest,
  RecurrentChargeRequest,
  RefundRequest,
  RemoveCardRequest,
  WalletRequest,
} from './merchant-requests.ts'

/** An operation; the signal aborts the request. */
type Ask<Request, Answer> = (request: Request, signal?: AbortSignal) => Promise<Answer>

/** A function per operation of the merchant's API; each rejects with a {@link MerchantError}, and with nothing else. */
export interface MerchantClient {
  /**
   * Reads an order with all its tries (online gateway 4.12). `pending` is not decided yet: read it again.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const { state, current } = await merchant.order({ orderNumber: 'A-17' })
   * if (state === 'paid') console.log(current.depositedAmount, current.currency)
   * ```
   */
  readonly order: Ask<OrderRequest, Order>
  /**
   * Lists the tries of a period, in pages, such as all that was paid in a day. The gateway reads the period to the
   * second.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const [from, to] = ['2030-05-01T00:00:00+03:00', '2030-05-01T23:59:59+03:00']
   * const { tries, total } = await merchant.orders({ from, to, by: 'paid', state: ['paid', 'refunded'] })
   * for (const { order, depositedAmount } of tries) console.log(order, depositedAmount)
   * ```
   */
  readonly orders: Ask<OrdersRequest, OrderList>
  /**
   * Reads the fiscal receipts of an order that has a basket; none where the cash register has made none.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const { receipts } = await merchant.receipts({ orderNumber: 'A-17' })
   * ```
   */
  readonly receipts: Ask<OrderRequest, Receipts>
  /**
   * Debits what is held, or a part of it for good: the rest is released. Amounts are minor units.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * await merchant.capture({ orderNumber: 'A-17', amount: 4990 }) // 49.90
   * ```
   */
  readonly capture: Ask<CaptureRequest, Order>
  /**
   * Closes an order that is not paid to every ticket of it, or releases what is held.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * await merchant.cancel({ orderNumber: 'A-17' })
   * ```
   */
  readonly cancel: Ask<OrderRequest, Order>
  /**
   * Gives back what was debited, in parts up to the whole. Amounts are minor units. With a `refundId` it can be
   * retried.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * await merchant.refund({ orderNumber: 'A-17', amount: 1000, refundId: 'return-3' }) // 10.00
   * ```
   */
  readonly refund: Ask<RefundRequest, Order>
  /**
   * Lists the stored cards of a client (online gateway 2.2, 4.11).
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const { cards } = await merchant.cards({ clientId: 'jane' })
   * ```
   */
  readonly cards: Ask<CardsRequest, Cards>
  /**
   * Deactivates a stored card of a client; answers the cards that are left.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * await merchant.removeCard({ clientId: 'jane', bindingId: 'b-1' })
   * ```
   */
  readonly removeCard: Ask<RemoveCardRequest, Cards>
  /**
   * Gives a stored card of a client the expiry of the card that replaced it; answers the cards of the client.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * await merchant.extendCard({ clientId: 'jane', bindingId: 'b-1', newExpiry: '203112' })
   * ```
   */
  readonly extendCard: Ask<ExtendCardRequest, Cards>
  /**
   * Charges a common stored card without its holder (online gateway 4.11, tii U). The same order number is never
   * charged twice.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const terms = { orderNumber: 'S-1', amount: 900, currency: '978' } // 9.00 EUR
   * const { state } = await merchant.charge({ ...terms, clientId: 'jane', bindingId: 'b-1' })
   * ```
   */
  readonly charge: Ask<ChargeRequest, Order>
  /**
   * Charges a recurrent stored card on its schedule (online gateway 4.11, tii R). The same order number is never
   * charged twice.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const terms = { orderNumber: 'S-2', amount: 900, currency: '978' } // 9.00 EUR
   * await merchant.chargeRecurrent({ ...terms, clientId: 'jane', bindingId: 'b-2' })
   * ```
   */
  readonly chargeRecurrent: Ask<RecurrentChargeRequest, Order>
  /**
   * Charges a card by a mail or telephone order, without 3-D Secure (online gateway 4.5). The same order number is
   * never charged twice.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const terms = { orderNumber: 'M-1', amount: 900, currency: '978' } // 9.00 EUR
   * await merchant.moto({ ...terms, cardholder: 'JANE DOE', seToken: '…' })
   * ```
   */
  readonly moto: Ask<MotoRequest, Order>
  /**
   * Charges a wallet's token (online gateway 4.7 to 4.10). The same order number is never charged twice.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const terms = { orderNumber: 'W-1', amount: 900, currency: '978' } // 9.00 EUR
   * await merchant.wallet({ ...terms, wallet: 'applePay', paymentToken: '…' })
   * ```
   */
  readonly wallet: Ask<WalletRequest, Order>
  /**
   * Makes a payment link: an address of one order on the proxy, for a shop without a page of its own. `cancel` revokes it.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const order = { orderNumber: 'A-17', amount: 4990, currency: 'EUR' } // 49.90
   * const { url } = await merchant.link({ order, expiresIn: 604_800 }) // a week
   * ```
   */
  readonly link: Ask<LinkRequest, PaymentLink>
  /**
   * Sends a `webhook.test` to the configured address, and answers whether it was accepted.
   *
   * @example
   * ```ts
   * import type { MerchantClient } from 'tender-checkout/merchant'
   * declare const merchant: MerchantClient
   * const { delivered, reason } = await merchant.testWebhook({})
   * ```
   */
  readonly testWebhook: Ask<Readonly<Record<string, never>>, WebhookDelivery>
}
