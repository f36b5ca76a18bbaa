import type { Done } from '#contract/issuing/fields.ts'
import type { PinVerification, PinVerified } from '#contract/issuing/pin-verification.ts'
import type { pinOperations } from '#contract/issuing/pins.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { noteEvent } from '../cards/event.ts'
import { withStatus } from '../cards/status.ts'
import { answerOf } from '../authorizations/debits.ts'
import type { Desk } from '../desk.ts'
import { cardNamed } from '../find.ts'
import { deliverCvc } from './deliver-cvc.ts'
import { pinIn, pinOnFile, pinToKeep, sealedFor } from './pin-on-file.ts'
import { PIN_BLOCKED, verifyPin } from './verify.ts'

type Reading = Request<typeof pinOperations.getPin>
type Read = Answer<typeof pinOperations.getPin>
type Change = Request<typeof pinOperations.changePin>
type Reset = Request<typeof pinOperations.resetPinCounter>

/** PIN and CVC2 (card management 4.4). */
export const pinHandlers = (desk: Desk) => ({
  getPin: (asked: Reading) => getPin(desk, asked),
  changePin: (asked: Change) => changePin(desk, asked),
  resetPinCounter: (asked: Reset) => resetPinCounter(desk, asked),
  generateCVC2: deliverCvc(desk),
})

/** Presenting a PIN, which the document leaves out. */
export const pinVerificationHandlers = (desk: Desk) => ({
  verifyPin({ cardIdentification, pinData, cardAcceptorParameters }: PinVerification): PinVerified {
    const card = cardNamed(desk, cardIdentification)
    const { entry, ...told } = verifyPin(desk, card, pinData, cardAcceptorParameters)
    return { ...answerOf(entry), ...told }
  },
})

/** Never in the clear: pinValue is left out, encryptedPinValue is a block that the terminal can read. */
function getPin(desk: Desk, { cardIdentification, cardAcceptorParameters }: Reading): Read {
  const card = cardNamed(desk, cardIdentification)
  const sealed = sealedFor(desk, card, pinOnFile(desk, card), cardAcceptorParameters)
  return { responseCode: '00', encryptedPinValue: [sealed] }
}

/** A new PIN begins with no wrong ones; a card that wrong ones have blocked stays so until resetPinCounter. */
function changePin(desk: Desk, { cardIdentification, newPinData, cardAcceptorParameters }: Change): Done {
  const card = cardNamed(desk, cardIdentification)
  const pin = pinIn(desk, card, newPinData, cardAcceptorParameters, 'newPinData')
  const pinDenials = card.status === PIN_BLOCKED ? card.pinDenials : 0
  desk.books.cards.put(card.pan, { ...card, pin: pinToKeep(desk, card, pin), pinDenials })
  noteEvent(desk, card, 'PIN_CHANGE', { cardAcceptorParameters })
  return { responseCode: '00' }
}

/** Also makes a card valid again that wrong PINs have blocked. */
function resetPinCounter(desk: Desk, { cardIdentification, cardAcceptorParameters }: Reset) {
  const card = cardNamed(desk, cardIdentification)
  const unblocked = card.status === PIN_BLOCKED ? withStatus(card, 0, desk.clock.now()) : card
  desk.books.cards.put(card.pan, { ...unblocked, pinDenials: 0 })
  return answerOf(noteEvent(desk, card, 'PIN_COUNTER_RESET', { cardAcceptorParameters }))
}
