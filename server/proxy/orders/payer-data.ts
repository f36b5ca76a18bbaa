import { PayerData, type Ask, type Askable, type RequestedData } from '#contract/payment-methods.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { mayHaveStoredCards } from '../methods/stored-card/saved-cards.ts'

type DataRule = readonly [data: RequestedData, isLacking: (known: PayerData) => boolean, brand?: string]

/** The requested data, and whether the ticket lacks it; for VISA either contact is enough (online gateway 2.4). */
const dataRules: Readonly<Record<Askable, DataRule>> = {
  'contact-visa': ['email', ({ email, phone }) => email === undefined && phone === undefined, 'visa'],
  email: ['email', ({ email }) => email === undefined],
  phone: ['phone', ({ phone }) => phone === undefined],
  billing: ['billing', ({ billing }) => !isWhole(billing)],
}

/** Address verification needs these two (online gateway 2.4). */
const isWhole = (billing: PayerData['billing']): boolean =>
  Boolean(billing?.billingAddressLine1 && billing.billingPostalCode)

/** What the form asks for: what the ticket names and lacks. */
export function asksOf(ticket: Ticket): Ask[] {
  const known = knownOf(ticket)
  const lacking = (ticket.ask ?? []).map((name) => dataRules[name]).filter(([, isLacking]) => isLacking(known))
  return eachOnce(
    lacking.map(([data, , brand]) => ({
      data,
      ...(brand !== undefined && { brand }),
      ...(data === 'billing' && mayHaveStoredCards(ticket) && { afterNumber: true }),
    })),
  )
}

/**
 * What the form asks the payer for beside a stored card, with which only an e-mail address can be sent (online gateway
 * 4.11), also in place of a phone.
 */
export function storedAsksOf(ticket: Ticket): Ask[] {
  const asks = ticket.email === undefined ? asksOf(ticket) : []
  return eachOnce(asks.filter(({ data }) => data !== 'billing').map((ask) => ({ ...ask, data: 'email' })))
}

/** What a wallet's sheet asks for: the data for all cards, since none is chosen yet. */
export const walletAsksOf = (ticket: Ticket): RequestedData[] => asksOf(ticket).map(({ data }) => data)

/** A request for all cards replaces one for a single brand. */
const eachOnce = (asks: readonly Ask[]): Ask[] => [
  ...new Map(asks.toSorted((one, other) => someFirst(one) - someFirst(other)).map((ask) => [ask.data, ask])).values(),
]

const someFirst = ({ brand }: Ask): number => (brand === undefined ? 1 : 0)

/** The payer's data in the ticket. */
export function knownOf({ email, phone, orderPayerData, billingPayerData: billing }: Ticket): PayerData {
  const mobile = phone ?? orderPayerData?.mobilePhone
  return {
    ...(email !== undefined && { email }),
    ...(mobile !== undefined && { phone: mobile }),
    ...(billing && { billing }),
  }
}

/** What the form is filled with, without an e-mail address that it would reject: its rule is stricter than a ticket's. */
export function prefillOf(ticket: Ticket): PayerData {
  const { email, ...known } = knownOf(ticket)
  return PayerData.shape.email.safeParse(email).success ? { ...known, ...(email !== undefined && { email }) } : known
}

/**
 * The ticket with the data that the shopper added; the merchant's own data takes precedence. An incomplete address was
 * shown to the shopper to be completed, so the shopper's version replaces it.
 */
export function completed(ticket: Ticket, { email, phone, billing }: PayerData = {}): Ticket {
  const known = knownOf(ticket)
  return {
    ...ticket,
    ...(email !== undefined && known.email === undefined && { email }),
    ...(phone !== undefined && known.phone === undefined && { phone }),
    ...(billing && !isWhole(known.billing) && { billingPayerData: shownAddress(known.billing, billing) }),
  }
}

type Billing = NonNullable<PayerData['billing']>

/**
 * The shopper’s address, with those further lines of the ticket that were not shown: below another first line they would
 * be of another place. The form shows the second line, and sends an empty one where the shopper has left none.
 */
function shownAddress(known: Billing = {}, shown: Billing): Billing {
  const { billingAddressLine1: first, billingAddressLine2, billingAddressLine3 } = known
  const isSame = first?.trim() && first.trim() === shown.billingAddressLine1?.trim()
  const address = { ...(isSame && { billingAddressLine2, billingAddressLine3 }), ...shown }
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value))
}
