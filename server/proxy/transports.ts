import type { ConnectionLimits } from '#gateway-client/agent.ts'
import { undiciFetch, type FetchLimits, type OpenFetch } from '#gateway-client/undici-fetch.ts'
import type { ProxyConfig } from './config/config.ts'

/** Milliseconds that a server of the merchant, or of Apple, has to answer. */
export const ANSWER_TIMEOUT = 10_000

/** Most bytes that are read of what the merchant's server writes beside the status of its answer to a webhook. */
const WEBHOOK_ANSWER = 64 * 1024

/** Whom the proxy sends requests to: each has connections, time limits and authorities of its own. */
const peers = {
  gateway: ({ gateway: { timeoutMs, ca } }) => ({ timeoutMs, ca }),
  shop: () => ({ timeoutMs: ANSWER_TIMEOUT, longestAnswer: WEBHOOK_ANSWER, statusOnly: true }),
  apple: ({ walletSettings: { appleIdentity } }) => ({
    timeoutMs: ANSWER_TIMEOUT,
    ...(appleIdentity && { cert: appleIdentity.certificate, key: appleIdentity.key.reveal() }),
  }),
} as const satisfies Readonly<Record<string, (config: ProxyConfig) => FetchLimits>>

export type Peer = keyof typeof peers

/** How a peer is connected to, through the proxies of the network; `ca` is trusted beside its own authorities. */
export function limitsOf(peer: Peer, config: ProxyConfig, ca?: string): FetchLimits {
  const limits: FetchLimits = peers[peer](config)
  const pem = [limits.ca, ca].filter(Boolean).join('\n')
  return { ...limits, ...(pem && { ca: pem }), ...proxiesOf(config) }
}

/** Sends requests to a peer. Every transport of the proxy and of its doctor is made here. */
export const transportTo = (...given: Parameters<typeof limitsOf>): OpenFetch => undiciFetch(limitsOf(...given))

const proxiesOf = ({ egress }: ProxyConfig): Pick<ConnectionLimits, 'proxies'> =>
  egress
    ? { proxies: { httpProxy: egress.http.reveal(), httpsProxy: egress.https.reveal(), noProxy: egress.direct } }
    : {}
