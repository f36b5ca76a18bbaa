import { hotCardStatuses } from '#server-contract/issuing/card-data.ts'
import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Processed } from '#server-contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { answerOf } from '../authorizations/debits.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext, Rules } from '../context.ts'
import { cardNamed } from '../find.ts'
import type { Refusal } from '../ledger/authorization-request.ts'
import type { Card } from '../records.ts'
import { noteEvent } from '../ledger/card-event.ts'

type Blocking = Request<typeof cardOperations.blockCard>
type Validation = Request<typeof cardOperations.validateCard>
type CardStatusRequest = Request<typeof cardOperations.changeCardStatus>

const VALID = 0
const BLOCKED = 6

/** Rejects a change from one hotCardStatus to another, with its refusal. */
type Objection = readonly [refused: (from: number, to: number) => boolean, ...refusal: readonly [Code, string]]
type Code = Refusal['responseCode']

const isUnknown: Objection = [(_, to) => !(to in hotCardStatuses), '92', 'hotCardStatus is not in the table of them']
const isThere: Objection = [
  (from, to) => from === to && to !== VALID,
  '16',
  'the card has that hotCardStatus, and is not active, already',
]
const isValid: Objection = [(from) => from === VALID, '15', 'the card is active already, in hotCardStatus 0']
const isNoBlock: Objection = [(_, to) => to === VALID, '92', 'hotCardStatus 0 blocks nothing']

interface Move extends Readonly<Record<Rules, readonly Objection[]>> {
  /** The type of its history entry. */
  readonly event: 'CARD_BLOCKING' | 'CARD_VALIDATION' | 'CARD_STATUS_CHANGE'
}

/** Card management 3: the general rules, and what the document's sandbox restricts. */
const moves: Readonly<Record<'block' | 'change' | 'validate', Move>> = {
  block: {
    event: 'CARD_BLOCKING',
    full: [isUnknown, isNoBlock, isThere],
    strict: [
      [(_, to) => to !== BLOCKED, '92', 'hotCardStatus must be 6: the rules are strict'],
      [(from) => from !== VALID, '16', 'the card must be in hotCardStatus 0: the rules are strict'],
    ],
  },
  change: {
    event: 'CARD_STATUS_CHANGE',
    full: [isUnknown, isThere, [(from, to) => from === to, '15', isValid[2]]],
    strict: [[(_, to) => to !== VALID, '92', 'hotCardStatus must be 0: the rules are strict'], isValid],
  },
  validate: { event: 'CARD_VALIDATION', full: [isValid], strict: [isValid] },
}

/** blockCard (card management 4.4): to any hotCardStatus but 0; under strict rules only from 0 to 6. */
export const blockCard =
  (context: IssuerContext) =>
  (request: Blocking): Processed => {
    if (context.rules() === 'strict' && request.cardIdentification.cardNumber === undefined)
      throw new Declined('92', 'cardIdentification is by cardNumber: the rules are strict')
    return move(context, request, moves.block, request.hotCardStatus)
  }

/** changeCardStatus (card management 4.4): to any hotCardStatus; under strict rules only from a blocked card's to 0. */
export const changeCardStatus =
  (context: IssuerContext) =>
  (request: CardStatusRequest): Processed =>
    move(context, request, moves.change, request.hotCardStatus)

/** validateCard (card management 4.4): from any other hotCardStatus to 0; 15 is a card in 0 already. */
export const validateCard =
  (context: IssuerContext) =>
  (request: Validation): Processed =>
    move(context, request, moves.validate, VALID)

function move(context: IssuerContext, request: Validation, { event, ...objections }: Move, to: number): Processed {
  const card = cardNamed(context, request.cardIdentification)
  const found = objections[context.rules()].find(([refused]) => refused(card.status, to))
  if (found) throw new Declined(found[1], found[2])
  context.tables.cards.put(card.pan, withStatus(card, to, context.clock.now()))
  return answerOf(noteEvent(context, card, event, { ...request, description: `hotCardStatus ${card.status} to ${to}` }))
}

/** The card in another status; `blockedAt` is when it left 0. */
export const withStatus = (card: Card, status: number, now: number): Card => ({
  ...card,
  status,
  blockedAt: status === VALID ? undefined : (card.blockedAt ?? now),
})
