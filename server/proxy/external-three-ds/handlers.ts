import { buildHandlers, type TicketedHandlers } from '../handlers.ts'
import { completed } from '../config/payer-data.ts'
import type { Parts } from '../parts.ts'
import { buildSealingKey } from '../gateway/sealing-key.ts'
import { buildOwnServer, type OwnServer, type OwnServerParts } from './own-server.ts'

/** The handlers, by way of the merchant's own 3-D Secure server where one is given. */
export async function handlersOf(
  parts: Parts,
  { authenticate, cardKey }: Partial<OwnServerParts>,
): Promise<TicketedHandlers> {
  const sealingKey = buildSealingKey(parts.gateway, parts.clock)
  const handlers = buildHandlers(parts, sealingKey)
  if (!authenticate) return handlers
  const own = { authenticate, ...(cardKey !== undefined && { cardKey }) }
  return withOwnServer(await buildOwnServer(parts, own, sealingKey), handlers)
}

/** Cards are sealed for the proxy, which opens them, asks the merchant's server, and seals them for the gateway. */
function withOwnServer(own: OwnServer, handlers: TicketedHandlers): TicketedHandlers {
  const resealed = async <T extends { readonly seToken: string }>(asked: T): Promise<T> => ({
    ...asked,
    seToken: await own.reseal(asked.seToken),
  })
  return {
    ...handlers,
    checkout: async (asked, context) => ({
      ...(await handlers.checkout(asked, context)),
      sealingKey: own.sealingKey,
    }),
    async pay(asked, context) {
      const prove = own.proverOf({ ...context, ticket: completed(context.ticket, asked.payer), card: asked })
      return handlers.pay(await resealed(asked), { ...context, ...(prove && { prove }) })
    },
    authenticate: async (asked, context) => handlers.authenticate(await resealed(asked), context),
    payMoto: async (asked, context) => handlers.payMoto(await resealed(asked), context),
  }
}
