import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildJournal, type Journal } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { pino } from 'pino'
import {
  buildProxy,
  loadDocuments,
  loadScriptTag,
  memoryLocks,
  merchantClient,
  openReleases,
  readConfig,
  signOrder,
  stop,
  undiciFetch,
  type Authenticate,
  type LockStore,
  type OrderClaims,
} from '../server/index.ts'
import { buildSandbox } from '#sandbox/build-sandbox.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { Phones } from '#sandbox/phones/inbox.ts'
import type { Switches } from '#sandbox/scenario/scenario.ts'
import type { ShiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { serveBench } from './bench/serve-bench.ts'
import { buildDocs } from './docs/build-docs.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { serveOperator } from './operator/serve-operator.ts'
import { buildOwnThreeDs } from './own-three-ds.ts'
import { ownWalletKeys } from './own-wallet-keys.ts'
import { freePorts } from './ports.ts'
import { servePlayground } from './playground/serve-playground.ts'
import { rememberRegular } from './regular.ts'
import { seenOrders } from './seen-orders.ts'
import { buildShop } from './shop/build-shop.ts'
import { serveSpa } from './spa/serve-spa.ts'

/** The servers' base addresses, without a trailing slash. The shop and the proxy are different sites. */
export interface Addresses {
  readonly shop: string
  readonly proxy: string
  readonly gateway: string
  readonly issuing: string
  readonly acs: string
  readonly console: string
  /** The sheets of the sandbox's wallets. */
  readonly wallets: string
}

/** Secrets of the demo, public on purpose. */
export const secrets = {
  ticketSecret: 'sandbox-ticket-secret-known-to-everybody',
  apiKey: 'sandbox-api-key-known-to-everybody',
  signingSecret: 'sandbox-signing-secret-known-to-everybody',
  webhookSecret: `whsec_${Buffer.from('sandbox-webhook-secret-known-to-everybody').toString('base64')}`,
} as const

/** A child of the demo's merchant, which a ticket may name as `merchantLogin`, or by its number as `merchantInn`. */
const branch = { login: 'branch-api', password: 'branch-password', parent: 'sandbox-api', inn: '7700000001' }

/** All servers from a shop's page to the issuer, on this machine. */
export interface Stack {
  readonly addresses: Addresses
  readonly credentials: Awaited<ReturnType<typeof buildSandbox>>['credentials']
  readonly switches: Switches
  /** The sandbox's clock, which can be advanced. */
  readonly clock: ShiftedClock
  /** The cardholders' phones. */
  readonly phones: Phones
  readonly journal: Journal
  /** Stops the proxy and starts a new one at the same address, with an empty memory; throws when `inFront` is set. */
  restartProxy(): Promise<void>
  close(): Promise<void>
}

export interface StackOptions {
  /** First of seven ports in a row; 0 takes any free ones. */
  readonly port: number
  /** Lines of the proxy's log. */
  readonly log?: (line: string) => void
  /** Additional environment variables of the proxy. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * The merchant's own 3-D Secure server, whose results the gateway then accepts; `demo` is one that asks the sandbox's
   * access server.
   */
  readonly authenticate?: Authenticate | 'demo' | false
  /** Starts something else at the proxy's address, such as a load balancer with several proxies behind it. */
  readonly inFront?: (address: string, start: StartProxy) => Promise<{ close(): Promise<void> }>
  /** Whether the proxy decrypts the wallets' tokens itself, with the merchant's own keys. */
  readonly opensWallets?: boolean
}

/** Starts a proxy from a built `dist` that listens at its own address; all of them share one lock store. */
export type StartProxy = (dist: string, listensAt: string) => Promise<FastifyInstance>

const dist = join(import.meta.dirname, '..', 'dist')

/** Builds and starts all servers, each on its own origin and a real socket. */
export async function openStack({ port, ...options }: StackOptions): Promise<Stack> {
  const addresses = addressesOn(await freePorts(7, port))
  const journal = buildJournal(systemClock)
  const store = memoryStore()
  const sandbox = await buildSandbox({
    clock: systemClock,
    random: systemRandom,
    journal,
    store,
    fetch: (request) => fetch(request),
    addresses: () => addresses,
    merchants: [branch],
    ...(options.authenticate && { permissions: ['externalThreeDs'] }),
  })
  rememberRegular(store, sandbox.credentials.gateway.userName)
  const shop = await openShop(addresses, sandbox)
  const authenticate =
    options.authenticate === 'demo' ? demoThreeDs(addresses, shop) : options.authenticate || undefined
  const env = {
    ...(options.opensWallets && ownWalletKeys(sandbox.wallets.openers)),
    ...(authenticate && { TENDER_PLAIN_CARDS: 'allowed' }),
    ...options.env,
  }
  const afterwards: (() => Promise<void>)[] = []
  const start = (given: Omit<ProxyOptions, 'authenticate' | 'afterwards'>): Promise<FastifyInstance> =>
    startProxy(addresses, sandbox.credentials.gateway, journal, {
      ...given,
      afterwards,
      ...(authenticate && { authenticate }),
    })
  const openProxy = (): Promise<FastifyInstance> => start({ ...options, env, dist })
  // Without `remembersFor`, as in a store that outlives every proxy.
  const { remembersFor: _, ...locks }: LockStore = memoryLocks(systemClock)
  const front = await options.inFront?.(addresses.proxy, (dist, listensAt) =>
    start({ ...options, env, dist, listensAt, locks }),
  )
  let proxy = front ?? (await openProxy())
  await listen(shop, addresses.shop)
  await listen(sandbox.gateway, addresses.gateway)
  await listen(sandbox.issuer, addresses.issuing)
  await listen(sandbox.acs, addresses.acs)
  await listen(sandbox.console, addresses.console)
  await listen(sandbox.sheets, addresses.wallets)
  return {
    addresses,
    journal,
    credentials: sandbox.credentials,
    switches: sandbox.switches,
    clock: sandbox.clock,
    phones: sandbox.phones,
    async restartProxy() {
      if (front) throw new Error('What stands in front of the proxies restarts them.')
      await stop(proxy as FastifyInstance)
      proxy = await openProxy()
    },
    async close() {
      // First, since it finishes its webhooks, for which it reads the gateway and calls the shop.
      await proxy.close()
      await Promise.all([shop.close(), sandbox.close(), ...afterwards.map((close) => close())])
    },
  }
}

/** The demo's own 3-D Secure server, a part of the shop's. */
function demoThreeDs(addresses: Addresses, shop: FastifyInstance): Authenticate {
  const send = (request: Request): Promise<Response> => fetch(request)
  const own = buildOwnThreeDs({ addresses: () => addresses, random: systemRandom, fetch: send, cards: testCards })
  own.serve(shop)
  return own.authenticate
}

/** The shop's server, with all its pages. */
async function openShop(
  addresses: Addresses,
  sandbox: Pick<Stack, 'credentials' | 'clock' | 'switches'>,
): Promise<FastifyInstance> {
  const send = (request: Request): Promise<Response> => fetch(request)
  const common = {
    random: systemRandom,
    addresses: () => addresses,
    sign: (claims: OrderClaims) => signOrder(claims, secrets.ticketSecret),
    seen: seenOrders(),
    merchant: merchantClient({ base: addresses.proxy, apiKey: secrets.apiKey, fetch: send }),
  }
  const shop = await buildShop({
    ...common,
    cards: testCards,
    webhookSecret: secrets.webhookSecret,
    assets: join(dist, 'demo'),
  })
  serveOperator(shop, { ...common, password: secrets.apiKey })
  serveSpa(shop, common)
  servePlayground(shop, { ...common, cards: testCards, switches: sandbox.switches })
  serveDocs(shop, buildDocs)
  await serveBench(shop, {
    issuing: () => addresses.issuing,
    credentials: sandbox.credentials.issuing,
    fetch: send,
    cards: testCards,
    clock: sandbox.clock,
  })
  return shop
}

const addressesOn = ([shop, proxy, gateway, issuing, acs, console, wallets]: readonly number[]): Addresses => ({
  shop: `http://localhost:${shop}`,
  proxy: `http://127.0.0.1:${proxy}`,
  gateway: `http://127.0.0.1:${gateway}`,
  issuing: `http://127.0.0.1:${issuing}`,
  acs: `http://127.0.0.1:${acs}`,
  console: `http://127.0.0.1:${console}`,
  wallets: `http://127.0.0.1:${wallets}`,
})

/** Turns off the limits against card testing: one visitor of the demo tries all the cards many times. */
const roomy = {
  TENDER_LIMIT_CARDS: 'none',
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_HASTE_MS: 'none',
}

/** Both wallets, with the sandbox's sheets in their place. */
const sandboxWallets = ({ wallets }: Addresses): Readonly<Record<string, string>> => ({
  TENDER_APPLE_PAY_NAME: 'Kettle & Cup',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_SHEET: `${wallets}/applePay`,
  TENDER_GOOGLE_PAY_NAME: 'Kettle & Cup',
  TENDER_GOOGLE_PAY_COUNTRY: 'LT',
  TENDER_GOOGLE_PAY_SHEET: `${wallets}/googlePay`,
})

/** The login with its password, or the login alone where the variables have a token. */
const loginOf = ({ userName, password }: Stack['credentials']['gateway'], env: StackOptions['env']) =>
  env?.['TENDER_GATEWAY_TOKEN']
    ? { TENDER_GATEWAY_MERCHANT: userName }
    : { TENDER_GATEWAY_USERNAME: userName, TENDER_GATEWAY_PASSWORD: password }

interface ProxyOptions extends Pick<StackOptions, 'log' | 'env'> {
  readonly authenticate?: Authenticate
  readonly dist: string
  /** The address that it listens at; defaults to the one that browsers use. */
  readonly listensAt?: string
  readonly locks?: LockStore
  /** Receives what is to be closed after the proxy. */
  readonly afterwards: (() => Promise<void>)[]
}

async function startProxy(
  addresses: Addresses,
  credentials: Stack['credentials']['gateway'],
  journal: Journal,
  { log, env, authenticate, dist, listensAt = addresses.proxy, locks, afterwards }: ProxyOptions,
): Promise<FastifyInstance> {
  const { config, errors } = readConfig({
    TENDER_PUBLIC_URL: addresses.proxy,
    TENDER_GATEWAY_URL: addresses.gateway,
    ...loginOf(credentials, env),
    TENDER_TICKET_SECRET: secrets.ticketSecret,
    TENDER_SHOP_ORIGINS: addresses.shop,
    TENDER_API_KEYS: secrets.apiKey,
    TENDER_BRAND_PARAM: 'paymentSystem',
    TENDER_WEBHOOK_URL: `${addresses.shop}/webhooks`,
    TENDER_SIGNING_SECRET: secrets.signingSecret,
    TENDER_WEBHOOK_SECRET: secrets.webhookSecret,
    ...roomy,
    ...sandboxWallets(addresses),
    ...env,
  })
  if (errors) throw new Error(errors.join('\n'))
  const send = undiciFetch({ timeoutMs: config.gateway.timeoutMs })
  const context = {
    clock: systemClock,
    random: systemRandom,
    logger: log ? pino({ base: null }, { write: log }) : (false as const),
    documents: await loadDocuments(dist),
    scriptTag: await loadScriptTag(dist),
  }
  const releases = await openReleases(config, context)
  const proxy = await buildProxy(config, {
    ...context,
    fetch: send,
    journal,
    locks: locks ?? memoryLocks(systemClock),
    ...(releases && { releases }),
    challenge: 'proof-of-work',
    ...(authenticate && { authenticate }),
  })
  // Not an onClose hook: Fastify would run it before the proxy's own hooks, which still send.
  afterwards.push(async () => {
    releases?.close()
    await send.close()
  })
  await listen(proxy, listensAt)
  return proxy
}

async function listen(app: FastifyInstance, address: string): Promise<void> {
  const { hostname, port } = new URL(address)
  await app.listen({ host: hostname, port: Number(port) })
}
