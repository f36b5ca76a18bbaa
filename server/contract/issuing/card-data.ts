import * as z from 'zod/mini'
import { listOf, optional, text } from './fields.ts'

/** hotCardStatus: 0, 6 and 8 by the document (3), the rest as the family has them. */
export const hotCardStatuses = {
  0: 'Valid card',
  1: 'Call issuer',
  2: 'Warm card',
  3: 'Do not honour',
  4: 'Honour with identification',
  5: 'Not permitted',
  6: 'Blocked, to be captured',
  7: 'Stolen card, capture',
  8: 'Call security, capture',
  9: 'Invalid card, capture',
  10: 'Pick up card, special condition',
  11: 'Call acquirer security',
  12: 'Not activated',
  13: 'PIN attempts exceeded',
  14: 'Forced PIN change',
  15: 'Credit debts',
  16: 'Virtual card, inactive',
  17: 'PIN activation',
  18: 'Instant card awaiting personalisation',
  19: 'Fraud prevention',
  20: 'Temporarily blocked by client',
  21: 'Permanently blocked by client',
} as const satisfies Readonly<Record<number, string>>

/** An account as cards and accounts contain it (2.6); amounts are minor units. */
const accountMembers = {
  number: z.string(),
  currency: z.int(),
  currencyAlphaCode: optional(z.string()),
  /** The available amount: own money less holds, and the credit limit. */
  balance: z.int(),
  creditLimit: optional(z.int()),
  customerId: z.string(),
  defaultAccount: optional(z.boolean()),
  accountType: optional(z.int()),
}

/** A card (2.7); expiryDate is YYYYMM, times are ISO 8601. */
export const CardData = z.object({
  cardNumber: optional(z.string()),
  cardNumberMask: optional(z.string()),
  encryptedCardNumber: optional(z.string()),
  expiryDate: optional(z.string()),
  formattedExpiryDate: optional(z.string()),
  cardId: optional(z.string()),
  hotCardStatus: optional(z.int()),
  hotCardStatusDescription: optional(z.string()),
  cardTypeName: optional(z.string()),
  embossedName: optional(z.string()),
  customerId: optional(z.string()),
  customerName: optional(z.string()),
  personId: optional(z.string()),
  pinDenialCounter: optional(z.int()),
  plasticNumber: optional(z.int()),
  cardIsPrimary: optional(z.boolean()),
  cardBindToCustomer: optional(z.boolean()),
  customerIsCardholder: optional(z.boolean()),
  cardContractId: optional(z.string()),
  cardPlasticId: optional(z.string()),
  cardPlasticDescription: optional(z.string()),
  memorableWord: optional(z.string()),
  email: optional(z.string()),
  lastWrongPinDate: optional(z.string()),
  cardCreationDate: optional(z.string()),
  cardBlockingDate: optional(z.string()),
  directDebitAccount: optional(z.string()),
  cardholderMobilePhoneNumber: optional(z.string()),
  accounts: optional(listOf('account', z.object(accountMembers))),
  /** The document does not say what an entry has. */
  customParameters: optional(listOf('parameter', z.unknown())),
})
export type CardData = z.infer<typeof CardData>

/** A card as getCardData and lists of cards return it, with its number (2.7). */
export const NumberedCard = z.extend(CardData, { cardNumber: text })
export type NumberedCard = z.infer<typeof NumberedCard>

/** An account with its cards (2.6). */
export const AccountData = z.object({ ...accountMembers, cards: listOf('card', CardData) })
export type AccountData = z.infer<typeof AccountData>
