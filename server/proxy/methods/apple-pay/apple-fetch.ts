import { undiciFetch, type OpenFetch } from '#gateway-client/undici-fetch.ts'
import type { ProxyConfig } from '../../config/config.ts'

/** Milliseconds; the proxy itself does not wait longer. */
const TIMEOUT = 10_000

/**
 * A fetch that reaches Apple's servers with the merchant identity certificate; `undefined` where none is configured.
 *
 * @example
 * ```ts
 * import { appleFetchOf, buildProxy, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const appleFetch = appleFetchOf(config)
 *   return buildProxy(config, { ...options, ...(appleFetch && { appleFetch }) })
 * }
 * ```
 */
export function appleFetchOf({ walletSettings }: Pick<ProxyConfig, 'walletSettings'>): OpenFetch | undefined {
  const { appleIdentity } = walletSettings
  return (
    appleIdentity &&
    undiciFetch({ timeoutMs: TIMEOUT, cert: appleIdentity.certificate, key: appleIdentity.key.reveal() })
  )
}
