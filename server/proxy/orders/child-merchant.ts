import type { Ticket } from '#contract/ticket.ts'
import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isOfChild } from '../tickets/claim-rules.ts'

/** Child merchants whose contexts are kept. */
const MAX_CONTEXTS = 1000

/**
 * The context for a ticket: where it names a merchant by login, that merchant's orders are read and declined. Their
 * orderIds are noted, since callbacks and the merchant's API name an order by its number only.
 */
export function contextsByMerchant(proxy: ProxyContext): (ticket: Ticket) => ProxyContext {
  const known = new Map<string, ProxyContext>()
  return (ticket) => {
    if (!isOfChild(ticket)) return proxy
    const { merchantLogin = '' } = ticket
    const context = known.get(merchantLogin) ?? childOf(proxy, merchantLogin)
    known.set(merchantLogin, context)
    if (known.size > MAX_CONTEXTS) known.delete(known.keys().next().value!)
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
})
