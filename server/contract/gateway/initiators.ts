/** What a binding is for: payments not tied to a plan, or payments on a schedule (online gateway 2.2). */
export const categories = ['COMMON', 'RECURRENT'] as const
export type Category = (typeof categories)[number]

/** Requests that carry a tii, or imply one; `wallet` and `walletDirect` are requests of either wallet. */
export type Sender = 'paymentorder' | 'paymentOrderBinding' | 'recurrentPayment' | 'wallet' | 'walletDirect'

/** Who starts a payment, and what follows from it. */
export interface Initiator {
  readonly initiator: 'customer' | 'merchant'
  /** Requests that may carry it. */
  readonly on: readonly Sender[]
  /** The binding that a successful payment creates. */
  readonly stores?: Category
  /** The binding that pays, on requests that pay by one. */
  readonly uses?: Category
  readonly onePhaseOnly: boolean
  /** Whether CVC and 3-D Secure are checked. */
  readonly checked: boolean
}

const regular = { initiator: 'customer', onePhaseOnly: false, checked: true } as const
/** No one is present to type a code or to complete a challenge; the specification says so of U, and R is alike. */
const byMerchant = { initiator: 'merchant', onePhaseOnly: true, checked: false } as const

/** The transaction initiator indicator (online gateway 2.3), a row per value; `''` is a request without one. */
export const initiators = {
  '': { ...regular, on: ['paymentorder', 'wallet', 'walletDirect'] },
  CI: { ...regular, on: ['paymentorder', 'wallet', 'walletDirect'], stores: 'COMMON' },
  RI: { ...regular, on: ['paymentorder', 'wallet', 'walletDirect'], stores: 'RECURRENT' },
  F: { ...regular, on: ['paymentorder', 'paymentOrderBinding', 'walletDirect'], uses: 'COMMON' },
  U: { ...byMerchant, on: ['paymentorder', 'paymentOrderBinding', 'walletDirect'], uses: 'COMMON' },
  R: {
    ...byMerchant,
    on: ['paymentorder', 'paymentOrderBinding', 'recurrentPayment', 'walletDirect'],
    uses: 'RECURRENT',
  },
} as const satisfies Record<string, Initiator>

/** A tii as it is sent; one that is not sent is `''` in {@link initiators}. */
export type Tii = Exclude<keyof typeof initiators, ''>

/** What follows from the tii of a request. */
export const initiatorOf = (tii: Tii | undefined): Initiator => initiators[tii ?? '']

/** The values that a request may carry. */
export const tiiOn = (senderOf: Sender): readonly Tii[] =>
  Object.entries<Initiator>(initiators).flatMap(([tii, { on }]) => (tii && on.includes(senderOf) ? [tii as Tii] : []))
