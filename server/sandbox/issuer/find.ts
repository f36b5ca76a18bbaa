import type { CardIdentification } from '#server-contract/issuing/card-identification.ts'
import { maskOf } from './card-mask.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import { institutionOf } from './customers/institution.ts'
import { Declined, declineIf } from './ledger/declined.ts'
import type { IssuerContext } from './context.ts'
import { cvcOf } from './keys/cvc.ts'
import type { Account, Card, Customer } from './records.ts'

type Find = (context: IssuerContext, given: CardIdentification) => readonly (Card | undefined)[] | undefined

/** How a card is found by each identifier; the contract ensures that one is given. */
const finders: readonly Find[] = [
  ({ tables }, { cardNumber }) => (cardNumber === undefined ? undefined : [tables.cards.get(cardNumber)]),
  ({ tables }, { cardId }) => (cardId === undefined ? undefined : tables.cardById.of(cardId)),
  ({ tables }, { barCode }) => (barCode === undefined ? undefined : tables.cardByBarCode.of(barCode)),
  ({ tables }, { externalCardId }) =>
    externalCardId === undefined ? undefined : tables.cardByExternalId.of(externalCardId),
  ({ tables }, { token }) => (token === undefined ? undefined : tables.cardByToken.of(token)),
  ({ tables }, { cardholderId }) => (cardholderId === undefined ? undefined : tables.cardsOfHolder.of(cardholderId)),
  ({ tables }, { phoneNumber }) =>
    phoneNumber === undefined ? undefined : tables.cardsOfPhone.of(digitsOf(phoneNumber)),
]

/** How further fields of a card identification are checked; expDate and cvv2 are checked by {@link cardNamed}. */
const fieldChecks: ReadonlyMap<
  keyof CardIdentification,
  (context: IssuerContext, card: Card, message: string) => boolean
> = new Map([
  ['cardNumberMask', (_, { pan }, message) => withoutStars(message) === withoutStars(maskOf(pan))],
  ['plasticNumber', (_, { plasticNumber }, message) => Number(message) === plasticNumber],
  ['phoneNumber', (_, { phone }, message) => phone !== undefined && digitsOf(message) === digitsOf(phone)],
  ['cardTypeCode', (_, { product }, message) => message === product],
  [
    'institutionId',
    ({ tables }, { customer }, message) => message === String(institutionOf(tables.customers.get(customer))),
  ],
])

/** A mask without its stars, however many there are. */
const withoutStars = (mask: string): string => mask.replace(/\*+/, '')

/** The first further field that does not match a card. */
const misfitOf = (context: IssuerContext, card: Card, given: CardIdentification): string | undefined =>
  [...fieldChecks].find(([name, fits]) => given[name] !== undefined && !fits(context, card, String(given[name])))?.[0]

/**
 * The one card that is identified, and that matches all further fields. Declines with 14 when there is none or more
 * than one, or the expiry differs; with AB when the CVC2 differs; under strict rules, with 92 when it is identified by
 * anything but cardNumber or cardId (card management 2.2).
 */
export function cardNamed(context: IssuerContext, given: CardIdentification, field = 'cardIdentification'): Card {
  const card = cardToCheck(context, given, field)
  declineIf(!isExpiryOf(card, given), '14', `${field}.expDate is not the one on file`)
  declineIf(!isCvcOf(context, card, given), 'AB', `${field}.cvv2 is not that of the card`)
  return card
}

const isExpiryOf = ({ expiry }: Card, { expDate = expiry }: CardIdentification): boolean => expDate === expiry

const isCvcOf = (context: IssuerContext, card: Card, { cvv2 }: CardIdentification): boolean =>
  cvv2 === undefined || cvv2 === cvcOf(context, card)

/** Whether a card matches all further fields of an identification. */
export const isSo = (context: IssuerContext, card: Card, given: CardIdentification): boolean =>
  !misfitOf(context, card, given) && isExpiryOf(card, given) && isCvcOf(context, card, given)

/** Finds the card of a payment, whose processing checks the expiry and the CVC2 itself, and records a refusal. */
export function cardToCheck(context: IssuerContext, given: CardIdentification, field = 'cardIdentification'): Card {
  const isPlain = given.cardNumber !== undefined || given.cardId !== undefined
  declineIf(context.rules() === 'strict' && !isPlain, '92', `${field} is by cardNumber or cardId: the rules are strict`)
  const found = (finders.map((method) => method(context, given)).find(Boolean) ?? []).filter(
    (card) => card !== undefined,
  )
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
export function accountNamed({ tables }: IssuerContext, number: string, field = 'accountNumber'): Account {
  const account = tables.accounts.get(number)
  if (!account) throw new Declined('14', `${field} is not an account that is known here`)
  return account
}

/** Declines with AD when there is no such customer. */
export function customerNamed({ tables }: IssuerContext, number: string, field = 'customerNumber'): Customer {
  const customer = tables.customers.get(number)
  if (!customer) throw new Declined('AD', `${field} is not a customer that is known here`)
  return customer
}
