import { claimsOf } from '#browser/ticket-claims.ts'

/** The facts of an order: `amount` in minor units, `currency` numeric ISO 4217. */
export interface Facts {
  readonly orderNumber: string
  readonly amount: number
  readonly currency: string
}

/** What the page reads from its ticket before the proxy has verified it. */
export interface Peek extends Facts {
  /** Minor units that are charged besides the amount. */
  readonly fee: number | undefined
}

/** Reads the ticket's claims without verifying them; an unreadable ticket is an order without facts. */
export function peek(ticket: string): Peek {
  const { orderNumber, amount, currency, feeInput } = claimsOf(ticket)
  return {
    orderNumber: typeof orderNumber === 'string' ? orderNumber : '',
    amount: typeof amount === 'number' ? amount : 0,
    // Letters are known as a number only to the proxy, whose outcomes have it.
    currency: typeof currency === 'string' && /^\d{3}$/.test(currency) ? currency : '',
    fee: typeof feeInput === 'number' ? feeInput : undefined,
  }
}

/** Whether an outcome belongs to the ticket's order, or to a later try of it (`A`, then `A-2`). */
export const sameOrder = (ticket: Facts, { orderNumber }: Facts): boolean =>
  ['', orderNumber, orderNumber.replace(/-\d+$/, '')].includes(ticket.orderNumber)
