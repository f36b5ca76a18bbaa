import type { OpenFetch } from '#gateway-client/undici-fetch.ts'
import type { ProxyConfig } from '../../config/config.ts'
import { ANSWER_TIMEOUT, transportWithin } from '../../transports.ts'

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
export function appleFetchOf(config: ProxyConfig): OpenFetch | undefined {
  const { appleIdentity: identity } = config.walletSettings
  const limits = { timeoutMs: ANSWER_TIMEOUT, cert: identity?.certificate, key: identity?.key.reveal() }
  return identity && transportWithin(limits, config)
}
