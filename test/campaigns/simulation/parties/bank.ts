import { generateKeyPairSync } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { threeDsServerApi } from '#server-contract/three-ds/api.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { silent } from '#ports/journal.ts'
import { mount } from '#router/mount.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { mountAnswers } from '#sandbox/acs/answers.ts'
import { buildChallenges } from '#sandbox/acs/challenges.ts'
import { mountMethod } from '#sandbox/acs/method.ts'
import type { AcsContext } from '#sandbox/acs/context.ts'
import { finishWithRReq } from '#sandbox/acs/results.ts'
import { finishWithPaRes, mountThreeDs1 } from '#sandbox/acs/three-ds-1.ts'
import { mountThreeDs2 } from '#sandbox/acs/three-ds-2.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildTimers } from '#sandbox/gateway/timers.ts'
import { buildBindingTable, type Binding } from '#sandbox/gateway/bindings/binding-table.ts'
import { servePages, toAccessServer } from '#sandbox/gateway/pages/browser-pages.ts'
import { servePaymentPage } from '#sandbox/gateway/pages/payment-page.ts'
import { buildCallbacks } from '#sandbox/gateway/callbacks/callbacks.ts'
import { takeRReq } from '#sandbox/gateway/payments/challenge-end.ts'
import { buildChargeTable } from '#sandbox/gateway/orders/charge-table.ts'
import type { GatewayContext } from '#sandbox/gateway/context.ts'
import { settle } from '#sandbox/gateway/orders/money-back.ts'
import { buildOrderTable, orderTable, type OrderTransition } from '#sandbox/gateway/orders/order-table.ts'
import { buildIssuerRetryQueue } from '#sandbox/gateway/orders/issuer-retry-queue.ts'
import { buildSeal } from '#sandbox/gateway/cards/seal.ts'
import { serveForms, serveJson } from '#sandbox/gateway/serve-merchants.ts'
import { buildTransactionTable } from '#sandbox/gateway/cards/transactions.ts'
import { buildSpentSeals } from '#sandbox/gateway/cards/spent-seals.ts'
import { servePayerApps } from '#sandbox/gateway/methods/methods.ts'
import { codeTable } from '#sandbox/gateway/methods/sbp/codes.ts'
import { buildWalletTokenTable } from '#sandbox/gateway/methods/wallet-token-table.ts'
import { openTables } from '#sandbox/issuer/tables.ts'
import { debitCard } from '#sandbox/issuer/authorizations/debits.ts'
import { seed } from '#sandbox/issuer/seed.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'
import { START } from '../network/time.ts'
import { rewindableStore } from '../network/memory.ts'
import { openOnce } from './opened-tokens.ts'
import { remembering } from './remembering.ts'
import { routeTable } from '../network/routes.ts'

export const gatewayBase = 'https://gateway.example'
export const acsBase = 'https://acs.example'

export const merchant = {
  login: 'shop-api',
  password: 'a-gateway-password',
  token: 'a-gateway-token',
  name: 'Shop',
  mcc: '5499',
  city: 'Vilnius',
  country: 'LT',
  currency: '978',
} as const

export interface BankOptions {
  readonly clock: Clock
  readonly random: Random
  /** Transports callbacks to the merchant, and the access server's results to the gateway. */
  readonly fetch: Fetch
  /** Called for every change of an order. */
  readonly changed: (change: OrderTransition) => void
  /** Whether callbacks are repeated until they are accepted. */
  readonly isPatient: () => boolean
}

/** Failures in a row after which a patient gateway gives up, and after which another one does. */
const [MANY, FEW] = [60, 3]

