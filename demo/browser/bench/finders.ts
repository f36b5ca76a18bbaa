import type { Ask } from './bank.ts'
import { takeAccount, takeCard, takeCardsOf, takeCustomer, type Holding } from './holding.ts'

/** A way to find somebody or something at the bank. */
export interface Finder {
  readonly name: string
  /** What is to be typed. */
  readonly asked: string
  readonly find: (ask: Ask, bin: string, given: string) => Promise<Holding | undefined>
}

const isCardNumber = (text: string): boolean => /^\d{12,19}$/.test(text)

/** By the identifications that the interface reads by. */
export const finders = {
  card: {
    name: 'Card',
    asked: 'Card number or cardId',
    find(ask, bin, given) {
      const number = given.replace(/\s/g, '')
      return takeCard(ask, bin, isCardNumber(number) ? { cardNumber: number } : { cardId: given })
    },
  },
  customer: { name: 'Customer', asked: 'customerNumber', find: takeCustomer },
  account: { name: 'Account', asked: 'accountNumber', find: takeAccount },
  phone: {
    name: 'Phone',
    asked: 'Phone with the country code',
    find: (ask, bin, phoneNumber) => takeCardsOf(ask, bin, { phoneNumber }),
  },
  email: {
    name: 'E-mail',
    asked: 'E-mail address',
    find: (ask, bin, email) => takeCardsOf(ask, bin, { email }),
  },
} as const satisfies Readonly<Record<string, Finder>>

export type Way = keyof typeof finders
