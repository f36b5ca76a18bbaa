import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount, type MountOptions } from '#router/mount.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { publicHandlers } from './checkout-handlers.ts'
import { publicApi, readsByPost, ticketedApi, type TicketedHandlers } from './checkout-operations.ts'
import { refuseField } from './errors.ts'
import type { Observer } from './http/observe.ts'
import { reportOutcomes, type ShopperAnswer } from './http/report-outcomes.ts'
import { guardApi } from './http/request-guard.ts'
import { clientInfoOf } from './payments/client-info.ts'
import type { ProxyContext } from './proxy-context.ts'
import type { RequestContext } from './request-context.ts'
import { compressTexts } from './static-files/compress-texts.ts'
import type { TicketReader } from './tickets/ticket.ts'
import type { OrderWatcher } from './webhooks/order-watcher.ts'

/** What the routes of the card frame need. */
export interface CheckoutRoutes {
  readonly handlers: TicketedHandlers
  readonly observer: Observer
  readonly readTicket: TicketReader
  readonly watcher: OrderWatcher | undefined
}

/** Serves the card frame. An order's ticket is read before a request's fields, so that a stranger learns nothing of them. */
export function serveCheckout(
  app: FastifyInstance,
  proxy: ProxyContext,
  { handlers, observer, readTicket, watcher }: CheckoutRoutes,
): void {
  guardApi(app, proxy.config.publicUrl)
  const options: MountOptions<RequestContext, ShopperAnswer> = {
    async context(request) {
      const ticket = await readTicket(bearerIn(request))
      observer.note(request, { order: ticket.orderNumber })
      return { ticket, clientInfo: clientInfoOf(request) }
    },
    answered: reportOutcomes(proxy, observer, watcher),
    refuse: refuseField,
  }
  mount(app, ticketedApi, handlers, options)
  mount(app, readsByPost, { checkout: handlers.checkout, outcome: handlers.outcome }, options)
  void app.register(async (texts) => {
    compressTexts(texts)
    mount(texts, publicApi, publicHandlers, { context: () => undefined, refuse: refuseField })
  })
}

/**
 * The ticket of a request as a bearer token: of the Authorization header or, where it is too long for one, of the body,
 * from which it is taken.
 */
export function bearerIn(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  const { ticket, ...fields } = Object(request.body) as { readonly ticket?: unknown }
  if (ticket === undefined) return authorization
  if (typeof ticket !== 'string' || authorization !== undefined)
    throw new ProxyError('field_invalid', 'must be the ticket as text, where no header has one', 'ticket')
  request.body = fields
  return `Bearer ${ticket}`
}
