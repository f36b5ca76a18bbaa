import type { PreAuthRegistration } from '#server-contract/gateway/orders.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { Operation } from '#contract/operation.ts'
import { isCurrency } from './currencies.ts'
import { may, must, type Merchant } from '../merchants/merchants.ts'
import type { Demand, Permission } from '../merchants/permissions.ts'

/** The fields of a registration, by any operation. */
export type Registrable = {
  readonly [Field in keyof PreAuthRegistration]?: PreAuthRegistration[Field] | undefined
}

export interface RegistrationContext {
  readonly twoPhase: boolean
  /** Unix milliseconds. */
  readonly now: number
}

type RegistrationRule = readonly [
  field: keyof Registrable,
  rule: string,
  broken: (request: Registrable, occasion: RegistrationContext) => boolean,
]

const features = new Set([
  'VERIFY',
  'FORCE_TDS',
  'FORCE_SSL',
  'FORCE_FULL_TDS',
  'FORCE_CREATE_BINDING',
  'PARTIAL_AUTHORIZATION',
  'FORCE_PAYMENT_WAY',
  'AUTO_PAYMENT',
])

type Dated = 'expirationDate' | 'autocompletionDate' | 'autoReverseDate'

const toCome = (field: Dated): RegistrationRule => [
  field,
  'must be a date still to come',
  ({ [field]: date }, { now }) => date !== undefined && momentOf(date) <= now,
]

/** Scheduled changes of a hold, which a one-phase payment does not have (online gateway 4.2). */
const ofAHold = (field: Dated): RegistrationRule => [
  field,
  'must not be sent of a one-phase payment',
  (it, { twoPhase }) => it[field] !== undefined && !twoPhase,
]

const has = ({ features }: Registrable, feature: string): boolean => features?.includes(feature) ?? false

const LARGEST = 999_999_999_999

/** Rules that the contract's schemas cannot express; the first broken one rejects the order. */
const registrationRules: readonly RegistrationRule[] = [
  [
    'features',
    `must be of ${[...features].join(', ')}`,
    (it) => it.features?.some((one) => !features.has(one)) ?? false,
  ],
  ['features', 'must not force a binding without a clientId', (it) => has(it, 'FORCE_CREATE_BINDING') && !it.clientId],
  [
    'features',
    'must not force a binding together with a bindingId',
    (it) => has(it, 'FORCE_CREATE_BINDING') && it.bindingId !== undefined,
  ],
  ['amount', 'must be greater than 0', (it) => it.amount === 0 && !has(it, 'VERIFY')],
  [
    'feeInput',
    'must leave at most 12 digits to amount and fee together',
    (it) => (it.amount ?? 0) + (it.feeInput ?? 0) > LARGEST,
  ],
  ['currency', 'must be a known ISO 4217 code', (it) => it.currency !== undefined && !isCurrency(it.currency)],
  toCome('expirationDate'),
  ofAHold('autocompletionDate'),
  toCome('autocompletionDate'),
  ofAHold('autoReverseDate'),
  toCome('autoReverseDate'),
  [
    'autoReverseDate',
    'must not be sent together with autocompletionDate',
    (it) => it.autoReverseDate !== undefined && it.autocompletionDate !== undefined,
  ],
]

/** Fields that need a permission. */
const permitted: readonly (readonly [keyof Registrable, Permission])[] = [
  ['feeInput', 'fee'],
  ['bindingId', 'registerBinding'],
  ['autocompletionDate', 'plannedDates'],
  ['autoReverseDate', 'plannedDates'],
]

/** The first rule that a registration breaks, with the field that breaks it. */
export function brokenRule(
  request: Registrable,
  merchant: Merchant,
  occasion: RegistrationContext,
): { readonly field: string; readonly rule: string } | undefined {
  const broken = registrationRules.find(([, , isBroken]) => isBroken(request, occasion))
  if (broken) return { field: broken[0], rule: broken[1] }
  const barred = permitted.find(([field, permission]) => request[field] !== undefined && !may(merchant, permission))
  return barred && { field: barred[0], rule: 'needs a permission that the merchant does not have' }
}

/** The older feature of paying without CVC and 3-D Secure needs a permission, and cannot force either (family). */
export const autoPaymentBarred = (request: Registrable, merchant: Merchant): boolean =>
  has(request, 'AUTO_PAYMENT') &&
  (!may(merchant, 'autoPayment') || has(request, 'FORCE_TDS') || has(request, 'FORCE_SSL'))

/** Fields that a merchant's settings may require, if the operation has them. */
const demanded: readonly (readonly [keyof Registrable, Demand])[] = [['dynamicCallbackUrl', 'callbackAddress']]

/** The first required field that the merchant did not send. */
export const absentDemand = (
  request: Registrable,
  merchant: Merchant,
  { request: { shape } }: Operation,
): string | undefined =>
  demanded.find(
    ([field, demand]) => must(merchant, demand) && Object.hasOwn(shape, field) && request[field] === undefined,
  )?.[0]

/**
 * A date in UTC+3 as Unix milliseconds. The specification states UTC+3 for the dates of a two-phase
 * order; expirationDate, whose zone it leaves open, is read the same way.
 */
export const momentOf = (date: string): number => instantOf(`${date}+03:00`)
