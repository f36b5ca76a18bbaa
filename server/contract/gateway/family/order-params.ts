import * as z from 'zod/mini'
import { attributes } from '../../attributes.ts'
import { text } from '#contract/fields.ts'
import { credentials } from '../credentials.ts'
import { language } from '../language.ts'

/** addParams.do (family): names and values that the gateway keeps with a registered order, beside those it has. */
export const OrderParams = z.object({
  ...credentials,
  orderId: text(1, 36),
  params: attributes,
  language: z.optional(language),
})
export type OrderParams = z.infer<typeof OrderParams>
