import type { Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { CardPayment } from '#contract/gateway/card-payments.ts'
import type { Ticket } from '#contract/ticket.ts'
import { underClaim, type Hold } from './claims.ts'
import type { Link } from './chain.ts'
import { transactionIn } from './continuation.ts'
import { endingOf } from './ending.ts'
import { asPending } from './outcome.ts'
import type { Parts } from './parts.ts'
import { paymentOf, type SealedCard, type Visitor } from './payment-fields.ts'
import { returnAddress } from './return-address.ts'
import { isOlderThanMemory, isUnlike, readOutcome, readStanding, type Standing } from './standing.ts'

/** One request to pay: the card, who asks, and the continuation of the method step unless it is the first call. */
export interface Attempt {
  readonly ticket: Ticket
  readonly card: SealedCard
  readonly visitor: Visitor
  readonly continuation?: string
}

/**
 * Pays the order once. Under the claim at most one paymentorder.do is sent, never a second for a lost answer;
 * paid, held and declined are told only when the order's status says so.
 */
export async function pay(parts: Parts, attempt: Attempt): Promise<Outcome> {
  const { ticket } = attempt
  const transaction = transactionOf(parts, attempt)
  const outcome = await underClaim(parts, ticket.orderNumber, (hold) => payClaimed(parts, attempt, transaction, hold))
  // Somebody else pays the order, or an answer was lost: an open order may be charged any moment.
  return outcome ?? asPending((await readOutcome(parts, ticket)).outcome)
}

const transactionOf = ({ signer, clock }: Parts, { continuation, ticket, card }: Attempt): string | undefined =>
  continuation === undefined
    ? undefined
    : transactionIn(signer, clock, continuation, { orderNumber: ticket.orderNumber, orderId: card.orderId })

async function payClaimed(
  parts: Parts,
  attempt: Attempt,
  transaction: string | undefined,
  hold: Hold,
): Promise<Outcome> {
  const standing = await readStanding(parts, attempt.ticket)
  const { current, outcome } = standing
  if (!current || !isPayable(current, outcome, attempt)) return outcome
  if (isOlderThanMemory(parts, current)) return asPending(outcome)
  const methodNonce = Buffer.from(parts.random.bytes(NONCE)).toString('base64url')
  const payment = paymentFor(parts, attempt, current, methodNonce, transaction)
  hold.keep()
  const told = await parts.gateway.paymentorder(payment)
  const ending = await endingOf(told, { ticket: attempt.ticket, standing, current, methodNonce, transaction }, parts)
  if (ending.isDecided) hold.free()
  if (ending.said instanceof Refused) throw ending.said
  return ending.said
}

/** Bytes of a nonce that nobody guesses. */
const NONCE = 16

const isPayable = (current: Link, outcome: Standing['outcome'], { card, ticket }: Attempt): boolean =>
  outcome.state === 'open' && current.orderId === card.orderId && !isUnlike(current, ticket)

function paymentFor(
  parts: Parts,
  { card, ticket, visitor }: Attempt,
  { number }: Link,
  methodNonce: string,
  transaction: string | undefined,
): CardPayment {
  const { publicUrl } = parts.config
  const fields = paymentOf(card, ticket, visitor, {
    threeDSVer2FinishUrl: returnAddress(publicUrl, parts.signer, ticket, number, card.orderId),
    threeDSMethodNotificationUrl: `${publicUrl}/3ds/method?n=${methodNonce}`,
  })
  // The specification spells the second call's field both ways.
  return transaction === undefined
    ? fields
    : { ...fields, threeDSServerTransId: transaction, threeDSServerTransID: transaction }
}
