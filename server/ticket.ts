/**
 * The entry point for servers that only sign orders: `tender-checkout/ticket`. It runs wherever Web Crypto is, such as in
 * a worker at the edge.
 */
export { checkoutMarkup, type CheckoutMarkupOptions } from '#proxy/tickets/checkout-markup.ts'
export { signOrder, type OrderClaims, type SignOptions } from '#proxy/tickets/sign-order.ts'
export type { Ticket } from '#contract/ticket.ts'
