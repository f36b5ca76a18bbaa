import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#contract/ticket.ts'
import { underClaim, type Hold } from '../locks/claims.ts'
import type { Link } from '../orders/chain.ts'
import { transactionIn } from './continuation.ts'
import { endingOf, type Ending, type NoteSent } from './ending.ts'
import { provenBy, type Authenticated } from './authenticate.ts'
import { choiceOf } from '../payment-methods/brand-choice.ts'
import { demandOwnCard } from '../payment-methods/saved-cards.ts'
import { demandWay } from '../tickets/ways.ts'
import { asPending } from '../orders/outcome.ts'
import type { Parts } from '../parts.ts'
import { bindingPaymentOf, paymentOf, storedTerms, toldBrowser, type Visitor } from './payment-fields.ts'
import { sendOnce } from './send-once.ts'
import { runOnce } from '../locks/idempotency.ts'
import { returnAddress } from './return-address.ts'
import { isOlderThanMemory, isUnlike, readOutcome, readStanding } from '../orders/standing.ts'
import type { PaymentAnswer } from './steps.ts'

/** One request to pay: the card, who asks, and the continuation of the method step unless it is the first call. */
export interface Attempt {
  readonly ticket: Ticket
  readonly card: Request<typeof checkoutApi.pay>
  readonly visitor: Visitor
  readonly continuation?: string
  /** Comes before the payment, under its claim: asks the merchant's own 3-D Secure server (online gateway 4.4). */
  readonly prove?: Prove
  readonly noteSent?: NoteSent
}

/** Goes on to the payment, or tells why nothing is to be sent. */
export type Prove = (pay: (authenticated?: Authenticated) => Promise<Outcome>) => Promise<Outcome>

interface Proven extends Attempt {
  readonly authenticated: Authenticated | undefined
}

/**
 * Pays the order once, by a new card or a stored one. Under the claim at most one payment is sent, never a second for a
 * lost answer; paid, held and declined are told only when the order's status says so.
 */
export async function pay(parts: Parts, attempt: Attempt): Promise<Outcome> {
  const { ticket, card, prove = (send) => send() } = attempt
  const { orderNumber } = ticket
  checkMeans(parts, attempt)
  const transaction = transactionOf(parts, attempt)
  const request = { orderNumber, requestId: card.requestId }
  const act = runOnce(parts, request, async (hold) => {
    if (card.bindingId !== undefined) await demandOwnCard(parts, ticket, card.bindingId)
    return prove((authenticated) => payClaimed(parts, { ...attempt, authenticated }, transaction, hold))
  })
  const outcome = await underClaim(parts, orderNumber, act)
  // Somebody else pays the order, or an answer was lost: an open order may be charged any moment.
  return outcome ?? asPending((await readOutcome(parts, ticket)).outcome)
}

function checkMeans(parts: Parts, { ticket, card: { bindingId, cardholder, brand } }: Attempt): void {
  choiceOf(parts.config, brand)
  if (bindingId !== undefined) return
  demandWay(ticket, 'card')
  if (cardholder === undefined) throw new Refused('field_invalid', 'is required', 'cardholder')
}

const transactionOf = ({ signer, clock }: Parts, { continuation, ticket, card }: Attempt): string | undefined =>
  continuation === undefined
    ? undefined
    : transactionIn(signer, clock, continuation, { orderNumber: ticket.orderNumber, orderId: card.orderId })
        .threeDSServerTransId

/** Acts if the card's try may be paid as the order stands, else tells where it stands; asked under the order's claim. */
export async function ifPayable(
  parts: Parts,
  attempt: Pick<Attempt, 'ticket' | 'card'>,
  act: (current: Link, links: readonly Link[]) => Promise<Outcome>,
): Promise<Outcome> {
  const { links, current, outcome } = await readStanding(parts, attempt.ticket)
  if (!current || !isPayable(parts, current, outcome, attempt)) return outcome
  return (await isOlderThanMemory(parts, current)) ? asPending(outcome) : act(current, links)
}

const payClaimed = (parts: Parts, attempt: Proven, transaction: string | undefined, hold: Hold): Promise<Outcome> =>
  ifPayable(parts, attempt, async (current, links) => {
    const methodNonce = newNonce(parts)
    const { op, send } = paymentFor(parts, attempt, current, methodNonce, transaction)
    const [{ ticket, noteSent }, { number, orderId }, earlier] = [attempt, current, links.slice(0, -1)]
    const payment = { orderNumber: ticket.orderNumber, number, registers: false, hasCallback: true, send }
    const { told } = await sendOnce<PaymentAnswer>(parts, hold, payment)
    const sent = { op, ticket, earlier, number, orderId, methodNonce, transaction, noteSent }
    return heard(await endingOf(told, sent, parts), hold)
  })

/** Lets the claim go if nothing can move money any more, and says what is to be said. */
export function heard({ said, isDecided }: Ending, hold: Hold): Outcome {
  if (isDecided) hold.free()
  if (said instanceof Refused) throw said
  return said
}

/** Bytes of a nonce that nobody guesses. */
const NONCE = 16

/** What the method's notification page is told to say. */
export const newNonce = ({ random }: Parts): string => Buffer.from(random.bytes(NONCE)).toString('base64url')

export const methodPage = ({ config }: Parts, methodNonce: string): string =>
  `${config.publicUrl}/3ds/method?n=${methodNonce}`

const isPayable = (
  parts: Parts,
  current: Link,
  outcome: Outcome,
  { card, ticket }: Pick<Attempt, 'ticket' | 'card'>,
): boolean => outcome.state === 'open' && current.orderId === card.orderId && !isUnlike(parts, current, ticket)

/** The gateway's operation for the card, ready to be sent. */
function paymentFor(
  parts: Parts,
  { card, ticket, visitor, authenticated }: Proven,
  { number }: Link,
  methodNonce: string,
  transaction: string | undefined,
) {
  const { gateway, config, signer } = parts
  const back = {
    threeDSVer2FinishUrl: returnAddress(config.publicUrl, signer, ticket, number, card.orderId),
    threeDSMethodNotificationUrl: methodPage(parts, methodNonce),
    // The specification spells the second call's field both ways.
    ...(transaction !== undefined && { threeDSServerTransId: transaction, threeDSServerTransID: transaction }),
    ...toldBrowser(config, card.browser, visitor),
  }
  const { bindingId } = card
  if (bindingId === undefined) {
    const jsonParams = {
      ...storedTerms(ticket, card.save),
      ...choiceOf(config, card.brand),
      ...provenBy(authenticated),
    }
    const payment = { ...paymentOf(card, ticket, visitor, back), ...(Object.keys(jsonParams).length && { jsonParams }) }
    return { op: 'paymentorder.do', send: () => gateway.paymentorder(payment) }
  }
  const payment = bindingPaymentOf({ ...card, bindingId }, ticket, visitor, back)
  return { op: 'paymentOrderBinding.do', send: () => gateway.paymentOrderBinding(payment) }
}
