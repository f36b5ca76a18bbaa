import { Agent, buildConnector, request } from 'undici'
import type { Fetch } from '#contract/wire/client.ts'
import { NotDelivered } from './delivery.ts'
import { LONGEST_ANSWER } from './answer-kind.ts'

/** A fetch with its own connection pool, which `close` closes. */
export type OpenFetch = Fetch & { close(): Promise<void> }

export interface FetchLimits {
  /** Milliseconds for the headers, and again for the body. */
  readonly timeoutMs: number
  /** PEM of the authority that signed the gateway's certificate, where the system does not know it. */
  readonly ca?: string
  /** PEM of the client certificate and its private key, sent where the server requests them. */
  readonly cert?: string
  readonly key?: string
  /** Most bytes of an answer; 1 MiB when absent. */
  readonly longestAnswer?: number
}

const CONNECT_TIMEOUT = 5000

/**
 * The production fetch: verified TLS, no redirect followed, nothing sent twice, no answer beyond `longestAnswer`.
 * Rejects with {@link NotDelivered} when the connection itself failed.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { merchantClient } from 'tender-checkout/merchant'
 * import { undiciFetch } from 'tender-checkout/server'
 *
 * const fetch = undiciFetch({ timeoutMs: 60_000, ca: readFileSync('/etc/shop/ca.pem', 'utf8') })
 * const merchant = merchantClient({ base: 'https://pay.shop.example', apiKey: process.env.TENDER_API_KEY!, fetch })
 * await merchant.cards({ clientId: 'jane' })
 * await fetch.close()
 * ```
 */
export function undiciFetch({ timeoutMs, longestAnswer = LONGEST_ANSWER, ...identity }: FetchLimits): OpenFetch {
  refuseOtherUndici(Agent)
  const agent = new Agent({
    connect: marking(buildConnector({ timeout: CONNECT_TIMEOUT, minVersion: 'TLSv1.2', ...pems(identity) })),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: longestAnswer,
  })
  const fetch: Fetch = async (url, settings) => {
    const { statusCode: status, body } = await request(url, { ...settings, dispatcher: agent })
    const text = await body.text()
    return { ok: status >= 200 && status < 300, status, text: async () => text }
  }
  return Object.assign(fetch, { close: () => agent.close() })
}

/** Bun puts an undici of its own in place of the package, and requests would fail one by one. */
export function refuseOtherUndici({ prototype }: { readonly prototype: object }): void {
  if (!('dispatch' in prototype))
    throw new Error(
      'This runtime replaces the package undici by one of its own that cannot send requests: give a fetch.',
    )
}

type Identity = Pick<FetchLimits, 'ca' | 'cert' | 'key'>

/** Leaves out absent entries, since `undefined` would count as a setting. */
const pems = (identity: Identity): Identity =>
  Object.fromEntries(
    (['ca', 'cert', 'key'] as const).flatMap((name) => (identity[name] ? [[name, identity[name]]] : [])),
  )

/** Marks errors that occur while connecting: no byte of any request has been sent then. */
const marking =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error ? callback(new NotDelivered(error.message, { cause: error }), null) : callback(null, socket),
    )
