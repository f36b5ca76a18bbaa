import * as z from 'zod/mini'
import { expiry } from '#contract/fields.ts'
import { optional, text, whole } from './fields.ts'

const fields = {
  /** The full number. */
  cardNumber: text,
  /** Replaces the number outside the scope of card-data rules. */
  cardId: text,
  encryptedCardNumber: text,
  cardNumberMask: text,
  cardLastDigitMask: text,
  /** YYYYMM. */
  expDate: expiry,
  plasticNumber: whole,
  phoneNumber: text,
  cardholderId: text,
  customerId: text,
  customerNumber: text,
  barCode: text,
  cvv2: text,
  externalCardId: text,
  token: text,
  cardTypeCode: text,
  email: text,
  institutionId: text,
}

type Fields = typeof fields
type Optional<Field extends z.core.$ZodType> = ReturnType<typeof optional<Field>>

const members = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])) as {
  readonly [Name in keyof Fields]: Optional<Fields[Name]>
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

/** The fields that an operation requires: those beside every combination, and those of the only combination. */
type Mandatory<Combinations extends readonly Combination[], Also extends Combination> =
  | Also[number]
  | (Combinations extends readonly [infer Only extends Combination] ? Only[number] : never)

type Identified<Name extends Identifier> = z.ZodMiniObject<
  Omit<typeof members, Name> & Pick<Fields, Name>,
  z.core.$strict
>

/**
 * CardIdentification for an operation: one of the combinations must be present, without any other identifying field.
 * expDate, cvv2, plasticNumber, phoneNumber and the like may accompany any; `also` lists those that must.
 */
export function identifiedBy<const Combinations extends readonly Combination[], const Also extends Combination = []>(
  combinations: Combinations,
  also?: Also,
): Identified<Mandatory<Combinations, Also>> {
  const only = combinations.length === 1 ? combinations[0]! : []
  const mandatory = Object.fromEntries([...only, ...(also ?? [])].map((name) => [name, fields[name]]))
  return z
    .strictObject({ ...members, ...mandatory })
    .check(({ value, issues }) => {
      const message = ruleFor(value as CardIdentification, combinations)
      if (message) issues.push({ code: 'custom', message, input: value })
    })
    .register(z.globalRegistry, {
      description: `Named by ${spoken(combinations)}${(also ?? []).map((name) => `; with ${name}`).join('')}.`,
    }) as unknown as Identified<Mandatory<Combinations, Also>>
}

function ruleFor(given: CardIdentification, combinations: readonly Combination[]): string | undefined {
  const present = (Object.keys(given) as Identifier[]).filter((name) => given[name] !== undefined)
  const met = combinations.filter((names) => names.every((name) => present.includes(name)))
  if (!met.length) return `named by ${spoken(combinations)}`
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
