import type { FastifyInstance } from 'fastify'
import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { ProfileName } from '#gateway-client/profiles/profiles.ts'
import { rawIssuingClient, type RawIssuingClient } from '#issuing-client/raw-client.ts'
import type { Journal } from '#ports/journal.ts'
import { guardServer } from '#ports/server-guard.ts'
import { buildAcs } from '#sandbox/acs/build-acs.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildGateway } from '#sandbox/gateway/build-gateway.ts'
import { listOrders, orderNames } from '#sandbox/gateway/orders/order-names.ts'
import type { Merchant } from '#sandbox/gateway/merchants/merchants.ts'
import { usualPermissions, type Permission } from '#sandbox/gateway/merchants/permissions.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import { readMerchants, type StandardMerchant } from '#sandbox/merchants/read-merchants.ts'
import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import { buildSwitches, type Switches } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock, type ShiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { buildPhones, type Phones } from '#sandbox/phones/inbox.ts'
import { kept } from '#sandbox/store/kept.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { buildSheets } from '#sandbox/wallets/build-sheets.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'

/** Base addresses of all parties, without a trailing slash. */
export interface Addresses {
  readonly gateway: string
  readonly issuing: string
  readonly acs: string
  readonly console: string
  /** Origins whose pages may read the console and open the wallets' sheets; when absent, no page may. */
  readonly shop?: string | readonly string[]
}

export interface SandboxOptions {
  /** The base of the sandbox's own clock, which may be moved forward. */
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  /** Sends the requests between the parties, and the gateway's callbacks to the merchant. */
  readonly fetch: Fetch
  /** Read at each use, since ports may be known only after listening. */
  readonly addresses: () => Addresses
  /** Where the state is stored; when absent, it starts empty and is lost with the process. */
  readonly store?: Store
  /** Permissions of the merchant beside the usual ones; none when absent. */
  readonly permissions?: readonly Permission[]
  /** Merchants beside that of {@link Sandbox.credentials}; an entry with its login changes that one. */
  readonly merchants?: readonly MerchantSettings[]
  /** The kind of gateway that it answers as. */
  readonly profile?: ProfileName
  /** `production` throws; when absent, NODE_ENV is used. */
  readonly env?: string
}

/** The simulated servers of a payment; none of them listens yet. */
export interface Sandbox {
  readonly gateway: FastifyInstance
  readonly issuer: FastifyInstance
  readonly acs: FastifyInstance
  readonly console: FastifyInstance
  /** The wallets' sheets, at `/applePay` and `/googlePay`. */
  readonly sheets: FastifyInstance
  readonly switches: Switches
  /** The clock of all its parties. */
  readonly clock: ShiftedClock
  readonly credentials: SandboxCredentials
  readonly wallets: Wallets
  readonly phones: Phones
  /** Closes every server. */
  close(): Promise<void>
}

export interface SandboxCredentials {
  readonly gateway: { readonly userName: string; readonly password: string; readonly token: string }
  readonly issuing: { readonly login: string; readonly password: string; readonly bin: string }
}

/** Fixed and public, so that no one takes them for secrets. */
const issuing: SandboxCredentials['issuing'] = {
  login: 'sandbox-issuing',
  password: 'sandbox-issuing-password',
  bin: '400000',
}

/** Fixed and public too. */
const standard: StandardMerchant = {
  login: 'sandbox-api',
  password: 'sandbox-password',
  token: 'sandbox-token',
  name: 'Sandbox Shop',
  mcc: '5499',
  city: 'Vilnius',
  country: 'LT',
  currency: '978',
}

/** Builds gateway, issuer, access server, console and wallets. Throws in production: it approves unpaid payments. */
export async function buildSandbox({ env = process.env['NODE_ENV'], ...options }: SandboxOptions): Promise<Sandbox> {
  if (env === 'production')
    throw new Error('The sandbox does not run in production (NODE_ENV): it approves payments that nobody pays')
  const { random, journal, fetch, addresses, store = memoryStore(), permissions = [] } = options
  const merchants = readMerchants(options.merchants ?? [], {
    ...standard,
    permissions: [...usualPermissions, ...permissions],
  })
  requireKnown(store, merchants)
  const clock = shiftedClock(options.clock, store)
  const switches = buildSwitches(store)
  const phones = buildPhones(store, clock)
  const wallets = await buildWallets({ clock, random, store })
  const paResKey = kept(store.table<string>('shared-keys'), 'PaRes', () =>
    Buffer.from(random.bytes(32)).toString('base64url'),
  )
  const allowedOrigins = (): readonly string[] => [addresses().shop ?? []].flat()
  const common = { clock, random, journal, switches, fetch, addresses, paResKey, store }
  const servers = {
    gateway: await buildGateway({
      ...common,
      browserClock: options.clock,
      issuer: issuerOf(options),
      merchants,
      wallets: wallets.openers,
      timing: 'by-clock',
      ...(options.profile && { profile: options.profile }),
    }),
    issuer: await buildIssuer({
      clock,
      random,
      journal,
      store,
      phones,
      rules: () => switches.read().issuing,
      lists: () => switches.read().issuingLists,
      cards: testCards,
      credentials: issuing,
    }),
    acs: buildAcs({ ...common, cards: testCards, issuer: cardsOf(options), phones }),
    console: buildConsole({
      clock,
      phones,
      journal,
      switches,
      cards: testCards,
      orders: { all: () => listOrders(store), numberOf: orderNames(store) },
      allowedOrigins,
    }),
    sheets: buildSheets({ wallets, journal, cards: testCards, allowedOrigins }),
  }
  for (const { server } of Object.values(servers)) guardServer(server, () => Object.values(addresses()).flat())
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  }
  return { ...servers, switches, clock, credentials: credentialsOf(merchants[0]), wallets, phones, close }
}

const credentialsOf = ({ login, password, token }: StandardMerchant): SandboxCredentials => ({
  gateway: { userName: login, password, token },
  issuing,
})

/** The gateway's client of the issuer, whose address may not be known yet. */
function issuerOf(
  options: SandboxOptions,
): Pick<RawIssuingClient, 'debitCard' | 'reversal' | 'reversalAdvice' | 'completion'> {
  const issuer = lateIssuer(options)
  return {
    debitCard: (request, signal) => issuer().debitCard(request, signal),
    reversal: (request, signal) => issuer().reversal(request, signal),
    reversalAdvice: (request, signal) => issuer().reversalAdvice(request, signal),
    completion: (request, signal) => issuer().completion(request, signal),
  }
}

/** The access server's client of the issuer. */
const cardsOf = (options: SandboxOptions): Pick<RawIssuingClient, 'getCardData'> => ({
  getCardData: (request, signal) => lateIssuer(options)().getCardData(request, signal),
})

const lateIssuer =
  ({ addresses, fetch }: SandboxOptions) =>
  (): RawIssuingClient =>
    rawIssuingClient(addresses().issuing, issuing, fetch)

/** Throws if the merchant of a stored order is not configured: the order could be neither paid nor reported. */
function requireKnown(store: Store, merchants: readonly Merchant[]): void {
  const known = new Set(merchants.map(({ login }) => login))
  const order = listOrders(store).find(({ merchant }) => !known.has(merchant))
  if (order)
    throw new Error(
      `Order ${order.orderNumber} of what is remembered is of the merchant “${order.merchant}”, whom nobody names now: start with the merchants that it was made with`,
    )
}
