import type { CardIdentification } from '#contract/issuing/card-identification.ts'
import { maskPan } from '#ports/mask.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import { institutionOf } from './customers/institution.ts'
import { Declined, declineIf } from './authorizations/declined.ts'
import type { IssuerContext } from './context.ts'
import { cvcOf } from './pins/cvc.ts'
import type { Account, Card, Customer } from './rows.ts'

type Way = (context: IssuerContext, given: CardIdentification) => readonly (Card | undefined)[] | undefined

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

/** What may be said beside the name of a card, and when it is so; expDate and cvv2 are {@link cardNamed}'s. */
const sayings: ReadonlyMap<keyof CardIdentification, (context: IssuerContext, card: Card, said: string) => boolean> =
  new Map([
    ['cardNumberMask', (_, { pan }, said) => withoutStars(said) === withoutStars(maskPan(pan))],
    ['plasticNumber', (_, { plasticNumber }, said) => Number(said) === plasticNumber],
    ['phoneNumber', (_, { phone }, said) => phone !== undefined && digitsOf(said) === digitsOf(phone)],
    ['cardTypeCode', (_, { product }, said) => said === product],
    ['institutionId', ({ books }, { customer }, said) => said === String(institutionOf(books.customers.get(customer)))],
  ])

/** However many there are. */
const withoutStars = (mask: string): string => mask.replace(/\*+/, '')

/** The first field beside its name that is not so of a card. */
const misfitOf = (context: IssuerContext, card: Card, given: CardIdentification): string | undefined =>
  [...sayings].find(([name, fits]) => given[name] !== undefined && !fits(context, card, String(given[name])))?.[0]

/**
 * The one card that is named, of which all is true that is said beside its name. Declines with 14 when there is none, or
 * more than one, or the expiry is another; with AB when the CVC2 is; where the rules are strict, with 92 when it is named
 * by anything but cardNumber or cardId (card management 2.2).
 */
export function cardNamed(context: IssuerContext, given: CardIdentification, field = 'cardIdentification'): Card {
  const card = cardToJudge(context, given, field)
  declineIf(!isExpiryOf(card, given), '14', `${field}.expDate is not the one on file`)
  declineIf(!isCvcOf(context, card, given), 'AB', `${field}.cvv2 is not that of the card`)
  return card
}

const isExpiryOf = ({ expiry }: Card, { expDate = expiry }: CardIdentification): boolean => expDate === expiry

const isCvcOf = (context: IssuerContext, card: Card, { cvv2 }: CardIdentification): boolean =>
  cvv2 === undefined || cvv2 === cvcOf(context, card)

/** Whether all that is said beside a name is true of a card. */
export const isSo = (context: IssuerContext, card: Card, given: CardIdentification): boolean =>
  !misfitOf(context, card, given) && isExpiryOf(card, given) && isCvcOf(context, card, given)

/** The same for a payment, whose processing judges the expiry and the CVC2, and writes down what it refuses. */
export function cardToJudge(context: IssuerContext, given: CardIdentification, field = 'cardIdentification'): Card {
  const isPlain = given.cardNumber !== undefined || given.cardId !== undefined
  declineIf(context.rules() === 'strict' && !isPlain, '92', `${field} is by cardNumber or cardId: the rules are strict`)
  const found = (ways.map((way) => way(context, given)).find(Boolean) ?? []).filter((card) => card !== undefined)
  const [card, another] = found.filter((one) => !misfitOf(context, one, given))
  declineIf(another !== undefined, '14', `${field} names more than one card`)
  if (card) return card
  const misfit = found.length === 1 ? misfitOf(context, found[0]!, given) : undefined
  throw new Declined(
    '14',
    misfit ? `${field}.${misfit} is not that of the card` : `${field} names no card of this bank`,
  )
}

/** Declines with 14 when there is no such account. */
export function accountNamed({ books }: IssuerContext, number: string, field = 'accountNumber'): Account {
  const account = books.accounts.get(number)
  if (!account) throw new Declined('14', `${field} is not an account that is known here`)
  return account
}

/** Declines with AD when there is no such customer. */
export function customerNamed({ books }: IssuerContext, number: string, field = 'customerNumber'): Customer {
  const customer = books.customers.get(number)
  if (!customer) throw new Declined('AD', `${field} is not a customer that is known here`)
  return customer
}
