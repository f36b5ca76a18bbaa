import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { closedFields } from '#contract/wire/closed.ts'
import { address, amount, dateTime, integer, phone, identifier, reference, text } from '#contract/fields.ts'
import { tiiOn } from '../gateway/initiators.ts'
import { language as gatewayLanguage } from '../gateway/language.ts'
import { exactOrderBundle, taxSystem } from '../gateway/order-bundle.ts'
import { ip as payerIp, payerBlocks } from '../gateway/payer.ts'
import { walletNames } from '#contract/methods/methods.ts'
import { namedCurrency } from '#contract/money/named-currency.ts'
import { returnAddress } from '../return-address.ts'

/** The merchant's number of the order, as in its ticket. */
export const orderNumber = identifier(1, 32)

/** Minor units; 0 has another meaning for the gateway and is therefore rejected. */
export const sum = amount.check(z.minimum(1))

/** The amount to charge, the order number, and the merchant's own text that comes back with it. */
export const chargeTerms = { orderNumber, amount: sum, currency: namedCurrency, reference: z.optional(reference) }

const byStoredCard = {
  ...chargeTerms,
  clientId: identifier(1, 255),
  bindingId: identifier(1, 255),
  description: z.optional(text(1, 598)),
  language: z.optional(gatewayLanguage),
  email: z.optional(text(1, 40)),
  ip: z.optional(payerIp),
}

/** Login of the merchant that is charged for: a child merchant, or any with a permission (online gateway 4.1). */
export const merchantLogin = z.optional(text(1, 255))

/** Address of the gateway's callbacks about the order, in place of the proxy's (online gateway 4.1, 6). */
const callbackAddress = z.optional(address())

/** The blocks about the payer, of which nothing is left out. */
export const payer = closedFields(payerBlocks)

/**
 * A payment by a stored card of the client: one-phase, without its holder present. What register.do takes of such an
 * order is taken with it (online gateway 4.1).
 */
export const Charge = z.strictObject({
  ...byStoredCard,
  jsonParams: z.optional(attributes),
  orderBundle: z.optional(exactOrderBundle),
  taxSystem: z.optional(taxSystem),
  additionalOfdParams: z.optional(attributes),
  postAddress: z.optional(text(1, 255)),
  feeInput: z.optional(integer(8)),
  merchantLogin,
  dynamicCallbackUrl: callbackAddress,
  ...payer,
})
export type Charge = z.infer<typeof Charge>

/** A charge of a recurrent stored card (online gateway 4.11). */
export const RecurrentCharge = z.strictObject({ ...byStoredCard, additionalParameters: z.optional(attributes) })
export type RecurrentCharge = z.infer<typeof RecurrentCharge>

/** The fields that every charge has. */
export type Terms = Pick<Charge, keyof typeof chargeTerms>

/**
 * A payment by a wallet's token (online gateway 4.7 to 4.10): `paymentToken` is the wallet's result (Apple Pay's
 * `paymentData`, Google Pay's `tokenizationData.token`), as an object, as JSON text, or as Base64 of it. `open` says
 * whether the proxy decrypts it, or the gateway; when absent, the proxy does if it has keys of that wallet. Only where
 * the proxy decrypts it, `tii` may be U, R or F, for a token that was paid with before and kept since, and `features`,
 * the reference of the first payment and the SCA exemption may be given.
 */
export const WalletCharge = z.strictObject({
  ...chargeTerms,
  /** 0 with the feature VERIFY, which stores the card without paying; at least 1 otherwise. */
  amount,
  wallet: z.enum(walletNames),
  paymentToken: z.union(
    [text(1, 8192), z.record(z.string(), z.unknown())],
    'the token as the wallet gave it, or its Base64 of at most 8192 characters',
  ),
  open: z.optional(z.boolean()),
  tii: z.optional(z.enum(tiiOn('walletDirect'))),
  originalPaymentNetRefNum: z.optional(text(1, 36)),
  /** Unix milliseconds, as a number or as text. */
  originalPaymentDate: z.optional(
    z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,16}$/))], 'Unix milliseconds'),
  ),
  externalScaExemptionIndicator: z.optional(text(1, 64)),
  features: z.optional(z.array(text(1, 64).check(z.regex(/^[^,]*$/, 'one feature, without a comma')))),
  clientId: z.optional(identifier(1, 255)),
  merchantLogin,
  returnUrl: z.optional(returnAddress),
  failUrl: z.optional(returnAddress),
  dynamicCallbackUrl: callbackAddress,
  threeDSProtocolVersion: z.optional(z.enum(['2.1.0', '2.2.0'])),
  ip: z.optional(payerIp),
  description: z.optional(text(1, 598)),
  language: z.optional(gatewayLanguage),
  email: z.optional(text(1, 40)),
  phone: z.optional(phone),
  preAuth: z.optional(z.boolean()),
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
  additionalParameters: z.optional(attributes),
  ...payer,
})
export type WalletCharge = z.infer<typeof WalletCharge>
