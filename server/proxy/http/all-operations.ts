import { checkoutApi } from '#contract/checkout.ts'
import { merchantApi } from '#contract/merchant.ts'
import type { Api } from '#contract/operation.ts'
import type { ProxyConfig } from '../config/config.ts'

/** The merchant's operations by names of their own: both sides can `cancel`. */
export const merchantOperations: Api = Object.fromEntries(
  Object.entries(merchantApi).map(([name, operation]) => [`merchant.${name}`, operation]),
)

/** All that this proxy may be asked. */
export const allOperations = ({ apiKeys }: Pick<ProxyConfig, 'apiKeys'>): Api => ({
  ...checkoutApi,
  ...(apiKeys.length && merchantOperations),
})
