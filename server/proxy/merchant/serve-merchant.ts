import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantApi } from '#contract/merchant.ts'
import { mount, type MountOptions, type Handlers } from '#router/mount.ts'
import { guardBodies } from '../http/request-guard.ts'
import type { Observer } from '../http/observe.ts'
import type { Parts } from '../parts.ts'
import { cancel, capture } from './capture-cancel.ts'
import { buildKeyCheck } from './api-keys.ts'
import { cards, removeCard } from '../payment-methods/cards.ts'
import { charge } from './charge.ts'
import { readPaid } from '../orders/order.ts'
import { moto } from './moto.ts'
import { chargeRecurrent } from './recurrent.ts'
import { refund } from './refund.ts'
import { wallet } from './wallet.ts'

const handlersOf = (parts: Parts): Handlers<typeof merchantApi, undefined> => ({
  order: async ({ orderNumber }) => (await readPaid(parts, orderNumber)).order,
  capture: (asked) => capture(parts, asked),
  cancel: (asked) => cancel(parts, asked),
  refund: (asked) => refund(parts, asked),
  cards: (asked) => cards(parts, asked),
  removeCard: (asked) => removeCard(parts, asked),
  charge: (asked) => charge(parts, asked),
  chargeRecurrent: (asked) => chargeRecurrent(parts, asked),
  moto: (asked) => moto(parts, asked),
  wallet: (asked) => wallet(parts, asked),
  testWebhook: () => parts.notices.test(),
})

/** Answers the merchant's own server: the key is looked at before anything else of a request. */
export function serveMerchant(
  app: FastifyInstance,
  parts: Parts,
  observer: Observer,
  refuse: MountOptions<unknown>['refuse'],
): void {
  if (parts.config.plainCards) parts.log.error({ code: 'plain_cards_allowed', state: PLAIN })
  const check = buildKeyCheck(parts.config.apiKeys)
  app.addHook('onRequest', async ({ headers }) => check(headers.authorization))
  guardBodies(app)
  const context = (request: FastifyRequest): undefined => observer.note(request, orderIn(request)) as undefined
  mount(app, merchantApi, handlersOf(parts), { context, refuse })
}

/** Said loudly, so that nobody runs a proxy like this without knowing. */
const PLAIN = 'TENDER_PLAIN_CARDS=allowed: card numbers may pass this process in the clear'

/** Characters of an order number; what is longer is none. */
const LONGEST = 32

/** The order number that a request names, in its path or its body. */
function orderIn({ params, body }: FastifyRequest): { order?: string } {
  const { orderNumber } = { ...(Object(body) as object), ...(params as object) } as { orderNumber?: unknown }
  return typeof orderNumber === 'string' && orderNumber.length <= LONGEST ? { order: orderNumber } : {}
}
