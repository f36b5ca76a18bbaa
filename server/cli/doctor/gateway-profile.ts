import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { walletNames, wallets, type WalletName } from '#contract/methods/methods.ts'
import { walletSegments } from '#server-contract/methods/segments.ts'
import { isUndelivered } from '#gateway-client/delivery.ts'
import { operationsOf, pathAt, type GatewayPaths, type OperationName } from '#gateway-client/profiles/profile.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { walletConfigs } from '#proxy/config/methods/methods.ts'
import { transportTo } from '#proxy/transports.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import type { Subject } from './subject.ts'

/** Paths before `/rest/` that public clients of this gateway family use. */
const usualPaths = ['/payment', '', '/ab', '/ab_by'] as const

/**
 * Finds out where the gateway's operations are and which it lacks, and compares that with the settings. An operation is
 * asked without credentials and without fields, so that nothing is read, registered or paid: only whether its address is
 * known to the gateway counts.
 */
export async function checkProfile({ config, ca }: Subject): Promise<readonly Result[]> {
  if (!config) return []
  const fetch = transportTo('gateway', config, ca)
  try {
    const has = probe(fetch, config.gateway.base)
    const { profile } = config.gateway
    if (!(await has(profile, 'getOrderStatusExtended'))) return [await elsewhere(config, has)]
    const found = await Promise.all([
      ...optional.map((feature) => compare(config, has, feature)),
      ...walletNames.map((wallet) => compareWallet(config, has, wallet)),
    ])
    return found.flat()
  } catch (error) {
    // The check of the gateway says why it cannot be reached.
    if (isUndelivered(error) || typeof (error as { code?: unknown }).code === 'string') return []
    throw error
  } finally {
    await fetch.close()
  }
}

type Has = (paths: GatewayPaths, operation: OperationName) => Promise<boolean>

/** Whether an address answers as an operation: an unknown one is 404, another page, or a redirect. */
const probe =
  (fetch: Fetch, base: string): Has =>
  async (paths, name) => {
    const { path, encoding, method } = gatewayApi[name]
    const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    const body = encoding === 'json' ? '{}' : ''
    const sent = method === 'GET' ? {} : { body, headers: { 'content-type': type } }
    const answer = await fetch(base + pathAt(paths, path), { method, headers: {}, ...sent })
    const isPage = /^\s*</.test(await answer.text()) && name !== 'acsRedirect'
    return answer.status !== 404 && !(answer.status >= 300 && answer.status < 400) && !isPage
  }

async function elsewhere({ gateway: { base, profile } }: ProxyConfig, has: Has): Promise<Result> {
  for (const path of usualPaths)
    if (path !== profile.path && (await has({ ...profile, path }, 'getOrderStatusExtended')))
      return fail(
        `the gateway's operations are not below ${base}${profile.path}, but below ${base}${path}`,
        `Set TENDER_GATEWAY_URL=${base}${path || '/rest'}`,
      )
  return fail(
    `no operations below ${base}${profile.path}, nor at the usual paths`,
    'Ask the bank for the address of register.do, and set TENDER_GATEWAY_URL to what comes before /rest/',
  )
}

interface Feature {
  readonly operation: OperationName
  readonly what: string
  /** Whether the settings use it. */
  readonly isUsed: (config: ProxyConfig) => boolean
  /** What to do where it is used and absent. */
  readonly todo: string
}

const optional: readonly Feature[] = [
  {
    operation: 'acsRedirect',
    what: 'acsRedirect.do, which leads the whole page to the bank',
    isUsed: ({ acsRedirect }) => acsRedirect === 'gateway',
    todo: 'Set TENDER_ACS_REDIRECT=post, or ask the bank to enable it',
  },
  {
    operation: 'motoPayment',
    what: 'mail and telephone orders',
    isUsed: ({ gateway }) => !gateway.profile.absent.includes('motoPayment'),
    todo: 'Add motoPayment to TENDER_GATEWAY_ABSENT, or ask the bank to enable it',
  },
  {
    operation: 'recurrentPayment',
    what: 'recurrent payments',
    isUsed: ({ gateway }) => !gateway.profile.absent.includes('recurrentPayment'),
    todo: 'Add recurrentPayment to TENDER_GATEWAY_ABSENT, or ask the bank to enable it',
  },
]

async function compare(config: ProxyConfig, has: Has, feature: Feature): Promise<readonly Result[]> {
  const { operation, what, isUsed, todo } = feature
  const isThere = await has(config.gateway.profile, operation)
  if (isThere) return isUsed(config) ? [ok(`the gateway has ${what}`)] : []
  if (!isUsed(config)) return []
  const found = `the gateway has no ${what}`
  return [operation === 'acsRedirect' ? fail(found, todo) : warn(found, todo)]
}

async function compareWallet(config: ProxyConfig, has: Has, wallet: WalletName): Promise<readonly Result[]> {
  if (!config.walletSettings.offers[wallet]) return []
  const { profile } = config.gateway
  const [operation] = operationsOf(wallet)
  const { label } = wallets[wallet]
  if (await has(profile, operation!)) return [ok(`the gateway has ${label}`)]
  const { family, specified } = walletSegments[wallet]
  for (const other of [family, specified])
    if (await has({ ...profile, segments: { ...profile.segments, [wallet]: other } }, operation!))
      return [
        fail(
          `the gateway's segment of ${label} is ${other}, not ${profile.segments[wallet]}`,
          `Set ${walletConfigs[wallet].segment}=${other}`,
        ),
      ]
  return [fail(`the gateway has no ${label}`, 'Ask the bank to enable it, or remove its variables')]
}
