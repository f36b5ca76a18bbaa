import { checkoutApi } from '#contract/checkout-api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { DescribedApi } from '#contract/operation.ts'
import type { ProxyConfig } from '../config/config.ts'

/** The merchant's operations by names of their own, since both APIs have a `cancel`. */
export const merchantOperations: DescribedApi = Object.fromEntries(
  Object.entries(merchantApi).map(([name, operation]) => [`merchant.${name}`, operation]),
)

/** All operations of this proxy. */
export const allOperations = ({ apiKeys }: Pick<ProxyConfig, 'apiKeys'>): DescribedApi => ({
  ...checkoutApi,
  ...(apiKeys.length && merchantOperations),
})
