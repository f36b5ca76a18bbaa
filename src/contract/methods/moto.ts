import * as z from 'zod/mini'
import { sealed } from '../checkout-requests.ts'
import { cardholder, cardholderOfShop } from '../gateway/billing.ts'
import { MotoPayment } from '../gateway/moto.ts'
import { chargeTerms, merchantLogin, payer } from '../merchant/charges.ts'
import { returnAddress } from '../return-address.ts'

const { orderId: _, bindingId: __, browser: ___, brand: ____, ...ofMoto } = sealed

/** The most characters of the name, fewer than elsewhere (online gateway 4.5). */
const LONGEST = 26

/** A card for a mail or telephone order, sealed without an order, since the payment itself registers it. */
export const motoCard = { ...ofMoto, cardholder: z.optional(cardholder(LONGEST)) }

const { pan, expiry, cvc, seToken, bindingId } = MotoPayment.shape
const { description, language, clientId, email, ip, postAddress, features, jsonParams } = MotoPayment.shape
const { dynamicCallbackUrl, preAuth, autocompletionDate, autoReverseDate } = MotoPayment.shape

/**
 * A mail or telephone order (online gateway 4.5). Exactly one of `seToken` (sealed with an empty mdOrder), `bindingId`
 * (of `clientId`) and `pan` (with `expiry` as YYYYMM) pays; `pan`, `expiry` and `cvc` are sent in the clear, and
 * accepted only when `TENDER_PLAIN_CARDS` allows it.
 */
export const MotoCharge = z.strictObject({
  ...chargeTerms,
  cardholder: cardholderOfShop(LONGEST),
  seToken,
  bindingId,
  pan,
  expiry,
  cvc,
  clientId,
  merchantLogin,
  returnUrl: z.optional(returnAddress),
  failUrl: z.optional(returnAddress),
  description,
  language,
  email,
  ip,
  postAddress,
  preAuth,
  autocompletionDate,
  autoReverseDate,
  features,
  jsonParams,
  dynamicCallbackUrl,
  ...payer,
})
export type MotoCharge = z.infer<typeof MotoCharge>
