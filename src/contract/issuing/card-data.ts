import * as z from 'zod/mini'
import { listOf } from './fields.ts'

/** hotCardStatus: 0, 6 and 8 by the document (3), the rest as the family has them. */
export const hotCardStatuses = {
  0: 'Valid card',
  1: 'Call issuer',
  2: 'Warm card',
  3: 'Do not honour',
  4: 'Honour with identification',
  5: 'Not permitted',
  6: 'Lost card, capture',
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
  currencyAlphaCode: z.optional(z.string()),
  /** The available amount: own money less holds, and the credit limit. */
  balance: z.int(),
  creditLimit: z.optional(z.int()),
  customerId: z.string(),
  defaultAccount: z.optional(z.boolean()),
  accountType: z.optional(z.int()),
}

/** A card (2.7); expiryDate is YYYYMM, times are ISO 8601. */
export const CardData = z.object({
  cardNumber: z.optional(z.string()),
  cardNumberMask: z.optional(z.string()),
  encryptedCardNumber: z.optional(z.string()),
  expiryDate: z.optional(z.string()),
  formattedExpiryDate: z.optional(z.string()),
  cardId: z.optional(z.string()),
  hotCardStatus: z.optional(z.int()),
  hotCardStatusDescription: z.optional(z.string()),
  cardTypeName: z.optional(z.string()),
  embossedName: z.optional(z.string()),
  customerId: z.optional(z.string()),
  customerName: z.optional(z.string()),
  personId: z.optional(z.string()),
  pinDenialCounter: z.optional(z.int()),
  plasticNumber: z.optional(z.int()),
  cardIsPrimary: z.optional(z.boolean()),
  cardBindToCustomer: z.optional(z.boolean()),
  customerIsCardholder: z.optional(z.boolean()),
  cardContractId: z.optional(z.string()),
  cardPlasticId: z.optional(z.string()),
  cardPlasticDescription: z.optional(z.string()),
  memorableWord: z.optional(z.string()),
  email: z.optional(z.string()),
  lastWrongPinDate: z.optional(z.string()),
  cardCreationDate: z.optional(z.string()),
  cardBlockingDate: z.optional(z.string()),
  directDebitAccount: z.optional(z.string()),
  cardholderMobilePhoneNumber: z.optional(z.string()),
  accounts: z.optional(listOf('account', z.object(accountMembers))),
  customParameters: z.optional(listOf('parameter', z.object({ name: z.string(), value: z.string() }))),
})
export type CardData = z.infer<typeof CardData>

/** An account with its cards (2.6). */
export const AccountData = z.object({ ...accountMembers, cards: listOf('card', CardData) })
export type AccountData = z.infer<typeof AccountData>
