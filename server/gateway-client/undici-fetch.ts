import type { Socket } from 'node:net'
import { Agent, request, type Dispatcher } from 'undici'
import { userAgent } from '#contract/version.ts'
import type { Fetch, FetchAnswer, FetchSettings } from '#contract/wire/client.ts'
import { agentFor, type ConnectionLimits } from './agent.ts'
import { LONGEST_ANSWER } from './answer-kind.ts'

/** A fetch with its own connection pool, which `close` closes. */
export type OpenFetch = Fetch & { close(): Promise<void> }

export interface FetchLimits extends ConnectionLimits {
  /** Most bytes of an answer; 1 MiB when absent. */
  readonly longestAnswer?: number
  /** Only the status of an answer counts: its text is empty, and a body longer than `longestAnswer` is no error. */
  readonly statusOnly?: true
}

/** Milliseconds after which a read is sent again, since its connection may have been dropped without a word. */
const STALE_AFTER = 5000

/** What a connection causes that was kept and had ended meanwhile. */
const ofLostConnections: ReadonlySet<unknown> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * The production fetch: verified TLS, no redirect followed, no answer beyond `longestAnswer`. Nothing is sent twice but a
 * `repeatable` request, once more on a new connection. Rejects with {@link NotDelivered} when the connection itself
 * failed.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { merchantClient } from 'tender-checkout/merchant'
 * import { undiciFetch } from 'tender-checkout/server'
 *
 * const fetch = undiciFetch({ timeoutMs: 60_000, ca: readFileSync('/etc/shop/ca.pem', 'utf8') })
 * const merchant = merchantClient({ base: 'https://pay-shop.example', apiKey: process.env.TENDER_API_KEY!, fetch })
 * await merchant.cards({ clientId: 'jane' })
 * await fetch.close()
 * ```
 */
export function undiciFetch({ longestAnswer = LONGEST_ANSWER, statusOnly, ...limits }: FetchLimits): OpenFetch {
  refuseOtherUndici(Agent)
  const options = { maxResponseSize: statusOnly ? -1 : longestAnswer }
  const pool = agentFor(limits, options)
  let unpooled: Dispatcher | undefined
  const send = async (dispatcher: Dispatcher, url: string, settings: Sent): Promise<FetchAnswer> => {
    const { statusCode: status, body } = await request(url, { ...settings, dispatcher })
    const ok = status >= 200 && status < 300
    if (statusOnly) return { ok, status, text: () => body.dump({ limit: longestAnswer }).then(() => '') }
    const text = await body.text()
    return { ok, status, text: async () => text }
  }
  const fetch: Fetch = async (url, { repeatable, ...given }) => {
    const settings = { ...given, headers: named(given.headers) }
    if (!repeatable) return send(pool, url, settings)
    const headersTimeout = Math.min(STALE_AFTER, limits.timeoutMs)
    return send(pool, url, { ...settings, headersTimeout }).catch((error: { readonly code?: unknown }) => {
      if (given.signal?.aborted || !ofLostConnections.has(error.code)) throw error
      return send((unpooled ??= agentFor(limits, { ...options, pipelining: 0 })), url, settings)
    })
  }
  return Object.assign(fetch, { close: async () => void (await Promise.all([pool.close(), unpooled?.close()])) })
}

type Sent = FetchSettings & { readonly headersTimeout?: number }

/** Application firewalls refuse requests without these headers (AWS WAF, the OWASP Core Rule Set). */
const named = (headers: FetchSettings['headers']): FetchSettings['headers'] => ({
  accept: '*/*',
  'user-agent': userAgent,
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
})

/** Connects to an address as a fetch of these limits does, and sends nothing; the caller destroys the socket. */
export async function connectTo(url: string, limits: ConnectionLimits): Promise<Socket> {
  let made: Socket | undefined
  const agent = agentFor(limits, {}, (socket) => void (made = socket))
  try {
    await request(url, { dispatcher: agent })
  } catch (error) {
    if (!made) throw error
  } finally {
    void agent.destroy()
  }
  return made!
}

/** Bun puts an undici of its own in place of the package, and requests would fail one by one. */
export function refuseOtherUndici({ prototype }: { readonly prototype: object }): void {
  if (!('dispatch' in prototype))
    throw new Error(
      'This runtime replaces the package undici by one of its own that cannot send requests: give a fetch.',
    )
}
