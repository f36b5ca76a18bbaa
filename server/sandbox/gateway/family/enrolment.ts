import type { Enrolment, EnrolmentQuestion } from '#server-contract/gateway/family/enrolment.ts'
import { emitterOf } from '../cards/banks.ts'
import type { GatewayContext } from '../context.ts'
import { success } from '../errors/words/success.ts'
import { askRange } from '../payments/access-server.ts'

/** verifyEnrollment.do (family): asks the access server, of either version of 3-D Secure. */
export const verifyEnrolment =
  (context: GatewayContext) =>
  async ({ pan, language }: EnrolmentQuestion): Promise<Enrolment> => {
    const range = await askRange(context, undefined, pan)
    const enrolled = range ? (range.protocol === 'none' ? 'N' : 'Y') : 'U'
    return { ...success(language), enrolled, ...emitterOf(pan) }
  }
