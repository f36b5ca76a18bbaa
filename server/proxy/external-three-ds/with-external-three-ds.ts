import { ProxyError } from '#contract/proxy-errors.ts'
import { completed } from '../orders/payer-data.ts'
import type { TicketedHandlers } from '../checkout-operations.ts'
import type { ExternalThreeDs } from './external-three-ds.ts'

/**
 * The handlers with external 3-D Secure, where the merchant has it: cards are sealed for the proxy, which decrypts them,
 * calls the merchant's server, and seals them for the gateway.
 */
export function withExternalThreeDs(
  external: ExternalThreeDs | undefined,
  handlers: TicketedHandlers,
): TicketedHandlers {
  if (!external) return handlers
  const { records, shown } = external
  const resealed = async <T extends { readonly seToken: string }>(request: T): Promise<T> => ({
    ...request,
    seToken: await external.reseal(request.seToken),
  })
  const outcome: TicketedHandlers['outcome'] = async (request, context) =>
    shown(context.ticket, await handlers.outcome(request, context))
  return {
    ...handlers,
    outcome,
    async checkout(request, context) {
      const checkout = await handlers.checkout(request, context)
      return { ...checkout, sealingKey: external.sealingKey, outcome: await shown(context.ticket, checkout.outcome) }
    },
    async prepare(request, context) {
      const prepared = await handlers.prepare(request, context)
      const current = await shown(context.ticket, prepared)
      // After a refusal the same order is paid by another card.
      return current.state === 'authenticate' ? current : prepared
    },
    withdraw: async (request, context) => shown(context.ticket, await handlers.withdraw(request, context)),
    async cancel(request, context) {
      const cancelled = await handlers.cancel(request, context)
      if (cancelled.state !== 'pending') await records.remove(context.ticket.orderNumber)
      return cancelled
    },
    async pay(request, context) {
      const { payer, ...card } = request
      const authenticate = external.authenticatorOf({ ...context, ticket: completed(context.ticket, payer), card })
      return handlers.pay(await resealed(request), { ...context, authenticate })
    },
    async authenticate(request, context) {
      const key = external.authenticationKeyIn(request.continuation)
      if (!key) return handlers.authenticate(await resealed(request), context)
      if (key.orderNumber !== context.ticket.orderNumber) throw new ProxyError('continuation_refused')
      const { requestId } = request
      const { challenge, noteSent } = context
      return (await external.goOn({ key, challenge, requestId, noteSent })) ?? outcome({}, context)
    },
    async payByWallet(request, context) {
      const record = await records.read(context.ticket.orderNumber)
      const current = record?.kind === 'challenge' ? await outcome({}, context) : undefined
      return current?.state === 'authenticate' ? current : handlers.payByWallet(request, context)
    },
    payMoto: async (request, context) => handlers.payMoto(await resealed(request), context),
  }
}
