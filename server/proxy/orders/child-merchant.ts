import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { languageOf } from '../gateway/gateway-language.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { LimitedMap } from '../store/limited-map.ts'
import { isOfChild, type OfMerchant } from '../tickets/claim-rules.ts'

/** Child merchants and languages whose contexts are kept. */
const MAX_CONTEXTS = 1000

type Named = OfMerchant & Pick<Ticket, 'language'>

/**
 * The context for a ticket, or a charge of the merchant's server: where it names a merchant by login, that merchant's
 * orders are read and declined, and its stored cards listed. The orderIds are noted, since callbacks and the merchant's API
 * name an order by its number only. The status has the bank's sentence in the language that is named.
 */
export function contextsByMerchant(proxy: ProxyContext): (named: Named) => ProxyContext {
  const known = new LimitedMap<string, ProxyContext>(MAX_CONTEXTS)
  return (named) => {
    const [isChild, language] = [isOfChild(named), languageOf(named)]
    if (!isChild && language.language === undefined) return proxy
    const of = named.merchantLogin ? { merchantLogin: named.merchantLogin } : {}
    const key = JSON.stringify([isChild, of, language])
    const context = known.get(key) ?? {
      ...proxy,
      ...(isChild && { notesOrderIds: true }),
      gateway: acting(proxy.gateway, of, language),
    }
    known.set(key, context)
    return context
  }
}

const acting = (
  gateway: GatewayClient,
  of: { readonly merchantLogin?: string },
  language: ReturnType<typeof languageOf>,
): GatewayClient => ({
  ...gateway,
  getOrderStatusExtended: (fields) => gateway.getOrderStatusExtended({ ...language, ...fields, ...of }),
  decline: (fields) => gateway.decline({ ...fields, ...of }),
  getBindings: (fields) => gateway.getBindings({ ...fields, ...of }),
})
