import { PayerData, type Ask, type AskedData } from '#contract/means.ts'
import type { Ticket } from '#contract/ticket.ts'

/** What may be asked of shoppers, by its name in TENDER_ASK. */
export const askable = ['contact-visa', 'email', 'phone', 'billing'] as const
export type Askable = (typeof askable)[number]

type Rule = readonly [data: AskedData, isLacking: (known: PayerData) => boolean, brand?: string]

/** What is asked, and when the ticket lacks it; for VISA either contact is enough (online gateway 2.4). */
const rules: Readonly<Record<Askable, Rule>> = {
  'contact-visa': ['email', ({ email, phone }) => email === undefined && phone === undefined, 'visa'],
  email: ['email', ({ email }) => email === undefined],
  phone: ['phone', ({ phone }) => phone === undefined],
  // Address verification needs these two.
  billing: ['billing', ({ billing }) => !billing?.billingAddressLine1 || !billing.billingPostalCode],
}

/** What the form asks for: only what the ticket lacks, each once; asked of all cards goes before asked of some. */
export function asksOf(ticket: Ticket, wanted: readonly Askable[]): Ask[] {
  const known = knownOf(ticket)
  const asks = wanted
    .map((name) => rules[name])
    .filter(([, isLacking]) => isLacking(known))
    .map(([data, , brand]): Ask => ({ data, ...(brand !== undefined && { brand }) }))
  return asks.filter(({ data, brand }) => !brand || !asks.some((other) => other.data === data && !other.brand))
}

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

/** The ticket with what the shopper told besides; what the merchant has said of the payer stands. */
export function completed(ticket: Ticket, { email, phone, billing }: PayerData = {}): Ticket {
  const known = knownOf(ticket)
  return {
    ...ticket,
    ...(email !== undefined && known.email === undefined && { email }),
    ...(phone !== undefined && known.phone === undefined && { phone }),
    ...(billing && { billingPayerData: { ...billing, ...known.billing } }),
  }
}
