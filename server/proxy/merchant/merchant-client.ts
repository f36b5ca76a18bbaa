import { merchantApi } from '#contract/merchant/merchant.ts'
import { userAgent } from '#contract/version.ts'
import { client, type Fetch, type Client } from '#contract/wire/client.ts'
import { webFetch } from '#ports/web-fetch.ts'
import { isSafe } from '../config/origins.ts'
import type { MerchantClient } from './merchant-operations.ts'
import { failureOf, invalidInput, withdrawn } from './merchant-failures.ts'

/** Where the proxy is and how to reach it. */
export interface MerchantClientOptions {
  /** Origin of the proxy, https; http only on this machine, since every request contains the key. */
  readonly base: string
  /** One of its TENDER_API_KEYS. */
  readonly apiKey: string
  /** Absent: the platform's own fetch, with no cache, no redirect followed, and three minutes for an answer. */
  readonly fetch?: Fetch
}

/** Milliseconds; longer than the proxy waits for the gateway by default. */
const TIMEOUT = 180_000

/**
 * Client of a proxy's merchant API, for the merchant's own server; throws when `base` is not safe, or `apiKey` is
 * no single key. What is asked is checked before it is sent: an unknown field or an amount with a fraction is a {@link
 * MerchantError} that names it.
 *
 * @example
 * ```ts
 * import { merchantClient } from 'tender-checkout/merchant'
 *
 * const merchant = merchantClient({ base: 'https://pay-shop.example', apiKey: process.env.TENDER_API_KEY! })
 * const order = await merchant.order({ orderNumber: 'A-17' })
 * if (order.state === 'held') await merchant.capture({ orderNumber: 'A-17', amount: 4990 })
 * await merchant.refund({ orderNumber: 'A-17', amount: 1000, refundId: 'return-3' })
 * ```
 */
export function merchantClient({ base, apiKey, fetch = webFetch(TIMEOUT) }: MerchantClientOptions): MerchantClient {
  if (!isSafe(base, true)) throw new Error('The address of the proxy must be https; http only on localhost')
  refuseKey(apiKey)
  const own = { 'user-agent': userAgent, authorization: `Bearer ${apiKey}` }
  const withKey: Fetch = (url, settings) =>
    fetch(url, { ...settings, redirect: 'manual', headers: { ...settings.headers, ...own } })
  const asking = client(merchantApi, base.replace(/\/$/, ''), withKey)
  const calls = operations.map((operation) => [operation, checked(operation, asking[operation] as Call)])
  return Object.fromEntries(calls) as Client<typeof merchantApi>
}

/** An environment without the variable gives `undefined`, whatever the type says. */
function refuseKey(apiKey: string | undefined): void {
  if (!apiKey?.trim()) throw new Error('apiKey is missing: it must be one of the TENDER_API_KEYS of the proxy')
  if (apiKey.includes(',')) throw new Error('apiKey must be one key: TENDER_API_KEYS has several, separated by commas')
}

type Call = (fields: unknown, signal?: AbortSignal) => Promise<unknown>

const operations = Object.keys(merchantApi) as (keyof typeof merchantApi)[]

/** An operation whose every failure is one kind of error. */
const checked =
  (operation: keyof typeof merchantApi, call: Call): Call =>
  async (fields, signal) => {
    const read = merchantApi[operation].request.safeParse(fields)
    if (!read.success) throw invalidInput(operation, read.error, fields)
    if (signal?.aborted) throw withdrawn(operation)
    return call(fields, signal).catch((error: unknown) => {
      throw failureOf(operation, error, signal)
    })
  }
