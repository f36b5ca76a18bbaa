import type { CardIdentification } from '#server-contract/issuing/card-identification.ts'
import type { cvcDeliveries, pinOperations } from '#server-contract/issuing/pins.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { maskOf } from '../card-mask.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { sendHalf, sendTo } from '../cards/messages.ts'
import type { IssuerContext } from '../context.ts'
import { cardNamed } from '../find.ts'
import type { Card } from '../records.ts'
import { cvcOf } from '../keys/cvc.ts'
import { sealedFor } from './pin-on-file.ts'

type GenerateCvcRequest = Request<typeof pinOperations.generateCVC2>
type Answered = Answer<typeof pinOperations.generateCVC2>
type DeliveredCvc = Omit<Answered, 'responseCode' | 'cardNumberMask'>

/**
 * Delivers the CVC2 of a card, and returns further fields of the answer. WS_ENCRYPTED is an ISO 9564 format 0 block of
 * its three digits, under the key that protects the terminal's PIN blocks.
 */
const deliveries: Readonly<
  Record<
    (typeof cvcDeliveries)[number],
    (context: IssuerContext, card: Card, cvc2: string, request: GenerateCvcRequest) => DeliveredCvc
  >
> = {
  WS: (_, { pan }, cvc2) => ({ cardNumber: pan, cvc2 }),
  WS_ENCRYPTED: (context, card, cvc2, request) => ({
    cvc2: sealedFor(context, card, cvc2, request.cardAcceptorParameters),
  }),
  SMS(context, card, cvc2, { cardIdentification }) {
    sendTo(context, cardIdentification.phoneNumber, `CVC2 of your card ${maskOf(card.pan)}: ${cvc2}`)
    return {}
  },
  HALF_AND_HALF(context, card, cvc2, { cardIdentification }) {
    sendHalf(context, card, cvc2, cardIdentification.phoneNumber)
    return {}
  },
  NONE: () => ({}),
}

/** generateCVC2 (card management 4.4): WS if no deliveryMethod is given. */
export const deliverCvc =
  (context: IssuerContext) =>
  (request: GenerateCvcRequest): Answered => {
    const { cardIdentification, deliveryMethod = 'WS', cardAcceptorParameters } = request
    const card = cardNamed(context, identifying(cardIdentification))
    const response = deliveries[deliveryMethod](context, card, cvcOf(context, card), request)
    noteEvent(context, card, 'CVC2_GENERATION', { cardAcceptorParameters, description: deliveryMethod })
    return { responseCode: '00', cardNumberMask: maskOf(card.pan), ...response }
  }

/** Beside another identifier of the card, phoneNumber is only the address of the delivery (4.4). */
const identifying = ({ phoneNumber, ...names }: CardIdentification): CardIdentification =>
  names.cardNumberMask !== undefined && names.cardholderId === undefined ? { ...names, phoneNumber } : names
