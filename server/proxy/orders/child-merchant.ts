import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { LimitedMap } from '../store/limited-map.ts'
import { isOfChild, type OfMerchant } from '../tickets/claim-rules.ts'

/** Child merchants whose contexts are kept. */
const MAX_CONTEXTS = 1000

/**
 * The context for a ticket, or a charge of the merchant's server: where it names a merchant by login, that merchant's
 * orders are read and declined, and its stored cards listed. The orderIds are noted, since callbacks and the merchant's API name an order by its number only.
 */
export function contextsByMerchant(proxy: ProxyContext): (named: OfMerchant) => ProxyContext {
  const known = new LimitedMap<string, ProxyContext>(MAX_CONTEXTS)
  return (named) => {
    if (!isOfChild(named)) return proxy
    const { merchantLogin = '' } = named
    const context = known.get(merchantLogin) ?? childOf(proxy, merchantLogin)
    known.set(merchantLogin, context)
    return context
  }
}

const childOf = (proxy: ProxyContext, merchantLogin: string): ProxyContext => ({
  ...proxy,
  notesOrderIds: true,
  ...(merchantLogin && { gateway: actingFor(proxy.gateway, merchantLogin) }),
})

const actingFor = (gateway: GatewayClient, merchantLogin: string): GatewayClient => ({
  ...gateway,
  getOrderStatusExtended: (fields) => gateway.getOrderStatusExtended({ ...fields, merchantLogin }),
  decline: (fields) => gateway.decline({ ...fields, merchantLogin }),
  getBindings: (fields) => gateway.getBindings({ ...fields, merchantLogin }),
})
