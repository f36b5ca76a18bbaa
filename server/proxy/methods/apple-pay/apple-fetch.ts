import type { OpenFetch } from '#gateway-client/undici-fetch.ts'
import type { ProxyConfig } from '../../config/config.ts'
import { transportTo } from '../../transports.ts'

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
export const appleFetchOf = (config: ProxyConfig): OpenFetch | undefined =>
  config.walletSettings.appleIdentity && transportTo('apple', config)
