import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { isClosed, mayTryAgain, type OrderAttempt } from '../orders/attempts.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import { unusable } from '../gateway/gateway-failure.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Conclusion, Payment } from './locked-order.ts'
import { readFinalStatus, verdictOf, type PaymentVerdict, type FinalStatusContext as Context } from './final-status.ts'
import { outcomeOfAttempt } from '../orders/read/for-shopper.ts'
import { stepIn, type PaymentAnswer, type UnsafeAddress } from './steps.ts'

/** How a shopper's payment ended. */
type Concluded = Conclusion<Outcome>

/** A shopper's payment, as it is sent and as its end is concluded from the order's status. */
export interface ShopperPaymentRequest extends Payment {
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
type Reaction<Kind> = (
  result: Extract<Result, { kind: Kind }>,
  request: ShopperPaymentRequest,
  proxy: Context,
) => Promise<Concluded>

/** The handler of each kind of answer from the gateway. */
const reactions: { readonly [Kind in Result['kind']]: Reaction<Kind> } = {
  'not-delivered': async (result, request, proxy) => {
    alarm(proxy, request, 'not-delivered', result.why)
    return { result: unusable(result), isDecided: true }
  },
  ambiguous: async (result, request, proxy) => {
    alarm(proxy, request, 'ambiguous', result.why)
    return byStatus(request, proxy, verdict(result, request, proxy))
  },
  refused: async (result, request, proxy) => {
    alarm(proxy, request, 'refused', `errorCode ${result.errorCode}`)
    const conclusion = await byStatus(request, proxy, verdict(result, request, proxy))
    return isRefusedAs(result, 'accessDenied') ? notPermitted(request, proxy, conclusion) : conclusion
  },
  answered: async (result, request, proxy) => {
    const { answer } = result
    const { ticket, methodNonce, transaction, locale, orderId = answer.orderId } = request
    const { orderNumber } = ticket
    const step = orderId && stepIn(answer, { orderNumber, orderId, methodNonce, transaction, locale }, proxy)
    if (!step) return byStatus(request, proxy, verdict(result, request, proxy))
    if (step.kind === 'unsafe') return accessServerRefused(request, proxy, orderId, step)
    return concludedAs({ state: 'authenticate', ...factsOf(ticket, orderId), step })
  },
}

const verdict = (result: Result, { movesNothing }: ShopperPaymentRequest, { config }: Context): PaymentVerdict =>
  movesNothing ? 'refused' : verdictOf(result, config)

/** How a payment ended, by the gateway's answer and by the order's status. */
export function concludeForShopper(result: Result, request: ShopperPaymentRequest, proxy: Context): Promise<Concluded> {
  if (result.kind !== 'not-delivered') request.noteSent?.()
  return (reactions[result.kind] as Reaction<Result['kind']>)(result, request, proxy)
}

const alarm = (
  { log }: Pick<ProxyContext, 'log'>,
  { op, number }: ShopperPaymentRequest,
  code: string,
  why: string,
): void => log.warn({ op, order: number, code, message: why })

/** The bank has refused the payment itself, and no card: the shopper is told that something went wrong. */
function notPermitted({ op, number }: ShopperPaymentRequest, proxy: Context, conclusion: Concluded): Concluded {
  const { result } = conclusion
  if (result instanceof ProxyError || result.state !== 'declined' || result.reason !== 'not_processed')
    return conclusion
  reportBlocked(proxy, 'payment_not_permitted', { op, order: number, detail: op })
  return { ...conclusion, result: { ...result, reason: 'technical' } }
}

/**
 * The access server may not be opened: the payment cannot go on, so its order is declined at the gateway. Where that
 * does not succeed, the order's status decides.
 */
async function accessServerRefused(
  request: ShopperPaymentRequest,
  proxy: Context,
  orderId: string,
  { field }: UnsafeAddress,
): Promise<Concluded> {
  const { op, number, ticket, earlier } = request
  reportBlocked(proxy, 'access_server_refused', { op, order: number, detail: field })
  const isDeclined = (await proxy.gateway.decline({ orderId })).kind === 'answered'
  const { kind, attempt } = await readFinalStatus(proxy, request, isDeclined ? 'refused' : 'unknown')
  if (kind !== 'decided') return pending(request)
  if (!isClosed(attempt)) return concludedAs(outcomeAfter(request, proxy, attempt))
  const again = mayTryAgain(proxy, [...earlier, attempt], ticket)
  return concludedAs(refusal(factsOf(ticket, orderId), actionCode.threeDsImpossible, again))
}

/** The result of a payment by the order's status. */
async function byStatus(request: ShopperPaymentRequest, proxy: Context, verdict: PaymentVerdict): Promise<Concluded> {
  const { kind, attempt } = await readFinalStatus(proxy, request, verdict)
  if (kind === 'decided') return concludedAs(outcomeAfter(request, proxy, attempt))
  if (kind === 'refused') return concludedAs(refusedOpen(request, attempt))
  return pending(request)
}

const pending = ({ ticket, orderId }: ShopperPaymentRequest): Concluded =>
  concludedAs({ state: 'pending', ...factsOf(ticket, orderId) })

/** A pending status may still become a charge. */
const concludedAs = (result: Outcome): Concluded => ({
  result,
  isDecided: result.state !== 'pending',
  orderId: result.orderId,
})

/** A refusal that leaves the order open for another payment of the same number, or the number unregistered. */
const refusedOpen = ({ ticket, orderId }: ShopperPaymentRequest, attempt: OrderAttempt | undefined): Outcome =>
  refusal(factsOf(ticket, attempt?.orderId ?? orderId), attempt?.status.actionCode, true)

/** The attempt that was just made counts among the attempts. */
const outcomeAfter = ({ ticket, earlier }: ShopperPaymentRequest, proxy: Context, attempt: OrderAttempt): Outcome =>
  outcomeOfAttempt(proxy, ticket, attempt, mayTryAgain(proxy, [...earlier, attempt], ticket))