/** The sandbox's gateway, issuer, access server and wallets on one store, called without HTTP, as in `buildSandbox`. */
export async function openBank({ clock, random, fetch, changed, isPatient }: BankOptions) {
  const store = rewindableStore()
  const journal = silent
  const switches = buildSwitches(store)
  const phones = buildPhones(store, clock)
  const wallets = await buildWallets({ clock, random, store })
  const addresses = () => ({ gateway: gatewayBase, acs: acsBase })
  const paResKey = 'a key of the two'
  const common = { clock, random, journal, switches, fetch, addresses, paResKey, store }
  const issuer = {
    clock,
    random,
    journal,
    tables: openTables(store),
    phones,
    rules: () => 'full' as const,
    bin: '400000',
  }
  seed(issuer, testCards)
  const callback = {
    growth: 1,
    get failures() {
      return isPatient() ? MANY : FEW
    },
  }
  const callbacks = buildCallbacks({ ...common, merchants: [{ ...merchant, callback }] })
  const watch = (change: OrderTransition): void => {
    settle(context, change)
    callbacks.enqueue(change)
    changed(change)
  }
  store.table('gateway-keys').put('seal', smallKey())
  const context: GatewayContext = {
    ...common,
    browserClock: clock,
    issuer: { debitCard: debitCard(issuer) },
    merchants: [merchant],
    wallets: { ...wallets.openers, apple: { ...wallets.openers.apple, open: openOnce() } },
    orders: buildOrderTable({ clock, store, watch, timers: buildTimers(clock, new AbortController().signal) }),
    bindings: callbacks.watching(buildBindingTable(store)),
    charges: buildChargeTable(store),
    issuerRetryQueue: buildIssuerRetryQueue({ ...common, issuer: { debitCard: debitCard(issuer) } }),
    transactions: buildTransactionTable(store),
    seal: await buildSeal(START, store),
    spentSeals: buildSpentSeals(store),
    walletTokens: buildWalletTokenTable(store),
  }
  context.orders.start()
  const [forms, json, pages] = [routeTable(), routeTable(), routeTable()]
  forms.call = remembering(forms.call, store)
  serveForms(forms.app, context, switches, { takesOtherEncodings: false })
  serveJson(json.app, context, switches)
  const { acsRedirect, sealingKeys } = gatewayApi
  mount(
    pages.app,
    { acsRedirect, sealingKeys },
    { acsRedirect: toAccessServer(context), sealingKeys: () => context.seal.keys },
    route,
  )
  mount(pages.app, threeDsServerApi, { rreq: takeRReq(context) }, route)
  servePages(pages.app, context)
  servePayerApps(pages.app, context)
  servePaymentPage(pages.app, context)
  const acs = openAcs({ ...common, cards: testCards, phones })
  store.mark()
  return {
    store,
    context,
    callbacks,
    wallets: wallets as Pick<Wallets, 'applePayToken' | 'googlePayToken'>,
    codes: codeTable(store),
    orders: orderTable(store),
    bindings: store.table<Binding>('gateway-bindings'),
    dialogues: store.table<{ readonly id: string; readonly challenge: { readonly code: string } }>('acs-challenges'),
    tables: [forms, json, pages, acs],
    forms,
    json,
    pages,
    acs,
  }
}

export type Bank = Awaited<ReturnType<typeof openBank>>

const route = {
  context: () => undefined,
  refuse: () => {
    throw new Error('The simulation sent what the schema does not allow')
  },
}

function openAcs(options: AcsContext) {
  const routes = routeTable()
  const { store } = options
  const context = buildChallenges({
    ...options,
    closing: new AbortController().signal,
    finish: (dialogue, outcome) =>
      dialogue.back.protocol === '2'
        ? finishWithRReq(options, dialogue, dialogue.back, outcome)
        : finishWithPaRes(options, dialogue, dialogue.back, outcome),
  })
  mountThreeDs2(routes.app, options, context, mountMethod(routes.app, options, store!))
  mountThreeDs1(routes.app, options, context)
  mountAnswers(routes.app, options, context)
  return routes
}

/** The smallest size for a sealed card: decrypting costs a quarter of the usual key's. */
const BITS = 1280

function smallKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyExpiration: START + 365 * 86_400_000,
  }
}
