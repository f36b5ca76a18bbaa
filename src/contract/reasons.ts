/** Why a payment was declined, as the shopper's screens explain it (each has a text in every locale). */
export const reasons = [
  'wrong_details',
  'card_expired',
  'insufficient_funds',
  'limit_exceeded',
  'card_restricted',
  'contact_bank',
  'bank_declined',
  'authentication_failed',
  'authentication_cancelled',
  'bank_unreachable',
  'attempts_used_up',
  'order_expired',
  'cancelled',
  'not_processed',
  'technical',
] as const
export type Reason = (typeof reasons)[number]

/** These are told without a word of a card, so that they are true of a payment without one, too. */
export const cardless: ReadonlySet<string | undefined> = new Set<Reason>([
  'authentication_cancelled',
  'attempts_used_up',
  'order_expired',
  'cancelled',
  'not_processed',
])

/** After these another card is the shopper's way out, also where the bank might accept this one on another day. */
export const otherCard: ReadonlySet<string | undefined> = new Set<Reason>([
  'card_expired',
  'insufficient_funds',
  'limit_exceeded',
  'card_restricted',
  'contact_bank',
])
