import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { threeDsServerApi } from '#server-contract/three-ds/api.ts'
import { describeApi } from '#router/describe.ts'
import { mount, readForms } from '#router/mount.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { serveMessages } from '#sandbox/three-ds-2/serve-messages.ts'
import type { ProfileName } from '#gateway-client/profiles/profiles.ts'
import { addressesOf, imitate } from './profiles/imitate.ts'
import { imitations } from './profiles/imitations.ts'
import { buildTimers } from './timers.ts'
import { buildBindingTable } from './bindings/binding-table.ts'
import { servePages, toAccessServer } from './pages/browser-pages.ts'
import { buildCallbacks } from './callbacks/callbacks.ts'
import { takeRReq } from './payments/challenge-end.ts'
import { buildChargeTable } from './orders/charge-table.ts'
import type { GatewayContext } from './context.ts'
import { noteExchanges } from './exchange-notes.ts'
import { fieldRefusal } from './errors/field-refusal.ts'
import { keepRefusedHold, settle } from './orders/money-back.ts'
import { buildOrderTable, type OrderTransition } from './orders/order-table.ts'
import { orderNames } from './orders/order-names.ts'
import { buildIssuerRetryQueue } from './orders/issuer-retry-queue.ts'
import { describeOptions } from './errors/error-responses.ts'
import { answerRefusals } from './errors/refusal-shape.ts'
import { answerFailures, failure } from './errors/unreadable.ts'
import { buildSeal } from './cards/seal.ts'
import { buildSpentSeals } from './cards/spent-seals.ts'
import { serveForms, serveJson } from './serve-merchants.ts'
import { buildTransactionTable } from './cards/transactions.ts'
import { servePaymentPage } from './pages/payment-page.ts'
import { servePayerApps } from './methods/methods.ts'
import { buildWalletTokenTable } from './methods/wallet-token-table.ts'

/** Dependencies of the gateway; it builds the rest of its context itself. */
export type GatewayOptions = Omit<
  GatewayContext,
  | 'orders'
  | 'acknowledgeWithin'
  | 'takesNoCards'
  | 'bindings'
  | 'charges'
  | 'issuerRetryQueue'
  | 'transactions'
  | 'seal'
  | 'spentSeals'
  | 'walletTokens'
  | 'browserClock'
  | 'store'
> & {
  /** Absent, browsers have the gateway's clock. */
  readonly browserClock?: GatewayContext['browserClock']
  /** Where the state is stored; when absent, it starts empty and is lost with the process. */
  readonly store?: Store
  /** `by-clock`: scheduled changes happen at their time; otherwise when the order is next read. */
  readonly timing?: 'by-clock' | 'when-read'
  /** The kind of system that it answers as; as the specifications describe it when absent. */
  readonly profile?: ProfileName
}

const about = { title: 'Online gateway', version: '1', description: 'What the sandbox gateway answers.' }

/** The online gateway with its 3DS server; does not listen. */
export async function buildGateway({
  store = memoryStore(),
  timing,
  profile = 'current',
  ...options
}: GatewayOptions): Promise<FastifyInstance> {
  const { clock, switches } = options
  const closing = new AbortController()
  const callbacks = buildCallbacks({ ...options, store })
  const watch = (change: OrderTransition): void => {
    settle(context, change)
    callbacks.enqueue(change)
  }
  const timers = () => (timing === 'by-clock' ? { timers: buildTimers(clock, closing.signal) } : {})
  const imitation = imitations[profile]
  const { acknowledgeWithin, cardsInPage } = imitation
  const context: GatewayContext = {
    browserClock: clock,
    ...options,
    store,
    ...(acknowledgeWithin !== undefined && { acknowledgeWithin }),
    ...(!cardsInPage && { takesNoCards: true }),
    orders: buildOrderTable({ clock, store, watch, ...timers() }),
    bindings: callbacks.watching(buildBindingTable(store)),
    charges: buildChargeTable(store),
    issuerRetryQueue: buildIssuerRetryQueue({
      ...options,
      store,
      over: (...what) => keepRefusedHold(context, ...what),
      ...timers(),
    }),
    transactions: buildTransactionTable(store),
    seal: await buildSeal(clock.now(), store),
    spentSeals: buildSpentSeals(store),
    walletTokens: buildWalletTokenTable(store),
  }
  switches.learnNames(orderNames(store))
  const specified = addressesOf(imitation)
  const app = fastify({
    forceCloseConnections: true,
    rewriteUrl: ({ url }) => specified(url),
    frameworkErrors: (_, __, reply) => void (reply as FastifyReply).code(400).send(failure(400)),
  })
  answerFailures(app, options.journal)
  imitate(app, imitation)
  app.addHook('onReady', async () => {
    callbacks.start()
    context.orders.start()
    context.issuerRetryQueue.start()
  })
  app.addHook('onClose', async () => {
    closing.abort()
    callbacks.close()
  })
  app.get('/openapi.json', () => describeApi(gatewayApi, about, describeOptions))
  await app.register(async (scope) => serveForms(scope, context, switches, imitation))
  await app.register(async (scope) => serveJson(scope, context, switches))
  await app.register(async (scope) => serveMessages(scope, threeDsServerApi, { rreq: takeRReq(context) }, 'S'))
  await app.register(async (scope) => serveBrowsers(scope, context))
  return app
}

const { acsRedirect, sealingKeys } = gatewayApi

function serveBrowsers(app: FastifyInstance, context: GatewayContext): void {
  app.removeAllContentTypeParsers()
  readForms(app)
  answerRefusals(app)
  noteExchanges(app, context.journal)
  mount(
    app,
    { acsRedirect, sealingKeys },
    { acsRedirect: toAccessServer(context), sealingKeys: () => context.seal.keys },
    {
      context: () => undefined,
      refuse(problem, operation, _, { language }) {
        throw fieldRefusal(operation, problem, language)
      },
    },
  )
  servePages(app, context)
  servePaymentPage(app, context)
  servePayerApps(app, context)
}
