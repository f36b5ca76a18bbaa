import type { Done } from '#server-contract/issuing/fields.ts'
import type { PinVerification, PinVerified } from '#server-contract/issuing/pin-verification.ts'
import type { pinOperations } from '#server-contract/issuing/pins.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { withStatus } from '../cards/status.ts'
import { answerOf } from '../authorizations/debits.ts'
import type { IssuerContext } from '../context.ts'
import { cardNamed } from '../find.ts'
import { deliverCvc } from './deliver-cvc.ts'
import { pinIn, pinOnFile, pinToKeep, sealedFor } from './pin-on-file.ts'
import { PIN_BLOCKED, verifyPin } from './verify.ts'

type Reading = Request<typeof pinOperations.getPin>
type GetPinAnswer = Answer<typeof pinOperations.getPin>
type ChangePinRequest = Request<typeof pinOperations.changePin>
type Reset = Request<typeof pinOperations.resetPinCounter>

/** PIN and CVC2 (card management 4.4). */
export const pinHandlers = (context: IssuerContext) => ({
  getPin: (request: Reading) => getPin(context, request),
  changePin: (request: ChangePinRequest) => changePin(context, request),
  resetPinCounter: (request: Reset) => resetPinCounter(context, request),
  generateCVC2: deliverCvc(context),
})

/** PIN verification, which the document does not have. */
export const pinVerificationHandlers = (context: IssuerContext) => ({
  verifyPin({ cardIdentification, pinData, cardAcceptorParameters }: PinVerification): PinVerified {
    const card = cardNamed(context, cardIdentification)
    const { entry, ...response } = verifyPin(context, card, pinData, cardAcceptorParameters)
    return { ...answerOf(entry), ...response }
  },
})

/** Never in clear text: pinValue is omitted, encryptedPinValue is a block that the terminal can decrypt. */
function getPin(context: IssuerContext, { cardIdentification, cardAcceptorParameters }: Reading): GetPinAnswer {
  const card = cardNamed(context, cardIdentification)
  const sealed = sealedFor(context, card, pinOnFile(context, card), cardAcceptorParameters)
  return { responseCode: '00', encryptedPinValue: [sealed] }
}

/** A new PIN resets the count of wrong PINs, but a card that they have blocked stays blocked until resetPinCounter. */
function changePin(
  context: IssuerContext,
  { cardIdentification, newPinData, cardAcceptorParameters }: ChangePinRequest,
): Done {
  const card = cardNamed(context, cardIdentification)
  const pin = pinIn(context, card, newPinData, cardAcceptorParameters, 'newPinData')
  const pinDenials = card.status === PIN_BLOCKED ? card.pinDenials : 0
  context.tables.cards.put(card.pan, { ...card, pin: pinToKeep(context, card, pin), pinDenials })
  noteEvent(context, card, 'PIN_CHANGE', { cardAcceptorParameters })
  return { responseCode: '00' }
}

/** Also unblocks a card that wrong PINs have blocked. */
function resetPinCounter(context: IssuerContext, { cardIdentification, cardAcceptorParameters }: Reset) {
  const card = cardNamed(context, cardIdentification)
  const unblocked = card.status === PIN_BLOCKED ? withStatus(card, 0, context.clock.now()) : card
  context.tables.cards.put(card.pan, { ...unblocked, pinDenials: 0 })
  return answerOf(noteEvent(context, card, 'PIN_COUNTER_RESET', { cardAcceptorParameters }))
}
