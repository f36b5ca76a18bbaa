import * as z from 'zod/mini'
import { longestMotoName } from '#contract/checkout-requests.ts'
import { cardholderOfShop } from '#contract/billing.ts'
import { MotoPayment } from '../gateway/moto.ts'
import { chargeTerms, merchantLogin, payer } from '../merchant/charges.ts'
import { returnAddress } from '../return-address.ts'

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
  cardholder: cardholderOfShop(longestMotoName),
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
