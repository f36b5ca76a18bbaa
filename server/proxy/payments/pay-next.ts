import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Told } from '#gateway-client/meaning.ts'
import { isClosed, mayTryAgain, numberAt, readLink, type Link } from '../orders/chain.ts'
import type { Hold } from '../locks/claims.ts'
import { endingOf, type Sent, type NoteSent } from './ending.ts'
import { asPending, pendingNext } from '../orders/outcome.ts'
import type { Parts } from '../parts.ts'
import { heard, newNonce } from './pay.ts'
import { sendOnce } from './send-once.ts'
import { whileRegistering } from '../locks/registering.ts'
import { runOnce } from '../locks/idempotency.ts'
import { isOlderThanMemory, readOutcome, readStanding } from '../orders/standing.ts'
import type { PaymentAnswer } from './steps.ts'
import { demandSendable, untilSigned } from '../orders/too-early.ts'

/** What a payment is sent with. */
export interface Sending extends Pick<Sent, 'number' | 'methodNonce'> {
  /** The try of a second call, and its 3-D Secure transaction. */
  readonly orderId?: string
  readonly transaction?: string
}

/** A request of the gateway that registers an order and pays it in one. */
export interface AtOnce {
  /** The gateway's name of it, for the log. */
  readonly op: string
  /** Whether its request names an address for the gateway's callbacks. */
  readonly hasCallback: boolean
  /** Names the shopper's request, which is carried out once. */
  readonly requestId: string
  readonly noteSent?: NoteSent
  /** Checks what can be checked before anything changes, and gives the sending; throws a refusal. */
  prepare(): Promise<(sending: Sending) => Promise<Told<PaymentAnswer>>>
}

/**
 * Pays the order by a request that registers its own number, the next of the chain. An order that was prepared and not
 * paid is declined first; under the claim at most one payment is sent, and a lost answer is read by the number. Throws
 * `too_early` while an earlier process may have sent one.
 */
export async function payNext(parts: Parts, ticket: Ticket, way: AtOnce): Promise<Outcome> {
  const { orderNumber } = ticket
  await untilSigned(parts, ticket)
  const act = runOnce(parts, { orderNumber, requestId: way.requestId }, (hold) => payClaimed(parts, ticket, way, hold))
  const outcome = await whileRegistering(parts, orderNumber, act)
  return outcome ?? asPending((await readOutcome(parts, ticket)).outcome)
}

async function payClaimed(parts: Parts, ticket: Ticket, way: AtOnce, hold: Hold): Promise<Outcome> {
  const { links, current, outcome } = await readStanding(parts, ticket)
  if (!isRepeatable(outcome) || !mayTryAgain(parts, links, ticket)) return outcome
  if (await isOlderThanMemory(parts, current)) return pendingNext(ticket)
  demandSendable(parts, ticket)
  const { op, noteSent } = way
  const send = await way.prepare()
  const earlier = await closed(parts, links)
  if (!earlier) return pendingNext(ticket)
  const [number, methodNonce] = [numberAt(ticket.orderNumber, links.length), newNonce(parts)]
  const { told } = await sendOnce(parts, hold, {
    orderNumber: ticket.orderNumber,
    number,
    registers: true,
    hasCallback: way.hasCallback,
    send: () => send({ number, methodNonce }),
  })
  const sent: Sent = { op, ticket, earlier, number, methodNonce, transaction: undefined, noteSent }
  return heard(await endingOf(told, sent, parts), hold)
}

/** Whether the order may be paid, once more or at all. */
export const isRepeatable = (outcome: Outcome): boolean =>
  outcome.state === 'open' || ('again' in outcome && outcome.again)

/** The tries, the last of them declined; `undefined` when somebody may be paying it. */
export async function closed(parts: Parts, links: readonly Link[]): Promise<readonly Link[] | undefined> {
  const last = links.at(-1)
  if (!last || isClosed(last)) return links
  await parts.gateway.decline({ orderId: last.orderId })
  const after = await readLink(parts, last.number)
  return after && isClosed(after) ? [...links.slice(0, -1), after] : undefined
}
