import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { address, digits, expiry, text } from '#contract/fields.ts'
import { credentials, verdict } from './credentials.ts'
import { tiiOn } from './initiators.ts'
import { language } from './language.ts'
import { family, familyFields, answerText } from './marks.ts'
import { clientBrowserInfo, ip, payerBlocksAlone } from './payer.ts'

/**
 * paymentorder.do (online gateway 4.3 and 4.4): the card is sealed, or in the clear when the merchant has the
 * permission.
 */
export const CardPayment = z.object({
  ...credentials,
  MDORDER: text(1, 36),
  $PAN: z.optional(digits(1, 19)),
  $CVC: z.optional(digits(3, 3)),
  YYYY: z.optional(digits(4, 4)),
  /** 1 to 12, padded or not. */
  MM: z.optional(z.string().check(z.regex(/^(?:0?[1-9]|1[0-2])$/, 'a month'))),
  $EXPIRY: z.optional(expiry),
  seToken: z.optional(z.string()),
  /** Cardholder name. */
  TEXT: text(1, 512),
  language,
  ip: z.optional(ip),
  bindingNotNeeded: z.optional(z.boolean()),
  /**
   * With an external 3DS server: eci, cavv, xid, threeDSProtocolVersion and threeDsType of its authentication. Where a
   * recurrent binding is created (3): recurringFrequency, and recurringExpiry as YYYYMMDD, for the issuer.
   */
  jsonParams: z.optional(attributes),
  tii: z.optional(z.enum(tiiOn('paymentorder'))),
  email: z.optional(text(1, 40)),
  threeDSProtocolVersion: z.optional(z.enum(['2.1.0', '2.2.0'])),
  threeDSServerTransId: z.optional(text(1, 36)),
  /** The second call's spelling in the specification's flow; either is accepted. */
  threeDSServerTransID: z.optional(z.string()),
  threeDSVer2FinishUrl: z.optional(address()),
  threeDSMethodNotificationUrl: z.optional(address()),
  clientBrowserInfo: z.optional(clientBrowserInfo),
  ...payerBlocksAlone,
})
export type CardPayment = z.infer<typeof CardPayment>

/** Where 3-D Secure 1 sends the payer (online gateway 4.3). */
export const redirectStep = {
  termUrl: z.optional(answerText(1, 512)),
  acsUrl: z.optional(answerText(1, 512)),
  paReq: z.optional(answerText(1, 255)),
}

/** The first call's answer in 3-D Secure 2; the method's addresses occur in both spellings (online gateway 4.3). */
export const methodStep = {
  is3DSVer2: z.optional(z.boolean()),
  threeDSServerTransId: z.optional(answerText(1, 36)),
  threeDSMethodUrl: z.optional(answerText(1, 512)),
  threeDSMethodURL: z.optional(answerText(1, 512)),
  threeDSMethodUrlServer: z.optional(answerText(1, 512)),
  threeDSMethodURLServer: z.optional(answerText(1, 512)),
  threeDSMethodURLServerDirect: z.optional(answerText(1, 512)),
  threeDSMethodDataPacked: z.optional(answerText(1, 1024)),
}

const declined = {
  error: family(z.optional(z.string()), 'Why the card was declined'),
  errorTypeName: family(z.optional(z.string())),
  processingErrorType: family(z.optional(z.string())),
}

/**
 * The answer of paymentorder.do; a declined card is errorCode 0 with an error text, so the order status decides
 * (family).
 */
export const CardPaymentAnswer = z.object({
  ...verdict,
  info: z.optional(z.string()),
  redirect: z.optional(answerText(1, 512)),
  ...declined,
  ...redirectStep,
  ...methodStep,
  packedCReq: z.optional(z.string()),
})
export type CardPaymentAnswer = z.infer<typeof CardPaymentAnswer>

/** The answer of paymentOrderBinding.do, which shows no 3-D Secure (online gateway 4.11): in the family, a card's. */
export const BindingPaymentAnswer = z.object({
  ...verdict,
  info: z.optional(z.string()),
  redirect: z.optional(answerText(1, 512)),
  ...declined,
  ...familyFields({ ...redirectStep, ...methodStep }, 'As paymentorder.do answers it'),
  packedCReq: family(z.optional(z.string()), 'As paymentorder.do answers it'),
})

/** A public key that seals a card; `keyExpiration` is Unix milliseconds, which some gateways leave out. */
const sealingKey = z.object({
  keyValue: z.string(),
  protocolVersion: z.optional(z.string()),
  keyExpiration: z.optional(z.number()),
})

/** se/keys.do (family): the first key seals. */
export const SealingKeys = z.object({ ...verdict, keys: z.array(sealingKey) })
export type SealingKeys = z.infer<typeof SealingKeys>
