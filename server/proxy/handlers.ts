import { checkoutApi, type Checkout } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Handlers } from '#router/mount.ts'
import { chooseLocale, locales } from '#texts/locales.ts'
import { cancel } from './cancel.ts'
import { currencyOf } from './currency.ts'
import type { Parts } from './parts.ts'
import { pay } from './pay.ts'
import type { Visitor } from './payment-fields.ts'
import { prepare } from './prepare.ts'
import { readOutcome } from './standing.ts'

const { texts: textsOperation, ...ticketed } = checkoutApi

/** What needs an order ticket, and what anybody's frame may read. */
export const ticketedApi = ticketed
export const publicApi = { texts: textsOperation }

/** What the door made of a request beside its fields. */
export interface Context {
  readonly ticket: Ticket
  readonly visitor: Visitor
}

export const buildHandlers = (
  parts: Parts,
  sealingKey: () => Promise<string>,
): Handlers<typeof ticketedApi, Context> => ({
  async checkout(_, { ticket }) {
    const [key, { outcome }] = await Promise.all([sealingKey(), readOutcome(parts, ticket)])
    return { ...termsOf(ticket), sealingKey: key, outcome }
  },
  prepare: (_, { ticket }) => prepare(parts, ticket),
  pay: (card, context) => pay(parts, { ...context, card }),
  authenticate: ({ continuation, ...card }, context) => pay(parts, { ...context, card, continuation }),
  outcome: async (_, { ticket }) => (await readOutcome(parts, ticket)).outcome,
  cancel: (_, { ticket }) => cancel(parts, ticket),
})

/** What is to be paid, as the ticket says. */
function termsOf(ticket: Ticket): Omit<Checkout, 'sealingKey' | 'outcome'> {
  const { orderNumber, amount, currency, description, cardholderName, capture = 'one-phase' } = ticket
  return {
    orderNumber,
    amount,
    currency,
    ...currencyOf(currency)!,
    ...(description !== undefined && { description }),
    ...(cardholderName !== undefined && { cardholderName }),
    capture,
  }
}

export const publicHandlers: Handlers<typeof publicApi, undefined> = {
  async texts({ locale: wished }) {
    const locale = chooseLocale(wished)
    const { direction, load } = locales.get(locale)!
    const { card } = await load()
    return { locale, direction, card: { ...card } }
  },
}
