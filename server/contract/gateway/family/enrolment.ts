import * as z from 'zod/mini'
import { digits } from '#contract/fields.ts'
import { credentials, verdict } from '../credentials.ts'
import { language } from '../language.ts'

/** verifyEnrollment.do (family): whether a card is in 3-D Secure. */
export const EnrolmentQuestion = z.object({
  ...credentials,
  pan: digits(12, 19),
  language: z.optional(language),
})
export type EnrolmentQuestion = z.infer<typeof EnrolmentQuestion>

/** `enrolled` is U where nobody can say; the country is a numeric code (ISO 3166-1), as text or as a number. */
export const Enrolment = z.object({
  ...verdict,
  enrolled: z.optional(z.enum(['Y', 'N', 'U'])),
  emitterName: z.optional(z.string()),
  emitterCountryCode: z.optional(z.union([z.string(), z.number()])),
})
export type Enrolment = z.infer<typeof Enrolment>
