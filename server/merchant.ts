/**
 * The entry point for a shop's own server: `tender-checkout/merchant`. It needs only fetch and Web Crypto, so that it runs
 * in Node, Deno, Bun and at the edge, and any bundler takes it.
 */
export { merchantClient, type MerchantClientOptions } from '#proxy/merchant/merchant-client.ts'
export type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
export type {
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
} from '#proxy/merchant/merchant-requests.ts'
export { MerchantError, type MerchantErrorCode, type MerchantOutcome } from '#proxy/merchant/merchant-error.ts'
export type { Cards, Order, OrderRefund, Try } from '#server-contract/merchant/merchant.ts'
export type { TryState } from '#contract/outcome.ts'
export type { ListedState, ListedTry, OrderList } from '#server-contract/merchant/order-list.ts'
export type { LinkOrder, PaymentLink } from '#server-contract/merchant/links.ts'
export type { Receipt, Receipts } from '#server-contract/merchant/receipts.ts'
export type { CardEventType, CardNotice } from '#server-contract/merchant/webhooks.ts'
export type { Charge, RecurrentCharge, WalletCharge } from '#server-contract/merchant/charges.ts'
export type { MotoCharge } from '#server-contract/methods/moto.ts'
export { minorUnits } from '#contract/money/minor-units.ts'
export { checkoutMarkup, type CheckoutMarkupOptions } from '#proxy/tickets/checkout-markup.ts'
export {
  newPaymentRecord,
  reconcileOrder,
  type OrderChange,
  type PaymentRecord,
  type Reconciliation,
} from '#proxy/shop-server/reconcile-order.ts'
export { orderQueue } from '#proxy/shop-server/order-queue.ts'
export { shortId } from '#proxy/shop-server/short-id.ts'
export { signOrder, type OrderClaims, type SignOptions } from '#proxy/tickets/sign-order.ts'
export { verifyWebhook, type WebhookHeaders } from '#proxy/shop-server/verify-webhook.ts'
export type { CardEvent, OrderEvent, WebhookBody, WebhookEvent } from '#proxy/webhooks/event.ts'
export type { ProxyErrorCode } from '#contract/proxy-errors.ts'
export { refusalIn, type Refusal } from '#contract/refusal.ts'
export type { Fetch, FetchAnswer, FetchSettings } from '#contract/wire/client.ts'
export type { Ticket } from '#server-contract/ticket.ts'
