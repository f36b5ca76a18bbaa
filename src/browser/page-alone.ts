import { BANK_PAGE, isByOperator } from '#contract/methods/methods.ts'
import { claimsOf } from './ticket-claims.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * The methods that a ticket names, or the bank's page where the script tag comes from a proxy of which it is the only one.
 */
export const methodsIn = (claims: Claims): unknown =>
  (window as { [BANK_PAGE]?: unknown })[BANK_PAGE] === 1 && !isByOperator(claims) ? BANK_PAGE : claims['methods']

/**
 * Whether an order is shown without a frame: the bank's page alone can pay it, and the shopper is not back from there by a
 * return, a reload, or the browser's Back, after which there may be something to read of the order.
 */
export const opensAlone = (ticket: string): boolean =>
  `${methodsIn(claimsOf(ticket))}` === BANK_PAGE &&
  !location.search.includes('orderId=') &&
  // Deprecated, and in every browser; what replaces it is four times as long.
  !performance.navigation.type
