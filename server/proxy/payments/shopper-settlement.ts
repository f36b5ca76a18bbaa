import type { Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/refusal-codes.ts'
import { actionCode } from '#contract/gateway/action-codes.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { isClosed, mayTryAgain, type OrderAttempt } from '../orders/attempts.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import { unusable } from '../gateway/gateway-fault.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Payment, Settlement } from './locked-order.ts'
import { settle, verdictOf, type PaymentVerdict, type SettleContext } from './settle.ts'
import { outcomeOfAttempt } from '../orders/order-reading.ts'
import { stepIn, type PaymentAnswer, type UnsafeAddress } from './steps.ts'

/** How a shopper's payment ended. */
type Settled = Settlement<Outcome>

/** A shopper's payment that was sent. */
export interface Sent extends Payment {
  readonly ticket: Ticket
  /** The attempts before this one. */
  readonly earlier: readonly OrderAttempt[]
  /** The attempt's identifier, unless the payment itself registers it. */
  readonly orderId?: string
  /** The attempt as it was read before it was paid, unless the payment itself registers it. */
  readonly before?: OrderAttempt
  readonly methodNonce: string
  readonly noteSent?: NoteSent | undefined
  readonly locale?: string | undefined
  /** Whether the request moves no money by itself: an answer that is lost then decides that nothing was paid. */
  readonly movesNothing?: true
}

/** Called when a payment was sent to the gateway, whatever its outcome. */
export type NoteSent = () => void

type Result = GatewayResult<PaymentAnswer>
type Reaction<Kind> = (result: Extract<Result, { kind: Kind }>, sent: Sent, proxy: SettleContext) => Promise<Settled>

/** The handler of each kind of answer from the gateway. */
const reactions: { readonly [Kind in Result['kind']]: Reaction<Kind> } = {
  'not-delivered': async (result, sent, proxy) => {
    alarm(proxy, sent, 'not-delivered', result.why)
    return { result: unusable(result), isDecided: true }
  },
  ambiguous: async (result, sent, proxy) => {
    alarm(proxy, sent, 'ambiguous', result.why)
    return settled(sent, proxy, verdict(result, sent, proxy))
  },
  refused: async (result, sent, proxy) => {
    alarm(proxy, sent, 'refused', `errorCode ${result.errorCode}`)
    const settlement = await settled(sent, proxy, verdict(result, sent, proxy))
    return isRefusedAs(result, 'accessDenied') ? notPermitted(sent, proxy, settlement) : settlement
  },
  answered: async (result, sent, proxy) => {
    const { answer } = result
    const { ticket, methodNonce, transaction, locale, orderId = answer.orderId } = sent
    const { orderNumber } = ticket
    const step = orderId && stepIn(answer, { orderNumber, orderId, methodNonce, transaction, locale }, proxy)
    if (!step) return settled(sent, proxy, verdict(result, sent, proxy))
    if (step.kind === 'unsafe') return accessServerRefused(sent, proxy, orderId, step)
    return settledAs({ state: 'authenticate', ...factsOf(ticket, orderId), step })
  },
}

const verdict = (result: Result, { movesNothing }: Sent, { config }: SettleContext): PaymentVerdict =>
  movesNothing ? 'refused' : verdictOf(result, config)

/** How a payment ended, by the gateway's answer and by the order's status. */
export function settleForShopper(result: Result, sent: Sent, proxy: SettleContext): Promise<Settled> {
  if (result.kind !== 'not-delivered') sent.noteSent?.()
  return (reactions[result.kind] as Reaction<Result['kind']>)(result, sent, proxy)
}

const alarm = ({ log }: Pick<ProxyContext, 'log'>, { op, number }: Sent, code: string, why: string): void =>
  log.warn({ op, order: number, code, message: why })

/** The bank has refused the payment itself, and no card: the shopper is told that something went wrong. */
function notPermitted({ op, number }: Sent, proxy: SettleContext, settlement: Settled): Settled {
  const { result } = settlement
  if (result instanceof Refused || result.state !== 'declined' || result.reason !== 'not_processed') return settlement
  reportBlocked(proxy, 'payment_not_permitted', { op, order: number, detail: op })
  return { ...settlement, result: { ...result, reason: 'technical' } }
}

/**
 * The access server may not be opened: the payment cannot go on, so its order is declined at the gateway. Where that
 * does not succeed, the order's status decides.
 */
async function accessServerRefused(
  sent: Sent,
  proxy: SettleContext,
  orderId: string,
  { field }: UnsafeAddress,
): Promise<Settled> {
  const { op, number, ticket, earlier } = sent
  reportBlocked(proxy, 'access_server_refused', { op, order: number, detail: field })
  const isDeclined = (await proxy.gateway.decline({ orderId })).kind === 'answered'
  const { kind, attempt } = await settle(proxy, sent, isDeclined ? 'refused' : 'unknown')
  if (kind !== 'decided') return pending(sent)
  if (!isClosed(attempt)) return settledAs(outcomeAfter(sent, proxy, attempt))
  const again = mayTryAgain(proxy, [...earlier, attempt], ticket)
  return settledAs(refusal(factsOf(ticket, orderId), actionCode.threeDsImpossible, again))
}

/** The result of a payment by the order's status. */
async function settled(sent: Sent, proxy: SettleContext, verdict: PaymentVerdict): Promise<Settled> {
  const { kind, attempt } = await settle(proxy, sent, verdict)
  if (kind === 'decided') return settledAs(outcomeAfter(sent, proxy, attempt))
  if (kind === 'refused') return settledAs(refusedOpen(sent, attempt))
  return pending(sent)
}

const pending = ({ ticket, orderId }: Sent): Settled => settledAs({ state: 'pending', ...factsOf(ticket, orderId) })

/** A pending status may still become a charge. */
const settledAs = (result: Outcome): Settled => ({
  result,
  isDecided: result.state !== 'pending',
  orderId: result.orderId,
})

/** A refusal that leaves the order open for another payment of the same number, or the number unregistered. */
const refusedOpen = ({ ticket, orderId }: Sent, attempt: OrderAttempt | undefined): Outcome =>
  refusal(factsOf(ticket, attempt?.orderId ?? orderId), attempt?.status.actionCode, true)

/** The attempt that was just made counts among the attempts. */
const outcomeAfter = ({ ticket, earlier }: Sent, proxy: SettleContext, attempt: OrderAttempt): Outcome =>
  outcomeOfAttempt(proxy, ticket, attempt, mayTryAgain(proxy, [...earlier, attempt], ticket))
