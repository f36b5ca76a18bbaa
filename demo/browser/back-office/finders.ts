import type { SendRequest } from './bank.ts'
import { takeAccount, takeCard, takeCardsOf, takeCustomer, type Selection } from './selection.ts'

/** A way to find a card, an account or a customer. */
export interface Finder {
  readonly name: string
  /** The label of the input. */
  readonly prompt: string
  readonly find: (ask: SendRequest, bin: string, given: string) => Promise<Selection | undefined>
}

const isCardNumber = (text: string): boolean => /^\d{12,19}$/.test(text)

/** One finder for each identifier that the interface can look up. */
export const finders = {
  card: {
    name: 'Card',
    prompt: 'Card number or cardId',
    find(ask, bin, given) {
      const number = given.replace(/\s/g, '')
      return takeCard(ask, bin, isCardNumber(number) ? { cardNumber: number } : { cardId: given })
    },
  },
  customer: { name: 'Customer', prompt: 'customerNumber', find: takeCustomer },
  account: { name: 'Account', prompt: 'accountNumber', find: takeAccount },
  phone: {
    name: 'Phone',
    prompt: 'Phone with the country code',
    find: (ask, bin, phoneNumber) => takeCardsOf(ask, bin, { phoneNumber }),
  },
  email: {
    name: 'E-mail',
    prompt: 'E-mail address',
    find: (ask, bin, email) => takeCardsOf(ask, bin, { email }),
  },
} as const satisfies Readonly<Record<string, Finder>>

export type Find = keyof typeof finders
