import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { userAgent } from '#contract/version.ts'
import { client, type Fetch, type Client } from '#contract/wire/client.ts'
import { webFetch } from '#ports/web-fetch.ts'
import { isSafe } from '../config/origins.ts'
import type { MerchantClient } from './merchant-operations.ts'
import { failureOf, invalidInput, notConfigured, withdrawn } from './merchant-failures.ts'

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
 * several keys. Where one of the two is missing, as while a page is built, each operation rejects with a
 * {@link MerchantError} that says so. What is asked is checked before it is sent: an unknown field or an amount with a fraction is a {@link
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
  const lack = lackOf(base, apiKey)
  if (lack === undefined) refuseWrong(base, apiKey)
  const own = { 'user-agent': userAgent, authorization: `Bearer ${apiKey}` }
  const withKey: Fetch = (url, settings) =>
    fetch(url, { ...settings, redirect: 'manual', headers: { ...settings.headers, ...own } })
  const asking = client(merchantApi, base?.replace(/\/$/, ''), withKey)
  const calls = operations.map((operation) => {
    const call = checked(operation, asking[operation] as Call, base)
    return [operation, lack === undefined ? call : () => Promise.reject(notConfigured(operation, lack))]
  })
  return Object.fromEntries(calls) as Client<typeof merchantApi>
}

/** What is missing, in a sentence: an environment without the variable gives `undefined`, whatever the type says. */
function lackOf(base: string | undefined, apiKey: string | undefined): string | undefined {
  if (!base?.trim()) return 'base is missing: it must be the origin of the proxy, such as https://pay-shop.example'
  return apiKey?.trim() ? undefined : 'apiKey is missing: it must be one of the TENDER_API_KEYS of the proxy'
}

function refuseWrong(base: string, apiKey: string): void {
  if (!isSafe(base, true)) throw new Error('The address of the proxy must be https; http only on localhost')
  if (apiKey.includes(',')) throw new Error('apiKey must be one key: TENDER_API_KEYS has several, separated by commas')
}

type Call = (fields: unknown, signal?: AbortSignal) => Promise<unknown>

const operations = Object.keys(merchantApi) as (keyof typeof merchantApi)[]

/** An operation whose every failure is one kind of error. */
const checked =
  (operation: keyof typeof merchantApi, call: Call, base: string): Call =>
  async (fields, signal) => {
    const read = merchantApi[operation].request.safeParse(fields)
    if (!read.success) throw invalidInput(operation, read.error, fields)
    if (signal?.aborted) throw withdrawn(operation)
    return call(fields, signal).catch((error: unknown) => {
      throw failureOf({ operation, base, cause: error, signal })
    })
  }
