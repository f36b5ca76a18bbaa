/** The payment methods that a ticket may name. */
export const methods = ['card', 'binding', 'applePay', 'googlePay'] as const
export type Method = (typeof methods)[number]

/** Their labels in the panel. */
export const methodNames: Readonly<Record<Method, string>> = {
  card: 'New card',
  binding: 'Stored cards',
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
}
