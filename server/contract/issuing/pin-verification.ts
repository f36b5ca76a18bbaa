import * as z from 'zod/mini'
import { defineApi } from '#contract/operation.ts'
import { cardAcceptorParameters } from './blocks.ts'
import { byNumberOrId } from './card-identification.ts'
import { optional, Processed } from './fields.ts'
import { pinBlock } from './pins.ts'
import { rpc } from './rpc.ts'

/** A PIN as a terminal presents it. */
const Presented = z.strictObject({ cardIdentification: byNumberOrId, pinData: pinBlock, cardAcceptorParameters })
export type PinVerification = z.infer<typeof Presented>

/** responseCode 55 is a wrong PIN, 75 too many of them. */
const Verified = z.extend(Processed, { rrn: optional(z.string()), authorizationIdResponse: optional(z.string()) })
export type PinVerified = z.infer<typeof Verified>

/** The sandbox's own operation: none of the specification's presents a PIN, so without it no PIN could be wrong. */
export const pinVerificationApi = defineApi({
  verifyPin: rpc('verifyPin', {
    summary: 'Present the PIN of a card',
    source: "the sandbox's own",
    request: Presented,
    response: Verified,
  }),
})
