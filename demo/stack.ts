import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildJournal, type Journal } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { memoryLocks, stop, type Authenticate, type LockStore } from '../server/index.ts'
import { buildSandbox } from '#sandbox/build-sandbox.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import type { Phones } from '#sandbox/phones/inbox.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import type { ShiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { addressesOn, SHOP_NAME, type Addresses } from './addresses.ts'
import { buildOwnThreeDs } from './own-three-ds.ts'
import { ownWalletKeys } from './own-wallet-keys.ts'
import { openShop } from './open-shop.ts'
import { freePorts } from './ports.ts'
import { rememberRegular } from './regular.ts'
import { serveReload } from './reload.ts'
import { listen, startProxy, type ProxyOptions } from './start-proxy.ts'

export { secrets } from './addresses.ts'

const MERCHANT = 'sandbox-api'

/** A child of the demo's merchant, which a ticket may name as `merchantLogin`, or by its number as `merchantInn`. */
const branch = { login: 'branch-api', password: 'branch-password', parent: MERCHANT, inn: '7700000001' }

/** All servers from a shop's page to the issuer, on this machine. */
export interface Stack {
  readonly addresses: Addresses
  readonly credentials: Awaited<ReturnType<typeof buildSandbox>>['credentials']
  readonly switches: Switches
  /** The sandbox's clock, which can be advanced. */
  readonly clock: ShiftedClock
  readonly phones: Phones
  readonly journal: Journal
  /** Stops the proxy and starts a new one at the same address, with an empty memory; throws when `inFront` is set. */
  restartProxy(): Promise<void>
  close(): Promise<void>
}

export interface StackOptions {
  /** First of seven ports in a row, or each of them; 0 takes any free ones. */
  readonly port: number | readonly number[]
  readonly log?: (line: string) => void
  /** Additional environment variables of the proxy. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * The merchant's own 3-D Secure server, whose results the gateway then accepts; `demo` is one that asks the sandbox's
   * access server.
   */
  readonly authenticate?: Authenticate | 'demo' | false
  /** Starts something else at the proxy's address, such as a load balancer with several proxies behind it. */
  readonly inFront?: (
    address: string,
    start: StartProxy,
    addresses: Addresses,
    credentials: Stack['credentials']['gateway'],
  ) => Promise<{ close(): Promise<void> }>
  /** Merchants of the gateway besides the demo's own. */
  readonly merchants?: readonly MerchantSettings[]
  /** Whether every checkout shows the sandbox's help, in place of what the pages have of it. */
  readonly help?: boolean
  /** Whether the shop's pages reload once they come from another start. */
  readonly reload?: boolean
  /** Origins of shops besides the demo's own, which may show the sandbox's wallets as well. */
  readonly shops?: readonly string[]
  /** Whether the proxy decrypts the wallets' tokens itself, with the merchant's own keys. */
  readonly opensWallets?: boolean
}

/** Starts a proxy from a built `dist` that listens at its own address; all of them share one lock store. */
export type StartProxy = (dist: string, listensAt: string) => Promise<FastifyInstance>

const dist = join(import.meta.dirname, '..', 'dist')

/** Builds and starts all servers, each on its own origin and a real socket. */
export async function openStack({ port, ...options }: StackOptions): Promise<Stack> {
  const addresses = addressesOn(typeof port === 'number' ? await freePorts(7, port) : port)
  const journal = buildJournal(systemClock)
  const store = memoryStore()
  const sandbox = await buildSandbox({
    clock: systemClock,
    random: systemRandom,
    journal,
    store,
    fetch,
    addresses: () => ({ ...addresses, shop: [addresses.shop, ...(options.shops ?? [])] }),
    merchants: [{ login: MERCHANT, name: SHOP_NAME }, branch, ...(options.merchants ?? [])],
    ...(options.authenticate && { permissions: ['externalThreeDs'] }),
  })
  rememberRegular(store, sandbox.credentials.gateway.userName)
  const shop = await openShop(dist, addresses, { ...sandbox, hasHelp: options.help ?? false })
  if (options.reload) serveReload(shop)
  const authenticate =
    options.authenticate === 'demo' ? demoThreeDs(addresses, shop) : options.authenticate || undefined
  const env = {
    ...(options.opensWallets && ownWalletKeys(sandbox.wallets.openers)),
    ...(authenticate && { TENDER_PLAIN_CARDS: 'allowed' }),
    ...(options.help && { TENDER_SANDBOX_CONSOLE: addresses.console }),
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
  const { remembersFor: _, ...memory }: LockStore = memoryLocks(systemClock)
  const locks: LockStore = memory
  const again: StartProxy = (dist, listensAt) => start({ ...options, env, dist, listensAt, locks })
  const front = await options.inFront?.(addresses.proxy, again, addresses, sandbox.credentials.gateway)
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
  const own = buildOwnThreeDs({ addresses: () => addresses, random: systemRandom, fetch, cards: testCards })
  own.serve(shop)
  return own.authenticate
}
