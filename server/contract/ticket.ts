import * as z from 'zod/mini'
import { attributes } from './attributes.ts'
import { closed } from '#contract/wire/closed.ts'
import * as field from '#contract/fields.ts'
import { billingPayerData, cardholderOfShop } from '#contract/billing.ts'
import { addressMatch, orderPayerData, preOrderPayerData, shippingPayerData } from './gateway/payer.ts'
import { exactOrderBundle, taxSystem } from './gateway/order-bundle.ts'
import { channels, methodNames } from '#contract/methods/methods.ts'
import { namedCurrency } from '#contract/money/named-currency.ts'
import { askable } from '#contract/payment-methods.ts'
import { returnAddress } from './return-address.ts'

/** The longest lifetime of a ticket, in seconds: 24 hours. */
export const MAX_TICKET_LIFETIME = 86_400

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

/** Subtags of a BCP 47 tag; one of a single character begins an extension, as in `en-US-u-ca-gregory` (RFC 5646, 2.1). */
const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

/**
 * The order ticket: the claims of a JWT (HS256, or EdDSA) that the merchant's server signs, so that the page never
 * decides what is paid. Amounts are minor units; names and lengths are those of `register.do` (online gateway 4.1). A
 * claim that breaks its rule is named by a TypeError of `signOrder`, and by `ticket_invalid` of the proxy.
 */
export const Ticket = z.strictObject({
  /**
   * At most 32 characters, so that a suffix such as `-12` still fits the gateway's 36. A number that ends in `-2` to
   * `-20` is refused where the gateway has it as a later try of the number before the suffix.
   */
  orderNumber: field.identifier(1, 32),
  amount: field.amount,
  /** By its number or its letters; a JWT library may have written the number without its leading zeros. */
  currency: namedCurrency,
  /** An address of the shop's origins, or the deep link of an app; the same applies to `failUrl`. */
  returnUrl: returnAddress,
  failUrl: z.optional(returnAddress),
  description: z.optional(field.text(1, 598)),
  /** A text of your own, 1 to 255 characters of printable ASCII, which comes back in orders, lists and webhooks. */
  reference: z.optional(field.reference),
  language: z.optional(z.string().check(z.regex(languageTag, 'a BCP 47 language tag'))),
  clientId: z.optional(field.identifier(0, 255)),
  email: z.optional(field.text(1, 40)),
  phone: z.optional(field.phone),
  cardholderName: z.optional(cardholderOfShop(150)),
  capture: z.optional(z.enum(['one-phase', 'two-phase'])),
  /** `moto` for mail and telephone orders, typed by an operator (online gateway 4.5). */
  channel: z.optional(z.enum(channels)),
  save: z.optional(z.enum(['never', 'ask', 'required'])),
  saveAs: z.optional(z.enum(['common', 'recurrent'])),
  /**
   * Days between recurrent payments, as EMV 3-D Secure has them in up to four digits, and their last day (YYYYMMDD);
   * both go with a card that is stored as recurrent.
   */
  recurringFrequency: z.optional(field.digits(1, 4)),
  recurringExpiry: z.optional(field.digits(8, 8)),
  billingPayerData: z.optional(closed(billingPayerData)),
  shippingPayerData: z.optional(closed(shippingPayerData)),
  preOrderPayerData: z.optional(closed(preOrderPayerData)),
  orderPayerData: z.optional(closed(orderPayerData)),
  billingAndShippingAddressMatchIndicator: z.optional(addressMatch),
  /**
   * The basket (2.4), with the family's fields of a fiscal receipt: `tax`, `itemAttributes`, `ffdVersion` and so on. Not
   * with `channel` moto; wallets are not offered with it. The same applies to the next two claims.
   */
  orderBundle: z.optional(exactOrderBundle),
  /** Number of the tax system of the fiscal receipt (family), as the bank lists them. */
  taxSystem: z.optional(taxSystem),
  /** Attributes of the whole fiscal receipt (family), such as `supplier_info.phones`; passed on unchanged. */
  additionalOfdParams: z.optional(attributes),
  /**
   * Fee in minor units, at most 8 digits, charged besides `amount` (4.1); needs a permission at the gateway. Not with
   * `channel` moto or the feature VERIFY; wallets are not offered with it.
   */
  feeInput: z.optional(field.integer(8)),
  /**
   * When the gateway completes a hold by itself: `yyyy-MM-ddTHH:mm:ss` in UTC+3, a date that exists, with `capture`
   * two-phase and without `autoReverseDate` (4.2); needs enabling, and must be in the future when it is registered.
   */
  autocompletionDate: z.optional(field.dateTime),
  /** When the gateway itself reverses a hold, without `autocompletionDate` (4.2). */
  autoReverseDate: z.optional(field.dateTime),
  /** Delivery address, 1 to 255 characters (4.1); wallets' operations do not take it. */
  postAddress: z.optional(field.text(1, 255)),
  /**
   * Login, 1 to 255 characters, of the merchant that the order is registered for: a child merchant, or any with a
   * permission (4.1). The order and the cards that it stores are that merchant's. Wallets and stored cards are not
   * offered with it; an unknown merchant is refused by the gateway.
   */
  merchantLogin: z.optional(field.text(1, 255)),
  /** The number of a child merchant for which the order is registered, 1 to 16 characters (4.1). Not with `channel` moto. */
  merchantInn: z.optional(field.text(1, 16)),
  /**
   * A stored card of `clientId`, 1 to 255 characters, which the form shows first and chosen (4.1); needs a permission.
   * Not with `channel` moto, a child merchant, the feature FORCE_CREATE_BINDING, or `methods` without `binding`; one
   * that is not this client's is refused by the gateway.
   */
  bindingId: z.optional(field.text(1, 255)),
  /**
   * Address of the gateway's callbacks about this order's payments (4.1, 6), at most 512 characters: https without a
   * login, or http on localhost. It takes the place of the proxy's own, and the proxy reads the order by itself; the
   * proxy never calls it. Wallets' operations other than `walletB/payment.do` do not take it.
   */
  dynamicCallbackUrl: z.optional(field.address()),
  features: z.optional(z.array(field.text(1, 64))),
  jsonParams: z.optional(attributes),
  sessionTimeoutSecs: z.optional(field.integer(9)),
  expirationDate: z.optional(field.dateTime),
  /** The payment methods that the shopper may see; absent means all that are configured. */
  methods: z.optional(z.array(z.enum(methodNames))),
  /**
   * What the form asks for where this ticket lacks it: `contact-visa` is an e-mail address of VISA cards, where the
   * ticket has no phone either, since their 3-D Secure needs one of the two (2.4, 4.4).
   */
  ask: z.optional(z.array(z.enum(askable))),
  /** The page's origin; the proxy also accepts only origins of its own list. */
  origin: z.optional(z.string()),
  iss: z.optional(z.string()),
  sub: z.optional(z.string()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  jti: z.optional(z.string()),
  iat: z.optional(z.number()),
  nbf: z.optional(z.number()),
  /** Seconds since 1970, at most {@link MAX_TICKET_LIFETIME} ahead. */
  exp: z.number(),
})
export type Ticket = z.infer<typeof Ticket>
