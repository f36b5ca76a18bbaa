/** The ways to pay that a ticket may name. */
export const methods = ['card', 'binding', 'walletA', 'walletB'] as const
export type Method = (typeof methods)[number]

/** As the panel calls them. */
export const methodNames: Readonly<Record<Method, string>> = {
  card: 'New card',
  binding: 'Stored cards',
  walletA: 'Apple Pay (walletA)',
  walletB: 'Google Pay (walletB)',
}
