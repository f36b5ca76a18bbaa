import type { CardAcceptorParameters } from '#server-contract/issuing/blocks.ts'
import { acceptorOfEvent } from './acceptor.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import { record } from './ledger.ts'
import type { Card, Transaction } from '../records.ts'
import { approvalCode } from '../trace.ts'

/** Processing codes of card events that move no money; the sandbox's own, since the document shows none. */
const processingCodes = {
  CARD_ISSUING: '900000',
  CARD_BINDING: '901000',
  CARD_BLOCKING: '910000',
  CARD_VALIDATION: '911000',
  CARD_STATUS_CHANGE: '912000',
  PIN_CHANGE: '920000',
  PIN_COUNTER_RESET: '921000',
  PIN_VERIFICATION: '922000',
  CVC2_GENERATION: '923000',
  GEO_RESTRICTION: '940000',
  SERVICE_ACTION: '950000',
  REVERSAL_ADVICE: '980000',
} as const

interface Response {
  readonly cardAcceptorParameters?: CardAcceptorParameters | undefined
  readonly responseCode?: string
  readonly description?: string
  readonly reference?: string
}

export function noteEvent(
  context: IssuerContext,
  card: Card,
  type: keyof typeof processingCodes,
  response: Response = {},
): Transaction {
  const { cardAcceptorParameters, responseCode = '00', description, reference } = response
  const { number, currency } = accountNamed(context, card.accounts[0]!)
  return record(context, {
    type,
    direction: 'NOOP',
    card: card.pan,
    account: number,
    amount: 0,
    currency,
    accountAmount: 0,
    responseCode,
    processingCode: processingCodes[type],
    ...(responseCode === '00' && { approval: approvalCode(context.random) }),
    acceptor: acceptorOfEvent(context, cardAcceptorParameters),
    ...(description !== undefined && { description }),
    reference,
    postings: [],
  })
}
