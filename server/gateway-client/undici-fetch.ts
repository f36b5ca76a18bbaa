import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import { NotDelivered } from './delivery.ts'
import type { CancelSignal, PlainFetch } from './gateway-fetch.ts'
import { LONGEST_ANSWER } from './meaning.ts'

/** A fetch with its own connection pool, which `close` closes. */
export type OpenFetch = Fetch & { readonly plain: PlainFetch; close(): Promise<void> }

export interface FetchLimits {
  /** Milliseconds for the headers, and again for the body. */
  readonly timeoutMs: number
  /** PEM of the authority that signed the gateway's certificate, where the system does not know it. */
  readonly ca?: string
  /** PEM of the client certificate and its private key, sent where the server requests them. */
  readonly cert?: string
  readonly key?: string
  /** Most bytes of an answer; 64 KiB when absent. */
  readonly longestAnswer?: number
}

const CONNECT_TIMEOUT = 5000

/** Statuses that come without a body. */
const bodiless = new Set([204, 205, 304])

/**
 * The production fetch: verified TLS, no redirect followed, nothing sent twice, no answer beyond `longestAnswer`.
 * Rejects with {@link NotDelivered} when the connection itself failed.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { merchantClient, undiciFetch } from 'tender-checkout/server'
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
  const plain = plainOn(agent)
  return Object.assign(async (request: Request) => responseOf(await plain(await asText(request), request.signal)), {
    plain,
    close: () => agent.close(),
  })
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

/** The parts of an address; the gateway's operations have few, so that each is parsed once. */
function buildTarget(): (url: string) => { readonly origin: string; readonly path: string } {
  const known = new Map<string, { readonly origin: string; readonly path: string }>()
  return (url) => {
    const before = known.get(url)
    if (before) return before
    const { origin, pathname, search } = new URL(url)
    const target = { origin, path: pathname + search }
    if (!search && known.size < MOST_TARGETS) known.set(url, target)
    return target
  }
}

const MOST_TARGETS = 100

const BYTE_ORDER_MARK = 0xfeff

/** The text of an answer as `Response` reads it; a `TextDecoder` takes ten times as long. */
function textOf(chunks: readonly Buffer[]): string {
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

type Resolve = (answer: Awaited<ReturnType<PlainFetch>>) => void

/** Collects an answer. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #signal: CancelSignal
  readonly #resolve: Resolve
  readonly #reject: (error: Error) => void
  readonly #chunks: Buffer[] = []
  #status = 0

  constructor(signal: CancelSignal, resolve: Resolve, reject: (error: Error) => void) {
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const signal = this.#signal
    const abort = (): void => controller.abort(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, body: textOf(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}

/** Uses `dispatch`, since the stream that `request` creates for an answer costs more than the answer. */
function plainOn(agent: Agent): PlainFetch {
  const targetOf = buildTarget()
  return ({ url, method, headers, body = null }, signal) =>
    new Promise((resolve, reject) => {
      const { origin, path } = targetOf(url)
      agent.dispatch({ origin, path, method, headers, body }, new Collector(signal, resolve, reject))
    })
}

const asText = async (request: Request): Promise<PlainRequest> => ({
  url: request.url,
  method: request.method,
  headers: Object.fromEntries(request.headers),
  ...(request.method !== 'GET' && { body: await request.text() }),
})

const responseOf = ({ status, body }: { status: number; body: string }): Response =>
  new Response(bodiless.has(status) ? null : body, { status })
