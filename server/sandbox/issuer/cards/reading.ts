import type { CardData } from '#contract/issuing/card-data.ts'
import type { CardIdentification } from '#contract/issuing/card-identification.ts'
import type { cardOperations } from '#contract/issuing/cards.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import { Declined, declineIf } from '../authorizations/declined.ts'
import type { Desk } from '../desk.ts'
import { feesOf } from '../authorizations/fees.ts'
import { cardNamed, customerNamed, isSo } from '../find.ts'
import type { Card } from '../rows.ts'
import { cardData } from './card-data.ts'
import { encryptedNumber } from './encrypted-number.ts'
import { additionsOf } from './scheme-additions.ts'

type Of<Name extends keyof typeof cardOperations> = Request<(typeof cardOperations)[Name]>
type To<Name extends keyof typeof cardOperations> = Answer<(typeof cardOperations)[Name]>

/** cardStatusInquiry (card management 4.4). */
export const cardStatusInquiry =
  (desk: Desk) =>
  ({ cardIdentification }: Of<'cardStatusInquiry'>): To<'cardStatusInquiry'> => ({
    hotCardStatus: cardNamed(desk, cardIdentification).status,
  })

/** getCardData (card management 4.4): with a key the number comes encrypted, and not in the clear. */
export const getCardData =
  (desk: Desk) =>
  ({ cardIdentification, rsaPublicKey }: Of<'getCardData'>): { cardData: CardData } => {
    const card = cardNamed(desk, cardIdentification)
    if (rsaPublicKey === undefined) return { cardData: cardData(desk, card) }
    // The clear number is the last thing that whoever sends a key wants to get.
    declineIf(desk.rules() === 'strict', '92', 'rsaPublicKey is not for the sandbox: the rules are strict')
    const { cardNumber: _, ...told } = cardData(desk, card)
    return { cardData: { ...told, encryptedCardNumber: encryptedNumber(card.pan, rsaPublicKey) } }
  }

/** getCardListByOwner (card management 4.4): none is no fault, except that the customer must be known. */
export const getCardListByOwner =
  (desk: Desk) =>
  ({ cardIdentification }: Of<'getCardListByOwner'>): To<'getCardListByOwner'> => ({
    cards: cardsOf(desk, cardIdentification)
      .filter((card) => isSo(desk, card, cardIdentification))
      .map((card) => cardData(desk, card)),
  })

function cardsOf(desk: Desk, { customerId, phoneNumber, email }: CardIdentification): readonly Card[] {
  const { books } = desk
  if (customerId !== undefined)
    return books.cardsOfCustomer.of(customerNamed(desk, customerId, 'cardIdentification.customerId').number)
  if (phoneNumber !== undefined) return books.cardsOfPhone.of(digitsOf(phoneNumber))
  return books.cardsOfEmail.of(email!.toLowerCase())
}

/** getCardFees (card management 4.4): percent of the amount, by the kind of payment that they are for. */
export const getCardFees =
  (desk: Desk) =>
  ({ cardNumber }: Of<'getCardFees'>): To<'getCardFees'> => {
    const card = desk.books.cards.get(cardNumber)
    if (!card) throw new Declined('14', 'cardNumber is not a card that is known here')
    return { fees: [...feesOf(card)] }
  }

/** getTransactionSchemeAdditions (card management 4.4). */
export const getTransactionSchemeAdditions =
  (desk: Desk) =>
  ({
    cardIdentification,
    templateSchemeId,
  }: Of<'getTransactionSchemeAdditions'>): To<'getTransactionSchemeAdditions'> => ({
    transactionSchemeAdditions: additionsOf(cardNamed(desk, cardIdentification), templateSchemeId),
  })
