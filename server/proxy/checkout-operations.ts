import { checkoutApi } from '#contract/checkout-api.ts'
import type { Handlers } from '#router/mount.ts'
import type { RequestContext } from './request-context.ts'

const { texts, ...ticketed } = checkoutApi

/** The operations that need an order ticket, and those that any frame may call. */
export const ticketedApi = ticketed
export const publicApi = { texts }

/** The operations that read, for a ticket that is too long for a header and stands in a body. */
export const readsByPost = {
  checkout: { ...ticketed.checkout, method: 'POST' },
  outcome: { ...ticketed.outcome, method: 'POST' },
} as const

/** The handlers of the card frame's requests. */
export type TicketedHandlers = Handlers<typeof ticketedApi, RequestContext>
