import type { Handlers } from '#router/mount.ts'
import { chooseLocale, locales } from '#texts/locales.ts'
import { frameTexts } from '#texts/texts.ts'
import { cancel } from './orders/cancel.ts'
import { contextsByMerchant } from './orders/child-merchant.ts'
import { completed } from './orders/payer-data.ts'
import { removeSavedCard, savedCardsOf } from './methods/stored-card/saved-cards.ts'
import type { ProxyContext } from './proxy-context.ts'
import type { publicApi, TicketedHandlers } from './checkout-operations.ts'
import { payByCard } from './payments/pay-by-card.ts'
import { payByCode } from './payments/pay-by-code.ts'
import { payMoto } from './payments/pay-moto.ts'
import { payByWallet } from './payments/pay-by-wallet.ts'
import { prepare } from './payments/prepare.ts'
import { awaitedOutcome, readForShopper } from './orders/read/for-shopper.ts'
import { checkoutFactsOf } from './orders/checkout-facts.ts'
import { openMerchantSession } from './methods/apple-pay/merchant-session.ts'
import { withdraw } from './orders/withdraw.ts'

export function buildHandlers(proxy: ProxyContext, sealingKey: (order?: string) => Promise<string>): TicketedHandlers {
  const of = contextsByMerchant(proxy)
  return {
    async checkout(_, { ticket }) {
      const reads = [
        sealingKey(ticket.orderNumber),
        readForShopper(of(ticket), ticket),
        savedCardsOf(proxy, ticket),
      ] as const
      const [key, { outcome }, savedCards] = await Promise.all(reads)
      return { ...checkoutFactsOf(proxy.config, ticket), savedCards, sealingKey: key, now: proxy.clock.now(), outcome }
    },
    prepare: (_, { ticket }) => prepare(of(ticket), ticket),
    pay: ({ payer, ...card }, { ticket, ...seen }) =>
      payByCard(of(ticket), { ticket: completed(ticket, payer), ...seen, card }),
    authenticate: ({ continuation, payer, ...card }, { ticket, authenticate: _, challenge: __, ...seen }) =>
      payByCard(of(ticket), { ticket: completed(ticket, payer), ...seen, card, continuation }),
    payByWallet: ({ payer, ...token }, { ticket, authenticate: _, ...seen }) =>
      payByWallet(of(ticket), { ticket: completed(ticket, payer), ...seen, token }),
    authenticateWallet: ({ continuation, payer, ...token }, { ticket, authenticate: _, ...seen }) =>
      payByWallet(of(ticket), { ticket: completed(ticket, payer), ...seen, token, continuation }),
    walletSession: async ({ validationURL }, { ticket }) => ({
      session: await openMerchantSession(proxy, ticket, validationURL),
    }),
    payByCode: (code, { ticket, clientInfo, noteSent }) =>
      payByCode(of(ticket), { ticket, clientInfo, code, noteSent }),
    payMoto: ({ payer, ...card }, { ticket }) => payMoto(of(ticket), completed(ticket, payer), card),
    removeCard: async ({ bindingId }, { ticket }) => ({ savedCards: await removeSavedCard(proxy, ticket, bindingId) }),
    outcome: async (_, { ticket }) => awaitedOutcome(of(ticket), ticket, await readForShopper(of(ticket), ticket)),
    withdraw: ({ requestId }, { ticket }) => withdraw(of(ticket), ticket, requestId),
    cancel: (_, { ticket }) => cancel(of(ticket), ticket),
  }
}

export const publicHandlers: Handlers<typeof publicApi, undefined> = {
  async texts({ locale: wanted }) {
    const locale = chooseLocale(wanted)
    const { direction, load } = locales.get(locale)!
    return { locale, direction, card: { ...frameTexts(await load()) } }
  },
}
