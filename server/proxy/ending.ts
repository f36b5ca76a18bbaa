import type { Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { CardPaymentAnswer } from '#contract/gateway/card-payments.ts'
import { orderStatus } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Told } from '#gateway-client/meaning.ts'
import { mayTryAgain, readLink, type Link } from './chain.ts'
import { factsOf, refusal } from './outcome.ts'
import type { Parts } from './parts.ts'
import { outcomeOfLink, type Standing } from './standing.ts'
import { stepIn } from './steps.ts'

/** How a sent payment ended. */
export interface Ending {
  readonly said: Outcome | Refused
  /** Nothing of it can move money any more; an undecided one keeps its claim until the fence is over. */
  readonly isDecided: boolean
}

/** A payment that was sent. */
export interface Sent {
  readonly ticket: Ticket
  readonly standing: Standing
  readonly current: Link
  readonly methodNonce: string
  /** The 3-D Secure transaction of the second call. */
  readonly transaction: string | undefined
}

type Payment = Told<CardPaymentAnswer>
type Reaction<Kind> = (told: Extract<Payment, { kind: Kind }>, sent: Sent, parts: Parts) => Promise<Ending>

/** What is done by what the gateway's answer means. */
const reactions: { readonly [Kind in Payment['kind']]: Reaction<Kind> } = {
  'not-delivered': async ({ why }, sent, parts) => {
    alarm(parts, sent, 'not-delivered', why)
    return { said: new Refused('gateway_unreachable'), isDecided: true }
  },
  ambiguous: async ({ why }, sent, parts) => {
    alarm(parts, sent, 'ambiguous', why)
    return settled(sent, parts, false)
  },
  refused: async (_, sent, parts) => settled(sent, parts, true),
  answered: async ({ answer }, sent, parts) => {
    const { ticket, current, methodNonce, transaction } = sent
    const { orderNumber } = ticket
    const step = stepIn(answer, { orderNumber, orderId: current.orderId, methodNonce, transaction }, parts)
    if (!step) return settled(sent, parts, answer.error !== undefined)
    return { said: { state: 'authenticate', ...factsOf(ticket, current.orderId), step }, isDecided: true }
  },
}

/** How a payment ended, by the gateway's answer and by the order's status. */
export const endingOf = (told: Payment, sent: Sent, parts: Parts): Promise<Ending> =>
  (reactions[told.kind] as Reaction<Payment['kind']>)(told, sent, parts)

const alarm = ({ log }: Parts, { current }: Sent, code: string, why: string): void =>
  log.error({ op: 'paymentorder.do', order: current.number, code, state: why })

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/**
 * The gateway's own word for what became of the payment. `wasRefused` says that the gateway is done with it: an order
 * that is then still open has not been paid. Otherwise such an order is undecided.
 */
async function settled(sent: Sent, parts: Parts, wasRefused: boolean): Promise<Ending> {
  for (const pause of [...pauses, undefined]) {
    const link = await readAgain(parts, sent.current)
    if (link && !isOpen(link)) return { said: wordOf(sent, parts, link), isDecided: true }
    if (link && wasRefused) return { said: refusedOpen(sent, link), isDecided: true }
    if (pause !== undefined) await parts.clock.sleep(pause)
  }
  return { said: { state: 'pending', ...factsOf(sent.ticket, sent.current.orderId) }, isDecided: false }
}

const isOpen = ({ status }: Link): boolean => status.orderStatus === orderStatus.registered

/** `undefined` only when the gateway did not tell; an answer about another order stays an alarm. */
async function readAgain(parts: Parts, { number }: Link): Promise<Link | undefined> {
  try {
    return await readLink(parts, number)
  } catch (error) {
    if (error instanceof Refused && error.code === 'gateway_unreachable') return undefined
    throw error
  }
}

/** A refusal that leaves the order open for another try of the same number. */
const refusedOpen = ({ ticket, current }: Sent, { status }: Link): Outcome =>
  refusal(factsOf(ticket, current.orderId), status.actionCode, true)

/** The try that was just made counts among the tries. */
const wordOf = ({ ticket, standing }: Sent, parts: Parts, link: Link): Outcome =>
  outcomeOfLink(parts, ticket, link, mayTryAgain([...standing.links.slice(0, -1), link], ticket))
