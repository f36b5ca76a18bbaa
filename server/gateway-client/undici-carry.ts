import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { Carry } from '#contract/wire/client.ts'
import { NotDelivered } from './delivery.ts'
import { LONGEST_ANSWER } from './meaning.ts'

/** A carry with connections of its own, to be closed with it. */
export type OpenCarry = Carry & { close(): Promise<void> }

export interface CarryLimits {
  /** Milliseconds for the headers, and again for the body. */
  readonly timeoutMs: number
  /** PEM of the authority that signed the gateway's certificate, where the system does not know it. */
  readonly ca?: string
  /** PEM of the certificate and the private key that we show ourselves, where we are asked for them. */
  readonly cert?: string
  readonly key?: string
}

const CONNECT_TIMEOUT = 5000

/** Statuses that come without a body. */
const bodiless = new Set([204, 205, 304])

/**
 * The production carry: verified TLS, no redirect followed, nothing sent twice, an answer of at most 64 KiB.
 * Rejects with {@link NotDelivered} when the connection itself failed.
 */
export function undiciCarry({ timeoutMs, ...identity }: CarryLimits): OpenCarry {
  const agent = new Agent({
    connect: marking(buildConnector({ timeout: CONNECT_TIMEOUT, minVersion: 'TLSv1.2', ...pems(identity) })),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: LONGEST_ANSWER,
  })
  return Object.assign(async (request: Request) => responseOf(await sent(agent, request)), {
    close: () => agent.close(),
  })
}

/** `undefined` would be taken for a wish. */
const pems = (identity: Omit<CarryLimits, 'timeoutMs'>): Omit<CarryLimits, 'timeoutMs'> =>
  Object.fromEntries(
    (['ca', 'cert', 'key'] as const).flatMap((name) => (identity[name] ? [[name, identity[name]]] : [])),
  )

/** Marks what fails while connecting: then no byte of any request has been sent. */
const marking =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) =>
      error ? callback(new NotDelivered(error.message, { cause: error }), null) : callback(null, socket),
    )

async function sent(agent: Agent, request: Request): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? null : await request.text()
  return agent.request({
    origin,
    path: pathname + search,
    method: request.method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(request.headers),
    body,
    signal: request.signal,
  })
}

async function responseOf({ statusCode, body }: Dispatcher.ResponseData): Promise<Response> {
  const text = await body.text()
  return new Response(bodiless.has(statusCode) ? null : text, { status: statusCode })
}
