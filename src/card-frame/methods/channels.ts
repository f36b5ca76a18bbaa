import type { Checkout } from '#contract/checkout.ts'

/** What differs in the form, and in what is sent, by how the order reached the shop. */
interface ChannelForm {
  /** Longest name on the card, in characters (online gateway 4.4, 4.5). */
  readonly longestName: number
  /** Whether an operator types the card of somebody else: its code is not known, and no card of a browser is meant. */
  readonly isByOperator?: true
  /** A sentence above the fields. */
  readonly hint?: 'motoHint'
  /** What the button says in place of the page's wording. */
  readonly label?: 'charge'
  /** The operation that registers and pays at once; absent where the order is registered first, and the card sealed for it. */
  readonly paysBy?: 'payMoto'
}

const forms: Readonly<Record<Checkout['channel'], ChannelForm>> = {
  web: { longestName: 150 },
  moto: { longestName: 26, isByOperator: true, hint: 'motoHint', label: 'charge', paysBy: 'payMoto' },
}

export const channelForm = ({ channel }: Pick<Checkout, 'channel'>): ChannelForm => forms[channel]
