import { hotCardStatuses, type CardData } from '#server-contract/issuing/card-data.ts'
import { maskOf } from '../card-mask.ts'
import type { IssuerContext } from '../context.ts'
import type { Card } from '../records.ts'

/** The data of a card in account data (card management 4.2); of the number, only its mask. */
export const cardSummary = (context: IssuerContext, card: Card): CardData => ({
  cardNumberMask: maskOf(card.pan),
  expiryDate: card.expiry,
  cardId: card.id,
  hotCardStatus: card.status,
  hotCardStatusDescription: hotCardStatuses[card.status as keyof typeof hotCardStatuses],
  cardTypeName: card.product,
  embossedName: card.holderName,
  customerId: card.customer,
  personId: card.cardholder,
  pinDenialCounter: card.pinDenials,
  plasticNumber: card.plasticNumber,
  ...relations(context, card),
})

/** Always false where the rules are strict (2.7); else the first card of a customer is the primary one. */
const relations = ({ tables, rules }: IssuerContext, card: Card): CardData => {
  const isFull = rules() === 'full'
  return {
    cardIsPrimary: isFull && tables.cardsOfCustomer.of(card.customer)[0]?.pan === card.pan,
    cardBindToCustomer: isFull,
    customerIsCardholder: isFull && card.cardholder === card.customer,
  }
}
