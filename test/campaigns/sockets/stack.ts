import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** One merchant of the proxies, with an API user and a network to the gateway of its own. */
export interface Tenant {
  readonly network: GatewayNetwork
  readonly merchant: Merchant
  readonly shops: Shops
  readonly credentials: { readonly userName: string; readonly password: string }
  readonly ticketSecret: string
}

/** All parties on sockets of their own: two proxies behind a balancer, Redis, the gateway, and one merchant or several. */
export interface Stack {
  readonly redis: OwnRedis
  readonly sandbox: Sandbox
  readonly proxies: readonly [ProxyProcess, ProxyProcess]
  readonly balancer: Balancer
  readonly tenants: readonly Tenant[]
  close(): Promise<void>
}

export const shop = 'http://localhost:8099'

/** Milliseconds, shorter than the defaults so that a lost answer is over within a test. */
export const limits = { gateway: 1000, lockTtl: 4500 } as const

/** Opens the stack with so many merchants; the seed determines all random events. */
export async function openStack(conditions: NetworkConditions, seed: number, merchants = 1): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'sockets-'))
  const logins = Array.from({ length: merchants }, (_, at) => ({ login: `api-${at}`, password: `password-${at}` }))
  const list = join(folder, 'merchants.json')
  writeFileSync(list, JSON.stringify(logins))
  const [one, other] = (await freePorts(2, 0)) as [number, number]
  const [redis, sandbox, balancer] = await Promise.all([
    openRedis(folder),
    startSandbox(list),
    openBalancer([one, other], merchants),
  ])
  const opened = await Promise.all(
    logins.map(async ({ login: userName, password }, at) => {
      const webhookSecret = `whsec_${Buffer.from(`a-webhook-secret-of-the-sockets-${at}`).toString('base64')}`
      const merchant = await openMerchant(webhookSecret, chanceOf(seed, `merchant ${at}`))
      const network = await openNetwork(() => sandbox.gateway, conditions, chanceOf(seed, `road ${at}`))
      const origin = `http://127.0.0.1:${balancer.ports[at]}`
      const ticketSecret = `a-ticket-secret-of-the-sockets-suite-${at}`
      const env = {
        TENDER_PUBLIC_URL: origin,
        TENDER_SHOP_ORIGINS: shop,
        TENDER_GATEWAY_URL: network.address,
        TENDER_GATEWAY_USERNAME: userName,
        TENDER_GATEWAY_PASSWORD: password,
        TENDER_TICKET_SECRET: ticketSecret,
        TENDER_SIGNING_SECRET: `a-signing-secret-of-more-than-32-bytes-${at}`,
        TENDER_WEBHOOK_URL: merchant.address,
        TENDER_WEBHOOK_SECRET: webhookSecret,
        TENDER_GATEWAY_TIMEOUT_MS: String(limits.gateway),
        TENDER_LOCK_TTL_MS: String(limits.lockTtl),
        // These shoppers fill in the form faster than people.
        TENDER_LIMIT_FORM_TIME_MS: 'none',
        ...ofProcess(redis),
      }
      return { env, merchant, network, ticketSecret, credentials: { userName, password }, shops: openShops(origin) }
    }),
  )
  const environments = opened.map(({ env }) => env)
  const proxies = [proxyProcess(one, ...environments), proxyProcess(other, ...environments)] as const
  await Promise.all(proxies.map((proxy) => proxy.start()))
  return {
    redis,
    sandbox,
    proxies,
    balancer,
    tenants: opened,
    async close() {
      await Promise.all(opened.map(({ shops }) => shops.close()))
      await Promise.all([...proxies.map((proxy) => proxy.stop('SIGKILL')), redis.stop('SIGKILL'), sandbox.stop()])
      for (const party of [balancer, ...opened.flatMap(({ network, merchant }) => [network, merchant])]) party.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const ofProcess = (redis: OwnRedis) => ({
  TENDER_REDIS_URL: redis.url,
  TENDER_INSTANCES: 'several',
  TENDER_TRUST_PROXY: '127.0.0.1',
  TENDER_LOG_LEVEL: 'error',
})
