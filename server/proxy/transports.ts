import { undiciFetch, type FetchLimits, type OpenFetch } from '#gateway-client/undici-fetch.ts'
import type { ProxyConfig } from './config/config.ts'

/** Milliseconds that a server of the merchant, or of a wallet, has to answer. */
export const ANSWER_TIMEOUT = 10_000

/** Most bytes that are read of what the merchant's server writes beside the status of its answer to a webhook. */
const WEBHOOK_ANSWER = 64 * 1024

/** Whom the proxy sends requests to: each has connections, time limits and authorities of its own. */
const peers: Readonly<Record<'gateway' | 'shop', (config: ProxyConfig) => FetchLimits>> = {
  gateway: ({ gateway: { timeoutMs, ca } }) => ({ timeoutMs, ca }),
  shop: () => ({ timeoutMs: ANSWER_TIMEOUT, longestAnswer: WEBHOOK_ANSWER, statusOnly: true }),
}

/** How a peer is reached, through the proxies of the network; `ca` is trusted beside its own authorities. */
export function limitsOf(peer: keyof typeof peers, config: ProxyConfig, ca?: string): FetchLimits {
  const limits = peers[peer](config)
  return throughNetwork(ca === undefined ? limits : { ...limits, ca: `${limits.ca ?? ''}\n${ca}` }, config)
}

/** Sends requests to a peer. Every transport of the proxy and of its doctor is made in this file. */
export const transportTo = (...given: Parameters<typeof limitsOf>): OpenFetch => undiciFetch(limitsOf(...given))

/** Sends requests within these limits, for a way to pay with a server of its own. */
export const transportWithin = (limits: FetchLimits, config: ProxyConfig): OpenFetch =>
  undiciFetch(throughNetwork(limits, config))

const throughNetwork = (limits: FetchLimits, { egress }: ProxyConfig): FetchLimits =>
  egress
    ? {
        ...limits,
        proxies: { httpProxy: egress.http.reveal(), httpsProxy: egress.https.reveal(), noProxy: egress.direct },
      }
    : limits
