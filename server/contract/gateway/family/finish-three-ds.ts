import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { answerText } from '../marks.ts'
import { credentials, verdict } from '../credentials.ts'
import { language } from '../language.ts'

/**
 * finish3dsVer2Payment.do (family): ends a payment after its challenge, where the access server leads the payer to the
 * merchant's own address. `threeDSVer2MdOrder` names the order of an instantPayment.do.
 */
export const ThreeDsFinish = z.object({
  ...credentials,
  threeDSServerTransId: text(1, 36),
  threeDSVer2MdOrder: z.optional(text(1, 36)),
  language: z.optional(language),
})
export type ThreeDsFinish = z.infer<typeof ThreeDsFinish>

/** Where the payer goes on; the order's status says whether it is paid. */
export const FinishedThreeDs = z.object({
  ...verdict,
  redirect: z.optional(answerText(1, 512)),
  is3DSVer2: z.optional(z.boolean()),
})
export type FinishedThreeDs = z.infer<typeof FinishedThreeDs>
