import { buildHandlers, type TicketedHandlers } from '../handlers.ts'
import { completed } from '../config/payer-data.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { buildSealingKey } from '../gateway/sealing-key.ts'
import { buildOwnServer, type OwnServer, type OwnServerOptions } from './own-server.ts'

/** The handlers, with the merchant's own 3-D Secure server where one is given. */
export async function handlersOf(
  proxy: ProxyContext,
  { authenticate, cardKey }: Partial<OwnServerOptions>,
): Promise<TicketedHandlers> {
  const sealingKey = buildSealingKey(proxy.gateway, proxy.clock)
  const handlers = buildHandlers(proxy, sealingKey)
  if (!authenticate) return handlers
  const own = { authenticate, ...(cardKey !== undefined && { cardKey }) }
  return withOwnServer(await buildOwnServer(proxy, own, sealingKey), handlers)
}

/** Cards are sealed for the proxy, which decrypts them, calls the merchant's server, and seals them for the gateway. */
function withOwnServer(own: OwnServer, handlers: TicketedHandlers): TicketedHandlers {
  const resealed = async <T extends { readonly seToken: string }>(request: T): Promise<T> => ({
    ...request,
    seToken: await own.reseal(request.seToken),
  })
  return {
    ...handlers,
    checkout: async (request, context) => ({
      ...(await handlers.checkout(request, context)),
      sealingKey: own.sealingKey,
    }),
    async pay(request, context) {
      const prove = own.proverOf({ ...context, ticket: completed(context.ticket, request.payer), card: request })
      return handlers.pay(await resealed(request), { ...context, ...(prove && { prove }) })
    },
    authenticate: async (request, context) => handlers.authenticate(await resealed(request), context),
    payMoto: async (request, context) => handlers.payMoto(await resealed(request), context),
  }
}
