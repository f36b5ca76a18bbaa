import { LONGEST_TICKET } from '#contract/long-ticket.ts'

/** Bytes of a body, besides the ticket in it. */
export const BODY_LIMIT = 16 * 1024

/** Bytes of a body with a long ticket, and of the merchant's own, which may have a basket as large as a ticket has. */
export const LARGEST_BODY = BODY_LIMIT + LONGEST_TICKET
