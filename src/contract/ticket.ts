import * as z from 'zod/mini'
import { attributes } from './attributes.ts'
import * as field from './fields.ts'
import { billingPayerData, latin } from './gateway/billing.ts'
import { addressMatch, orderPayerData, preOrderPayerData, shippingPayerData } from './gateway/payer.ts'
import { exactOrderBundle } from './gateway/order-bundle.ts'
import { returnAddress } from './return-address.ts'

/** Longest life of a ticket, in seconds: 24 hours. */
export const LONGEST_LIFE = 86_400

/** Seconds since 1970 are below this for three thousand years; a larger value is in milliseconds. */
const MILLISECONDS = 1e11

/**
 * The rule that an `exp` breaks when it is after `latest`, both in seconds since 1970; `undefined` when it breaks none.
 */
export function brokenExp(exp: number, latest: number): string | undefined {
  if (exp <= latest) return undefined
  const unit = exp < MILLISECONDS ? '' : ', not milliseconds'
  return `must be seconds since 1970${unit}, at most 24 hours ahead`
}

const asDigits = (code: unknown): unknown => (Number.isInteger(code) ? String(code).padStart(3, '0') : code)

/**
 * The order ticket: the claims of a JWT (HS256, or EdDSA) that the merchant's server signs, so that the page never
 * decides what is paid. Amounts are minor units, currencies numeric ISO 4217; names and lengths are those of
 * `register.do` (online gateway 4.1).
 */
export const Ticket = z.strictObject({
  /** At most 32 characters, so that a suffix such as `-12` still fits the gateway's 36. */
  orderNumber: field.identifier(1, 32),
  amount: field.amount,
  /** Three digits; a JWT library may have written them as a number, without their leading zeros. */
  currency: z.pipe(z.transform(asDigits), field.currency),
  /** Of the shop's origins, or the deep link of an app; the same applies to `failUrl`. */
  returnUrl: returnAddress,
  failUrl: z.optional(returnAddress),
  description: z.optional(field.text(1, 598)),
  language: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'a BCP 47 language tag'))),
  clientId: z.optional(field.identifier(0, 255)),
  email: z.optional(field.text(1, 40)),
  phone: z.optional(field.phone),
  cardholderName: z.optional(latin(1, 150)),
  capture: z.optional(z.enum(['one-phase', 'two-phase'])),
  /** `moto` for mail and telephone orders, typed by an operator (online gateway 4.5). */
  channel: z.optional(z.enum(['web', 'moto'])),
  save: z.optional(z.enum(['never', 'ask', 'required'])),
  saveAs: z.optional(z.enum(['common', 'recurrent'])),
  /**
   * Days between recurrent payments, and their last day (YYYYMMDD); both go with a card that is stored as recurrent.
   */
  recurringFrequency: z.optional(field.digits(1, 2)),
  recurringExpiry: z.optional(field.digits(8, 8)),
  billingPayerData: z.optional(billingPayerData),
  shippingPayerData: z.optional(shippingPayerData),
  preOrderPayerData: z.optional(preOrderPayerData),
  orderPayerData: z.optional(orderPayerData),
  billingAndShippingAddressMatchIndicator: z.optional(addressMatch),
  orderBundle: z.optional(exactOrderBundle),
  features: z.optional(z.array(field.text(1, 64))),
  jsonParams: z.optional(attributes),
  sessionTimeoutSecs: z.optional(field.integer(9)),
  expirationDate: z.optional(field.dateTime),
  /** The payment methods that the shopper may see; absent means all that are configured. */
  methods: z.optional(z.array(z.enum(['card', 'applePay', 'googlePay', 'binding']))),
  /** The page's origin; the proxy also accepts only origins of its own list. */
  origin: z.optional(z.string()),
  iss: z.optional(z.string()),
  sub: z.optional(z.string()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  jti: z.optional(z.string()),
  iat: z.optional(z.number()),
  nbf: z.optional(z.number()),
  /** Seconds since 1970, at most {@link LONGEST_LIFE} ahead. */
  exp: z.number(),
})
export type Ticket = z.infer<typeof Ticket>
