import * as z from 'zod/mini'
import { cardAcceptorParameters } from './blocks.ts'
import { byNumberOrId, identifiedBy, usualIdentifications } from './card-identification.ts'
import { Done, listOf, optional, Processed, text } from './fields.ts'
import { rpc } from './rpc.ts'

/** How a new CVC2 reaches the cardholder (4.4). */
export const cvcDeliveries = ['SMS', 'WS', 'HALF_AND_HALF', 'WS_ENCRYPTED', 'NONE'] as const

/** An encrypted PIN block; the document states neither its format nor how it is written (4.4). */
export const pinBlock = text

export const pinOperations = {
  /** The document leaves the name and the request out (4.4): both are the sandbox's. */
  getPin: rpc('getPin', {
    summary: 'Read the PIN of a card, encrypted',
    source: "4.4, the name is the sandbox's",
    request: z.strictObject({ cardIdentification: byNumberOrId, cardAcceptorParameters }),
    response: z.object({
      ...Done.shape,
      encryptedPinValue: optional(listOf('pin', text)),
      pinValue: optional(z.string()),
    }),
  }),
  changePin: rpc('changePin', {
    summary: 'Set the PIN of a card',
    source: '4.4',
    request: z.strictObject({ cardIdentification: byNumberOrId, newPinData: pinBlock, cardAcceptorParameters }),
    response: Done,
  }),
  resetPinCounter: rpc('resetPinCounter', {
    summary: 'Forget the wrong PINs of a card',
    source: '4.4',
    request: z.strictObject({ cardIdentification: byNumberOrId, cardAcceptorParameters }),
    response: z.extend(Processed, { rrn: optional(z.string()), authorizationIdResponse: optional(z.string()) }),
  }),
  generateCVC2: rpc('generateCVC2', {
    summary: 'Generate the CVC2 of a card, and deliver it',
    source: '4.4',
    request: z
      .strictObject({
        cardIdentification: identifiedBy(usualIdentifications),
        deliveryMethod: optional(z.enum(cvcDeliveries)),
        cardAcceptorParameters,
      })
      .check(
        z.refine(
          ({ deliveryMethod, cardIdentification }) =>
            deliveryMethod !== 'SMS' || cardIdentification.phoneNumber !== undefined,
          { error: 'given where deliveryMethod is SMS', path: ['cardIdentification', 'phoneNumber'] },
        ),
      ),
    response: z.object({
      ...Done.shape,
      cardNumberMask: optional(z.string()),
      cardNumber: optional(z.string()),
      cvc2: optional(z.string()),
    }),
  }),
}
