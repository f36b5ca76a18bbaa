import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { mayTryAgain, type OrderAttempt } from '../orders/attempts.ts'
import { unusable } from '../gateway/gateway-fault.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import type { Parts } from '../parts.ts'
import type { Settlement } from './pay-once.ts'
import { settle, verdictOf, type Verdict } from './settle.ts'
import { outcomeOfLink } from '../orders/standing.ts'
import { stepIn, type PaymentAnswer } from './steps.ts'

/** How a shopper's payment ended. */
type Ending = Settlement<Outcome>

/** A payment that was sent. */
export interface Sent {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly ticket: Ticket
  /** The tries before this one. */
  readonly earlier: readonly OrderAttempt[]
  /** The try, and its identifier unless the payment itself registers it. */
  readonly number: string
  readonly orderId?: string
  readonly methodNonce: string
  /** The 3-D Secure transaction of the second call. */
  readonly transaction: string | undefined
  readonly noteSent?: NoteSent | undefined
}

/** Hears that a payment has left for the gateway, whatever comes of it. */
export type NoteSent = () => void

type Payment = GatewayResult<PaymentAnswer>
type Reaction<Kind> = (told: Extract<Payment, { kind: Kind }>, sent: Sent, parts: Parts) => Promise<Ending>

/** What is done by what the gateway's answer means. */
const reactions: { readonly [Kind in Payment['kind']]: Reaction<Kind> } = {
  'not-delivered': async (told, sent, parts) => {
    alarm(parts, sent, 'not-delivered', told.why)
    return { result: unusable(told), isDecided: true }
  },
  ambiguous: async (told, sent, parts) => {
    alarm(parts, sent, 'ambiguous', told.why)
    return settled(sent, parts, verdictOf(told))
  },
  refused: async (told, sent, parts) => {
    alarm(parts, sent, 'refused', `errorCode ${told.errorCode}`)
    return settled(sent, parts, verdictOf(told))
  },
  answered: async (told, sent, parts) => {
    const { answer } = told
    const { ticket, methodNonce, transaction, orderId = answer.orderId } = sent
    const { orderNumber } = ticket
    const step = orderId && stepIn(answer, { orderNumber, orderId, methodNonce, transaction }, parts)
    if (!step) return settled(sent, parts, verdictOf(told))
    return { result: { state: 'authenticate', ...factsOf(ticket, orderId), step }, isDecided: true }
  },
}

/** How a payment ended, by the gateway's answer and by the order's status. */
export function settleForShopper(told: Payment, sent: Sent, parts: Parts): Promise<Ending> {
  if (told.kind !== 'not-delivered') sent.noteSent?.()
  return (reactions[told.kind] as Reaction<Payment['kind']>)(told, sent, parts)
}

const alarm = ({ log }: Parts, { op, number }: Sent, code: string, why: string): void =>
  log.warn({ op, order: number, code, state: why })

/** What is said of a payment by the order's status. */
async function settled(sent: Sent, parts: Parts, verdict: Verdict): Promise<Ending> {
  const { kind, attempt } = await settle(parts, sent, verdict)
  if (kind === 'decided') return told(wordOf(sent, parts, attempt))
  if (kind === 'refused') return { result: refusedOpen(sent, attempt), isDecided: true }
  return { result: { state: 'pending', ...factsOf(sent.ticket, sent.orderId) }, isDecided: false }
}

/** A status that says nothing decided may still become a charge. */
const told = (result: Outcome): Ending => ({ result, isDecided: result.state !== 'pending' })

/** A refusal that leaves the order open for another try of the same number, or the number free. */
const refusedOpen = ({ ticket, orderId }: Sent, attempt: OrderAttempt | undefined): Outcome =>
  refusal(factsOf(ticket, attempt?.orderId ?? orderId), attempt?.status.actionCode, true)

/** The try that was just made counts among the tries. */
const wordOf = ({ ticket, earlier }: Sent, parts: Parts, attempt: OrderAttempt): Outcome =>
  outcomeOfLink(parts, ticket, attempt, mayTryAgain(parts, [...earlier, attempt], ticket))
