import { PayerData, type Ask, type RequestedData } from '#contract/payment-methods.ts'
import type { Ticket } from '#contract/ticket.ts'

/** What may be asked of shoppers, by its name in TENDER_ASK. */
export const askable = ['contact-visa', 'email', 'phone', 'billing'] as const
export type Askable = (typeof askable)[number]

type Rule = readonly [data: RequestedData, isLacking: (known: PayerData) => boolean, brand?: string]

/** What is asked, and when the ticket lacks it; for VISA either contact is enough (online gateway 2.4). */
const rules: Readonly<Record<Askable, Rule>> = {
  'contact-visa': ['email', ({ email, phone }) => email === undefined && phone === undefined, 'visa'],
  email: ['email', ({ email }) => email === undefined],
  phone: ['phone', ({ phone }) => phone === undefined],
  billing: ['billing', ({ billing }) => !isWhole(billing)],
}

/** Address verification needs these two (online gateway 2.4). */
const isWhole = (billing: PayerData['billing']): boolean =>
  Boolean(billing?.billingAddressLine1 && billing.billingPostalCode)

/** What the form asks for: only what the ticket lacks. */
export function asksOf(ticket: Ticket, wanted: readonly Askable[]): Ask[] {
  const known = knownOf(ticket)
  const lacking = wanted.map((name) => rules[name]).filter(([, isLacking]) => isLacking(known))
  return eachOnce(lacking.map(([data, , brand]) => ({ data, ...(brand !== undefined && { brand }) })))
}

/** The same of a stored card, with which only an e-mail address can be told (online gateway 4.11): in a phone's place too. */
export function storedAsksOf(ticket: Ticket, wanted: readonly Askable[]): Ask[] {
  const asks = ticket.email === undefined ? asksOf(ticket, wanted) : []
  return eachOnce(asks.filter(({ data }) => data !== 'billing').map((ask) => ({ ...ask, data: 'email' })))
}

/** What a wallet's sheet asks for, of every card, since none is chosen yet. */
export const walletAsksOf = (ticket: Ticket, wanted: readonly Askable[]): RequestedData[] =>
  asksOf(ticket, wanted).map(({ data }) => data)

/** Asked of all cards takes the place of asked of some. */
const eachOnce = (asks: readonly Ask[]): Ask[] => [
  ...new Map(asks.toSorted((one, other) => someFirst(one) - someFirst(other)).map((ask) => [ask.data, ask])).values(),
]

const someFirst = ({ brand }: Ask): number => (brand === undefined ? 1 : 0)

/** What the ticket tells of the payer. */
export function knownOf({ email, phone, orderPayerData, billingPayerData: billing }: Ticket): PayerData {
  const mobile = phone ?? orderPayerData?.mobilePhone
  return {
    ...(email !== undefined && { email }),
    ...(mobile !== undefined && { phone: mobile }),
    ...(billing && { billing }),
  }
}

/** The same as far as the form takes it, which is stricter than a ticket. */
export function prefillOf(ticket: Ticket): PayerData {
  const { email, ...known } = knownOf(ticket)
  return PayerData.shape.email.safeParse(email).success ? { ...known, ...(email !== undefined && { email }) } : known
}

/**
 * The ticket with what the shopper told besides; what the merchant has said of the payer stands. An address that lacks
 * something was shown to be completed, so that it is sent as the shopper left it.
 */
export function completed(ticket: Ticket, { email, phone, billing }: PayerData = {}): Ticket {
  const known = knownOf(ticket)
  return {
    ...ticket,
    ...(email !== undefined && known.email === undefined && { email }),
    ...(phone !== undefined && known.phone === undefined && { phone }),
    ...(billing &&
      !isWhole(known.billing) && { billingPayerData: { ...furtherLines(known.billing, billing), ...billing } }),
  }
}

/** The lines of an address that no form shows; they belong to its first one. */
function furtherLines(known: PayerData['billing'] = {}, shown: PayerData['billing'] = {}): PayerData['billing'] {
  if (known.billingAddressLine1 !== shown.billingAddressLine1) return {}
  const { billingAddressLine2, billingAddressLine3 } = known
  return { ...(billingAddressLine2 && { billingAddressLine2 }), ...(billingAddressLine3 && { billingAddressLine3 }) }
}
