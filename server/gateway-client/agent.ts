import * as tls from 'node:tls'
import type { Socket } from 'node:net'
import { Agent, buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici'
import { NotDelivered } from './delivery.ts'

/** The HTTP proxies of a network through which requests leave it; an empty text is none. */
export interface EgressProxies {
  readonly httpProxy: string
  readonly httpsProxy: string
  /** Host names, separated by commas, that are connected to directly. */
  readonly noProxy: string
}

/** How connections to a server are made, and for how long. */
export interface ConnectionLimits {
  /** Milliseconds for the headers, and again for the body. */
  readonly timeoutMs: number
  /** PEM of authorities that may sign the server's certificate, beside those that the system trusts. */
  readonly ca?: string | undefined
  /** PEM of the client certificate and its private key, sent where the server requests them. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** Proxies of the network; absent, every connection is direct. */
  readonly proxies?: EgressProxies | undefined
}

/** Milliseconds for a connection, and again for a proxy of the network to open a tunnel. */
const CONNECT_TIMEOUT = 5000

/**
 * Milliseconds for which an idle connection is kept, whatever its server promises: firewalls and NAT gateways drop idle
 * connections without a word, the strictest after about a minute, and a request on such a connection is lost.
 */
export const LONGEST_IDLE = 30_000

const least = { minVersion: 'TLSv1.2' } as const

type Connect = buildConnector.connector

/** Called with each new connection; returns it, or nothing where no request is to be sent. */
type OnConnect = (socket: Socket) => Socket | undefined

/** Makes connections by these limits: with verified TLS, also through a proxy of the network. */
export function agentFor(
  limits: ConnectionLimits,
  options: Agent.Options = {},
  onConnect: OnConnect = withoutContinue,
): Dispatcher {
  const connecting = { timeout: CONNECT_TIMEOUT, secureContext: contextOf(limits) }
  const given = {
    connect: buildConnector(connecting),
    requestTls: connecting,
    proxyTls: { timeout: CONNECT_TIMEOUT, ...least },
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
    keepAliveMaxTimeout: LONGEST_IDLE,
    ...options,
    factory: (origin: string | URL, { connect, ...pool }: Agent.Options) =>
      new Pool(origin, { ...pool, connect: marking(connect as Connect, onConnect) }),
    clientFactory: (proxy: URL, { connect }: Pool.Options) =>
      new Pool(proxy, {
        connect: marking(connect as Connect, (socket) => socket, 'PROXY_'),
        headersTimeout: CONNECT_TIMEOUT,
      }),
  }
  return limits.proxies ? new EnvHttpProxyAgent({ ...given, ...limits.proxies }) : new Agent(given)
}

/** Made once, since reading the certificates of a hundred authorities for each connection would take long. */
function contextOf({ ca, cert, key }: ConnectionLimits): tls.SecureContext {
  return tls.createSecureContext({
    ...least,
    ...(ca && { ca: authorities(ca) }),
    ...(cert && { cert, key }),
  } as tls.SecureContextOptions)
}

type NewerTls = typeof tls & { getCACertificates?: (type: 'default') => string[] }

/** The authorities that Node trusts, and one more; before Node 22.15 it does not say which NODE_EXTRA_CA_CERTS adds. */
export const authorities = (ca: string): string[] => [
  ...((tls as NewerTls).getCACertificates?.('default') ?? tls.rootCertificates),
  ca,
]

/** Codes of undici for a tunnel that a proxy refuses or does not open in time, and the names that say so. */
const ofTunnels: Readonly<Record<string, string>> = {
  UND_ERR_ABORTED: 'PROXY_REFUSED',
  UND_ERR_HEADERS_TIMEOUT: 'PROXY_TIMEOUT',
}

/** Marks errors that occur while connecting: no byte of any request has been sent then. */
const marking =
  (connect: Connect, onConnect: OnConnect, prefix = ''): Connect =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      const kept = error ? undefined : onConnect(socket)
      if (kept) callback(null, kept as typeof socket & Socket)
      else callback(undelivered(error ?? new Error('Only the connection was asked for'), prefix), null)
    })

function undelivered(error: Error & { readonly code?: string }, prefix: string): NotDelivered {
  const code = ofTunnels[error.code ?? ''] ?? (error.code && prefix + error.code)
  return Object.assign(new NotDelivered(error.message, { cause: error }), code && { code })
}

const CONTINUE = Buffer.from('HTTP/1.1 100')

/**
 * Makes each `100 Continue` that begins an answer a 102, which means as little: undici ends the connection at a 100 that it
 * has not asked for, and passes over every other interim answer.
 */
function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size)
    let at = 0
    while (Buffer.isBuffer(chunk) && chunk.subarray(at, at + CONTINUE.length).equals(CONTINUE)) {
      chunk[at + CONTINUE.length - 1] = 0x32
      at = chunk.indexOf('\r\n\r\n', at) + 4
    }
    return chunk
  }
  return socket
}
