import type { NumberedCard } from '#server-contract/issuing/card-data.ts'
import type { CardIdentification } from '#server-contract/issuing/card-identification.ts'
import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import { Declined, declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { feesOf } from '../ledger/fees.ts'
import { cardNamed, customerNamed, isSo } from '../find.ts'
import type { Card } from '../records.ts'
import { cardData } from './card-data.ts'
import { encryptedNumber } from './encrypted-number.ts'
import { additionsOf } from './scheme-additions.ts'

type Of<Name extends keyof typeof cardOperations> = Request<(typeof cardOperations)[Name]>
type To<Name extends keyof typeof cardOperations> = Answer<(typeof cardOperations)[Name]>

/** cardStatusInquiry (card management 4.4). */
export const cardStatusInquiry =
  (context: IssuerContext) =>
  ({ cardIdentification }: Of<'cardStatusInquiry'>): To<'cardStatusInquiry'> => ({
    hotCardStatus: cardNamed(context, cardIdentification).status,
  })

/**
 * getCardData (card management 4.4): with a key the number is encrypted, in cardNumber too, which no answer may leave out
 * (2.7).
 */
export const getCardData =
  (context: IssuerContext) =>
  ({ cardIdentification, rsaPublicKey }: Of<'getCardData'>): { cardData: NumberedCard } => {
    const card = cardNamed(context, cardIdentification)
    if (rsaPublicKey === undefined) return { cardData: cardData(context, card) }
    // A client that sends a key must not get the number in clear text.
    declineIf(context.rules() === 'strict', '92', 'rsaPublicKey is not for the sandbox: the rules are strict')
    const encrypted = encryptedNumber(card.pan, rsaPublicKey)
    return { cardData: { ...cardData(context, card), cardNumber: encrypted, encryptedCardNumber: encrypted } }
  }

/** getCardListByOwner (card management 4.4): an empty list is no error, but the customer must be known. */
export const getCardListByOwner =
  (context: IssuerContext) =>
  ({ cardIdentification }: Of<'getCardListByOwner'>): To<'getCardListByOwner'> => ({
    cards: cardsOf(context, cardIdentification)
      .filter((card) => isSo(context, card, cardIdentification))
      .map((card) => cardData(context, card)),
  })

function cardsOf(context: IssuerContext, { customerId, phoneNumber, email }: CardIdentification): readonly Card[] {
  const { tables } = context
  if (customerId !== undefined)
    return tables.cardsOfCustomer.of(customerNamed(context, customerId, 'cardIdentification.customerId').number)
  if (phoneNumber !== undefined) return tables.cardsOfPhone.of(digitsOf(phoneNumber))
  return tables.cardsOfEmail.of(email!.toLowerCase())
}

/** getCardFees (card management 4.4): percent of the amount, by the kind of payment that they are for. */
export const getCardFees =
  (context: IssuerContext) =>
  ({ cardNumber }: Of<'getCardFees'>): To<'getCardFees'> => {
    const card = context.tables.cards.get(cardNumber)
    if (!card) throw new Declined('14', 'cardNumber is not a card that is known here')
    return { fees: [...feesOf(card)] }
  }

/** getTransactionSchemeAdditions (card management 4.4). */
export const getTransactionSchemeAdditions =
  (context: IssuerContext) =>
  ({
    cardIdentification,
    templateSchemeId,
  }: Of<'getTransactionSchemeAdditions'>): To<'getTransactionSchemeAdditions'> => ({
    transactionSchemeAdditions: additionsOf(cardNamed(context, cardIdentification), templateSchemeId),
  })
