import type { CardAcceptorParameters } from '#server-contract/issuing/blocks.ts'
import { byStatus } from '../authorizations/authorise.ts'
import type { Refusal } from '../ledger/authorization-request.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { withStatus } from '../cards/status.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import type { Card, Transaction } from '../records.ts'
import { pinIn, pinOnFile } from './pin-on-file.ts'

/** Wrong PINs in a row that block a card, and the hotCardStatus that it then has. */
const MOST_DENIALS = 3
export const PIN_BLOCKED = 13

export interface Verified {
  readonly entry: Transaction
  readonly message?: string
}

/**
 * Verifies a PIN in an encrypted block: 55 is a wrong one, which is counted, and the third in a row is 75 and blocks
 * the card. Declines with the code of the card's status if the card is not active, with 92 or A8 if there is nothing to
 * compare; none of these is counted.
 */
export function verifyPin(
  context: IssuerContext,
  card: Card,
  block: string,
  cardAcceptorParameters: CardAcceptorParameters | undefined,
): Verified {
  const refused = byStatus[card.status]
  if (refused) throw new Declined(refused, `the card has hotCardStatus ${card.status}`)
  const isRight = pinIn(context, card, block, cardAcceptorParameters, 'pinData') === pinOnFile(context, card)
  const after = isRight ? { ...card, pinDenials: 0 } : denied(card, context.clock.now())
  context.tables.cards.put(card.pan, after)
  const { responseCode, ...response } = isRight ? ({ responseCode: '00' } as const) : refusalFor(after)
  return { entry: noteEvent(context, card, 'PIN_VERIFICATION', { responseCode, cardAcceptorParameters }), ...response }
}

function denied(card: Card, now: number): Card {
  const pinDenials = card.pinDenials + 1
  const counted = { ...card, pinDenials, lastWrongPinAt: now }
  return pinDenials < MOST_DENIALS ? counted : withStatus(counted, PIN_BLOCKED, now)
}

const refusalFor = ({ pinDenials }: Card): Refusal =>
  pinDenials < MOST_DENIALS
    ? {
        responseCode: '55',
        message: `pinData has a wrong PIN; ${MOST_DENIALS - pinDenials} more and the card is blocked`,
      }
    : { responseCode: '75', message: 'pinData has a wrong PIN once too often; resetPinCounter forgets them' }
