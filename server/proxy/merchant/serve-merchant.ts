import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { mount, type MountOptions, type Handlers } from '#router/mount.ts'
import { guardBodies } from '../http/request-guard.ts'
import type { Observer } from '../http/observe.ts'
import { reportOrders } from '../http/report-outcomes.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { cancel, capture } from './capture-cancel.ts'
import type { TicketReader } from '../tickets/ticket.ts'
import { buildKeyCheck } from './api-keys.ts'
import { inGatewayLanguage } from '../gateway/gateway-language.ts'
import { contextsByMerchant } from '../orders/child-merchant.ts'
import { cardsAndAccounts, removeStored } from '../methods/accounts.ts'
import { extendCard } from '../methods/stored-card/cards.ts'
import { charge } from './charge.ts'
import { orderForMerchant } from '../orders/read/for-merchant.ts'
import { buildLink } from './link.ts'
import { moto } from './moto.ts'
import { listOrders } from './order-list.ts'
import { receipts } from './receipts.ts'
import { chargeRecurrent } from './recurrent.ts'
import { refund } from './refund.ts'
import { wallet } from './wallet.ts'

function handlersOf(proxy: ProxyContext, readTicket: TicketReader): Handlers<typeof merchantApi, undefined> {
  const of = contextsByMerchant(proxy)
  return {
    order: ({ orderNumber }) => orderForMerchant(proxy, orderNumber),
    orders: (requested) => listOrders(proxy, requested),
    receipts: (requested) => receipts(proxy, requested),
    capture: (requested) => capture(proxy, requested),
    cancel: (requested) => cancel(proxy, requested),
    refund: (requested) => refund(proxy, requested),
    cards: (requested) => cardsAndAccounts(proxy, requested),
    removeCard: (requested) => removeStored(proxy, requested),
    extendCard: (requested) => extendCard(proxy, requested),
    charge: (requested) => charge(of(requested), inGatewayLanguage(requested)),
    chargeRecurrent: (requested) => chargeRecurrent(proxy, inGatewayLanguage(requested)),
    moto: (requested) => moto(of(requested), inGatewayLanguage(requested)),
    wallet: (requested) => wallet(of(requested), inGatewayLanguage(requested)),
    link: buildLink(proxy, readTicket),
    testWebhook: () => proxy.webhooks.test(),
  }
}

/** Serves the merchant's own server; the key is checked before anything else of a request. */
export function serveMerchant(
  app: FastifyInstance,
  proxy: ProxyContext,
  observer: Observer,
  readTicket: TicketReader,
  refuse: MountOptions<unknown>['refuse'],
): void {
  if (proxy.config.plainCards) proxy.log.error({ code: 'plain_cards_allowed', message: PLAIN })
  const check = buildKeyCheck(proxy.config.apiKeys)
  app.addHook('onRequest', async ({ headers }) => check(headers.authorization))
  guardBodies(app)
  const context = (request: FastifyRequest): undefined => observer.note(request, orderIn(request)) as undefined
  mount(app, merchantApi, handlersOf(proxy, readTicket), { context, refuse, answered: reportOrders(proxy, observer) })
}

/** Logged as an error, so that no one runs such a proxy without knowing it. */
const PLAIN = 'TENDER_PLAIN_CARDS=allowed: card numbers may pass this process in the clear'

/** Most characters of an order number; longer texts are ignored. */
const MAX_ORDER_NUMBER_LENGTH = 32

/** The order number that a request names, in its path, its body or the order of a link. */
function orderIn({ params, body }: FastifyRequest): { order?: string } {
  const { order } = Object(body) as { readonly order?: object }
  const { orderNumber } = { ...order, ...(Object(body) as object), ...(params as object) } as { orderNumber?: unknown }
  return typeof orderNumber === 'string' && orderNumber.length <= MAX_ORDER_NUMBER_LENGTH ? { order: orderNumber } : {}
}
