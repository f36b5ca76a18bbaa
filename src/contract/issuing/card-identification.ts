import * as z from 'zod/mini'
import { expiry } from '../fields.ts'
import { optional, text, whole } from './fields.ts'

const members = {
  /** The full number. */
  cardNumber: optional(text),
  /** Replaces the number outside the scope of card-data rules. */
  cardId: optional(text),
  encryptedCardNumber: optional(text),
  cardNumberMask: optional(text),
  cardLastDigitMask: optional(text),
  /** YYYYMM. */
  expDate: optional(expiry),
  plasticNumber: optional(whole),
  phoneNumber: optional(text),
  cardholderId: optional(text),
  customerId: optional(text),
  customerNumber: optional(text),
  barCode: optional(text),
  cvv2: optional(text),
  externalCardId: optional(text),
  token: optional(text),
  cardTypeCode: optional(text),
  email: optional(text),
  institutionId: optional(text),
}

/** How a card is identified (card management 2.2). */
export const CardIdentification = z.strictObject(members)
export type CardIdentification = z.infer<typeof CardIdentification>
export type Identifier = keyof CardIdentification

/** The fields that identify a card; the others only accompany them (checks, deliveries). */
const naming: ReadonlySet<Identifier> = new Set([
  'cardNumber',
  'cardId',
  'encryptedCardNumber',
  'cardNumberMask',
  'cardLastDigitMask',
  'cardholderId',
  'customerId',
  'customerNumber',
  'barCode',
  'externalCardId',
  'token',
  'email',
])

/** Fields that identify a card together. */
export type Combination = readonly Identifier[]

/**
 * CardIdentification for an operation: one of the combinations must be present, without any other identifying field.
 * expDate, cvv2, plasticNumber, phoneNumber and the like may accompany any; `also` lists those that must.
 */
export const identifiedBy = (combinations: readonly Combination[], also: Combination = []) =>
  CardIdentification.check(({ value, issues }) => {
    const message = ruleFor(value, combinations, also)
    if (message) issues.push({ code: 'custom', message, input: value })
  }).register(z.globalRegistry, {
    description: `Named by ${spoken(combinations)}${also.map((name) => `; with ${name}`).join('')}.`,
  })

function ruleFor(
  given: CardIdentification,
  combinations: readonly Combination[],
  also: Combination,
): string | undefined {
  const present = (Object.keys(given) as Identifier[]).filter((name) => given[name] !== undefined)
  const met = combinations.filter((names) => names.every((name) => present.includes(name)))
  if (!met.length) return `named by ${spoken(combinations)}`
  const missing = also.filter((name) => !present.includes(name))
  if (missing.length) return `given with ${missing.join(' and ')}`
  const alone = combinations.filter(({ length }) => length === 1).flat()
  const names = present.filter((name) => naming.has(name) || alone.includes(name))
  const isClear = met.some((combination) => names.every((name) => combination.includes(name)))
  return isClear ? undefined : `named in one way only: ${spoken(combinations)}`
}

const spoken = (combinations: readonly Combination[]): string =>
  combinations.map((names) => names.join(' with ')).join(', or ')

/** Where the document states only what its sandbox takes (2.2, 4.4): a bank may have the card named in other ways. */
export const namedAnyhow = CardIdentification.check(
  z.refine((given) => Object.values(given).some((value) => value !== undefined), 'named by at least one field'),
).register(z.globalRegistry, { description: 'Named by at least one field.' })

/** The card number or its cardId. */
export const byNumberOrId = identifiedBy([['cardNumber'], ['cardId']])

/** The usual combinations (debitCard, generateCVC2, cardStatusInquiry, addCardLimitException). */
export const usualIdentifications = [
  ['cardNumber'],
  ['cardId'],
  ['barCode'],
  ['cardNumberMask', 'cardholderId'],
  ['cardNumberMask', 'phoneNumber'],
] as const satisfies readonly Combination[]
