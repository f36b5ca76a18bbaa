import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#demo/ports.ts'
import { chanceOf } from '../simulation/chance.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { openNetwork, type GatewayNetwork, type NetworkConditions } from './gateway-network.ts'
import { openMerchant, type Merchant } from './merchant.ts'
import { openRedis, type OwnRedis } from '../../support/own-redis.ts'
import { openShops, type Shops } from './shopper.ts'
import { proxyProcess, startSandbox, type ProxyProcess, type Sandbox } from './tender.ts'

/** All parties on sockets of their own: two proxies behind a balancer, Redis, the gateway, a merchant. */
export interface Stack {
  readonly redis: OwnRedis
  readonly sandbox: Sandbox
  readonly proxies: readonly [ProxyProcess, ProxyProcess]
  readonly balancer: Balancer
  readonly network: GatewayNetwork
  readonly merchant: Merchant
  readonly shops: Shops
  close(): Promise<void>
}

export const ticketSecret = 'a-ticket-secret-of-the-sockets-suite-32'
export const shop = 'http://localhost:8099'
const webhookSecret = `whsec_${Buffer.from('a-webhook-secret-of-the-sockets').toString('base64')}`

/** Milliseconds, shorter than the defaults so that a lost answer is over within a test. */
export const limits = { gateway: 1000, lockTtl: 4500 } as const

/** Opens the stack; the seed determines all random events. */
export async function openStack(conditions: NetworkConditions, seed: number): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'sockets-'))
  const [one, other] = (await freePorts(2, 0)) as [number, number]
  const [redis, sandbox, merchant, balancer] = await Promise.all([
    openRedis(folder),
    startSandbox(),
    openMerchant(webhookSecret, chanceOf(seed, 'merchant')),
    openBalancer([one, other]),
  ])
  const network = await openNetwork(() => sandbox.gateway, conditions, chanceOf(seed, 'road'))
  const origin = `http://127.0.0.1:${balancer.port}`
  const env = environment({ origin, network, merchant, redis, sandbox })
  const proxies = [proxyProcess(one, env), proxyProcess(other, env)] as const
  await Promise.all(proxies.map((proxy) => proxy.start()))
  const shops = openShops(origin)
  return {
    redis,
    sandbox,
    proxies,
    balancer,
    network,
    merchant,
    shops,
    async close() {
      await shops.close()
      await Promise.all([...proxies.map((proxy) => proxy.stop('SIGKILL')), redis.stop('SIGKILL'), sandbox.stop()])
      for (const party of [balancer, network, merchant]) party.close()
      rmSync(folder, { recursive: true })
    },
  }
}

interface Neighbours extends Pick<Stack, 'network' | 'merchant' | 'redis' | 'sandbox'> {
  readonly origin: string
}

const environment = ({ origin, network, merchant, redis, sandbox }: Neighbours): Readonly<Record<string, string>> => ({
  TENDER_PUBLIC_URL: origin,
  TENDER_SHOP_ORIGINS: shop,
  TENDER_GATEWAY_URL: network.address,
  TENDER_GATEWAY_USERNAME: sandbox.credentials.gateway.userName,
  TENDER_GATEWAY_PASSWORD: sandbox.credentials.gateway.password,
  TENDER_TICKET_SECRET: ticketSecret,
  TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
  TENDER_WEBHOOK_URL: merchant.address,
  TENDER_WEBHOOK_SECRET: webhookSecret,
  TENDER_REDIS_URL: redis.url,
  TENDER_INSTANCES: 'several',
  TENDER_GATEWAY_TIMEOUT_MS: String(limits.gateway),
  TENDER_LOCK_TTL_MS: String(limits.lockTtl),
  TENDER_TRUST_PROXY: '127.0.0.1',
  // These shoppers fill in the form faster than people.
  TENDER_LIMIT_FORM_TIME_MS: 'none',
  TENDER_LOG_LEVEL: 'error',
})
