import type { Outcome } from '#contract/checkout.ts'
import type { Refused } from '#contract/faults.ts'
import { orderStatus } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Told } from '#gateway-client/meaning.ts'
import { isUndecided, mayTryAgain, readLink, type Link } from './chain.ts'
import { isUnusable, unusable } from './gateway-fault.ts'
import { factsOf, refusal } from './outcome.ts'
import type { Parts } from './parts.ts'
import { outcomeOfLink } from './standing.ts'
import { stepIn, type PaymentAnswer } from './steps.ts'

/** How a sent payment ended. */
export interface Ending {
  readonly said: Outcome | Refused
  /** Nothing of it can move money any more; an undecided one keeps its claim until the fence is over. */
  readonly isDecided: boolean
}

/** A payment that was sent. */
export interface Sent {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly ticket: Ticket
  /** The tries before this one. */
  readonly earlier: readonly Link[]
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

type Payment = Told<PaymentAnswer>
type Reaction<Kind> = (told: Extract<Payment, { kind: Kind }>, sent: Sent, parts: Parts) => Promise<Ending>

/** Of an order that is in no state to be paid, or of the gateway's own trouble (family). */
const NOT_AS_IT_IS = 7

/** What is done by what the gateway's answer means. */
const reactions: { readonly [Kind in Payment['kind']]: Reaction<Kind> } = {
  'not-delivered': async (told, sent, parts) => {
    alarm(parts, sent, 'not-delivered', told.why)
    return { said: unusable(told), isDecided: true }
  },
  ambiguous: async ({ why }, sent, parts) => {
    alarm(parts, sent, 'ambiguous', why)
    return settled(sent, parts, 'unknown')
  },
  refused: async ({ errorCode }, sent, parts) => {
    alarm(parts, sent, 'refused', `errorCode ${errorCode}`)
    return settled(sent, parts, errorCode === NOT_AS_IT_IS ? 'refused as it is' : 'refused')
  },
  answered: async ({ answer }, sent, parts) => {
    const { ticket, methodNonce, transaction, orderId = answer.orderId } = sent
    const { orderNumber } = ticket
    const step = orderId && stepIn(answer, { orderNumber, orderId, methodNonce, transaction }, parts)
    if (!step) return settled(sent, parts, answer.error === undefined ? 'unknown' : 'refused')
    return { said: { state: 'authenticate', ...factsOf(ticket, orderId), step }, isDecided: true }
  },
}

/** How a payment ended, by the gateway's answer and by the order's status. */
export function endingOf(told: Payment, sent: Sent, parts: Parts): Promise<Ending> {
  if (told.kind !== 'not-delivered') sent.noteSent?.()
  return (reactions[told.kind] as Reaction<Payment['kind']>)(told, sent, parts)
}

const alarm = ({ log }: Parts, { op, number }: Sent, code: string, why: string): void =>
  log.warn({ op, order: number, code, state: why })

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/** What the answer to a payment leaves of it, until the order's status is read. */
type Verdict = 'unknown' | 'refused' | 'refused as it is'

/**
 * The gateway's own word for what became of the payment. Once it has refused it, an order that is still open, or not
 * there at all, has not been paid; unless an order that is there was refused as it is: then another payment of it may be
 * under way, whose claim the store forgot. What is neither refused nor decided is undecided.
 */
async function settled(sent: Sent, parts: Parts, verdict: Verdict): Promise<Ending> {
  for (const pause of [...pauses, undefined]) {
    const { link, isRead } = await readAgain(parts, sent.number)
    const isRefused = link ? verdict === 'refused' : verdict !== 'unknown'
    if (link && (isRefused ? !isOpen(link) : !isUndecided(link))) return told(wordOf(sent, parts, link))
    if (isRead && isRefused) return { said: refusedOpen(sent, link), isDecided: true }
    if (pause !== undefined) await parts.clock.sleep(pause)
  }
  return { said: { state: 'pending', ...factsOf(sent.ticket, sent.orderId) }, isDecided: false }
}

const isOpen = ({ status }: Link): boolean => status.orderStatus === orderStatus.registered

/** Not read only when the gateway did not tell of that order. */
async function readAgain(parts: Parts, number: string): Promise<{ link: Link | undefined; isRead: boolean }> {
  try {
    return { link: await readLink(parts, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { link: undefined, isRead: false }
    throw error
  }
}

/** A status that says nothing decided may still become a charge. */
const told = (said: Outcome): Ending => ({ said, isDecided: said.state !== 'pending' })

/** A refusal that leaves the order open for another try of the same number, or the number free. */
const refusedOpen = ({ ticket, orderId }: Sent, link: Link | undefined): Outcome =>
  refusal(factsOf(ticket, link?.orderId ?? orderId), link?.status.actionCode, true)

/** The try that was just made counts among the tries. */
const wordOf = ({ ticket, earlier }: Sent, parts: Parts, link: Link): Outcome =>
  outcomeOfLink(parts, ticket, link, mayTryAgain(parts, [...earlier, link], ticket))
