import type { CardIdentification } from '#contract/issuing/card-identification.ts'
import { maskPan } from '#ports/mask.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import { Declined, declineIf } from './declined.ts'
import type { Desk } from './desk.ts'
import type { Account, Card, Customer } from './rows.ts'

type Way = (desk: Desk, given: CardIdentification) => readonly (Card | undefined)[] | undefined

/** How a card is found by what it is named by; the contract sees to it that one way is open. */
const ways: readonly Way[] = [
  ({ books }, { cardNumber }) => (cardNumber === undefined ? undefined : [books.cards.get(cardNumber)]),
  ({ books }, { cardId }) => (cardId === undefined ? undefined : books.cardById.of(cardId)),
  ({ books }, { barCode }) => (barCode === undefined ? undefined : books.cardByBarCode.of(barCode)),
  ({ books }, { externalCardId }) =>
    externalCardId === undefined ? undefined : books.cardByExternalId.of(externalCardId),
  ({ books }, { token }) => (token === undefined ? undefined : books.cardByToken.of(token)),
  ({ books }, { cardholderId }) => (cardholderId === undefined ? undefined : books.cardsOfHolder.of(cardholderId)),
  ({ books }, { phoneNumber }) =>
    phoneNumber === undefined ? undefined : books.cardsOfPhone.of(digitsOf(phoneNumber)),
]

/**
 * The one card that is named. Declines with 14 when there is none, or when more than one has that mask; where the rules
 * are strict, with 92 when it is named by anything but cardNumber or cardId (card management 2.2).
 */
export function cardNamed(desk: Desk, given: CardIdentification, field = 'cardIdentification'): Card {
  const isPlain = given.cardNumber !== undefined || given.cardId !== undefined
  declineIf(desk.rules() === 'strict' && !isPlain, '92', `${field} is by cardNumber or cardId: the rules are strict`)
  const found = ways.map((way) => way(desk, given)).find((cards) => cards !== undefined) ?? []
  const cards = found.filter((card): card is Card => card !== undefined && fits(card, given))
  if (cards.length > 1) throw new Declined('14', `${field} names more than one card`)
  if (!cards[0]) throw new Declined('14', `${field} does not name a card that is known here`)
  return cards[0]
}

/** What is said beside the name must be so; a wrong expiry or CVC2 is the processing's to judge, not a question of which card. */
const fits = (card: Card, { cardNumberMask, plasticNumber }: CardIdentification): boolean =>
  (cardNumberMask === undefined || sameMask(cardNumberMask, card.pan)) &&
  (plasticNumber === undefined || plasticNumber === card.plasticNumber)

/** However many stars it has. */
const sameMask = (mask: string, pan: string): boolean => mask.replace(/\*+/, '') === maskPan(pan).replace(/\*+/, '')

/** Declines with 14 when there is no such account. */
export function accountNamed({ books }: Desk, number: string, field = 'accountNumber'): Account {
  const account = books.accounts.get(number)
  if (!account) throw new Declined('14', `${field} is not an account that is known here`)
  return account
}

/** Declines with AD when there is no such customer. */
export function customerNamed({ books }: Desk, number: string, field = 'customerNumber'): Customer {
  const customer = books.customers.get(number)
  if (!customer) throw new Declined('AD', `${field} is not a customer that is known here`)
  return customer
}
