/**
 * The entry point for servers that only sign orders: `tender-checkout/ticket`, the part of `tender-checkout/merchant` that
 * loads the least.
 */
export { minorUnits } from '#contract/money/minor-units.ts'
export { checkoutMarkup, type CheckoutMarkupOptions } from '#proxy/tickets/checkout-markup.ts'
export { signOrder, type OrderClaims, type SignOptions } from '#proxy/tickets/sign-order.ts'
export type { Ticket } from '#server-contract/ticket.ts'
