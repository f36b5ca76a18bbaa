import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Journal } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { sandboxCodes, sandboxWallets } from '#proxy/config/methods/methods.ts'
import type { SandboxCredentials } from '#sandbox/build-sandbox.ts'
import {
  buildProxy,
  loadDocuments,
  loadScriptTag,
  memoryLocks,
  openReleases,
  readConfig,
  undiciFetch,
  type Authenticate,
  type LockStore,
} from '../server/index.ts'
import { secrets, SHOP_NAME, type Addresses, type Secrets } from './addresses.ts'

/** Turns off the limits against card testing: one visitor of the demo tries all the cards many times. */
const roomy = {
  TENDER_LIMIT_CARDS: 'none',
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
}

type Login = Pick<SandboxCredentials['gateway'], 'userName' | 'password'>

/** The login with its password, or the login alone where the variables have a token. */
const loginOf = ({ userName, password }: Login, env: ProxyOptions['env']) =>
  env?.['TENDER_GATEWAY_TOKEN']
    ? { TENDER_GATEWAY_MERCHANT: userName }
    : { TENDER_GATEWAY_USERNAME: userName, TENDER_GATEWAY_PASSWORD: password }

/** What differs between the proxies of a stack. */
export interface ProxyOptions {
  readonly log?: (line: string) => void
  readonly env?: Readonly<Record<string, string>>
  readonly authenticate?: Authenticate
  readonly dist: string
  /** The address that it listens at; defaults to the one that browsers use. */
  readonly listensAt?: string
  readonly locks?: LockStore
  /** Receives what is to be closed after the proxy. */
  readonly afterwards: (() => Promise<void>)[]
}

/** The variables of the proxy of a shop. */
export const environmentOf = (
  addresses: Addresses,
  credentials: Login,
  secrets: Secrets,
  env: ProxyOptions['env'],
): Readonly<Record<string, string>> => ({
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
  ...sandboxWallets(SHOP_NAME, addresses.wallets),
  ...(!env?.['TENDER_GATEWAY_TOKEN'] && sandboxCodes),
  ...env,
})

export async function startProxy(
  addresses: Addresses,
  credentials: SandboxCredentials['gateway'],
  journal: Journal,
  { log, env, authenticate, dist, listensAt = addresses.proxy, locks, afterwards }: ProxyOptions,
): Promise<FastifyInstance> {
  const { config, errors } = readConfig(environmentOf(addresses, credentials, secrets, env))
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

/** Lets a server listen at its address. */
export async function listen(app: FastifyInstance, address: string): Promise<void> {
  const { hostname, port } = new URL(address)
  await app.listen({ host: hostname, port: Number(port) })
}
