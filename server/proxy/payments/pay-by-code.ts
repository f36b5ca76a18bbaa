import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Request } from '#contract/operation.ts'
import { LONGEST_PAYLOAD } from '#server-contract/methods/code-rule.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { isSafe } from '../config/origins.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import type { LiveCode } from '../store/code-memory.ts'
import type { NewCode } from '../methods/code-method.ts'
import { codeMethods, requireCode, storesAccount } from '../methods/codes.ts'
import type { OrderAttempt } from '../orders/attempts.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import { stepOf, takeCodeBack } from '../orders/codes/follow-code.ts'
import { factsOf } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { LockedOrder, LockedOrderContext } from './locked-order.ts'
import { metricOf } from './payment-meter.ts'
import type { ClientInfo } from './payment-fields.ts'
import { prepare } from './prepare.ts'
import { returnAddress } from './return-address.ts'
import { newNonce, ofPrepared, payForShopper } from './shopper-payment.ts'
import { concludeForShopper, type NoteSent } from './conclude-for-shopper.ts'

/** A request for a code, and who sends it. */
export interface CodePaymentRequest {
  readonly ticket: Ticket
  readonly visitor: ClientInfo
  readonly code: Request<typeof checkoutApi.payByCode>
  readonly noteSent?: NoteSent | undefined
}

/**
 * Gets the code by which an app of the payer's bank pays the order, or returns the one that may still be paid. The
 * order's lock is then held for as long as that, so that no other way pays the order meanwhile.
 */
export async function payByCode(
  proxy: LockedOrderContext,
  { ticket, visitor, code: { method }, noteSent }: CodePaymentRequest,
): Promise<Outcome> {
  requireCode(proxy.config, ticket, method)
  const prepared = await prepare(proxy, ticket)
  const { orderId } = prepared
  if (prepared.state !== 'open' || orderId === undefined) return prepared
  const { config, clock, gateway, signer } = proxy
  // The gateway's clock may be behind ours, so that the session may end later than it seems.
  const holdsAtMost = lastsUntil(ticket, undefined, clock.now()) - clock.now() + config.lockTtlMs
  return payForShopper(proxy, { ticket, orderId, holdsAtMost }, async (order, reading) => {
    const payment = {
      ...ofPrepared(reading),
      op: codeMethods[method].op,
      method: metricOf(method),
      hasCallback: isCalledBack(ticket),
      ticket,
      methodNonce: newNonce(proxy),
      locale: visitor.locale,
      movesNothing: true,
    } as const
    const wanted = {
      orderId,
      returnUrl: returnAddress(config.publicUrl, signer, ticket, payment.number, orderId, visitor.locale),
      language: ticket.language,
      stores: storesAccount(ticket),
    }
    const answer = await order.sendOnce(payment, () => codeMethods[method].make(gateway, wanted))
    if (answer.kind !== 'not-delivered') noteSent?.()
    const until = untilOf(proxy, ticket, payment.before)
    const code = codeIn(proxy, answer, { method, orderId, number: payment.number, until })
    return code
      ? shown(proxy, order, ticket, code, holdsAtMost)
      : order.finish(await concludeForShopper(asPayment(answer), payment, proxy))
  })
}

type Code = Omit<LiveCode, 'nonce'>

/** The code in an answer, where it can be paid; the log has why it cannot. */
function codeIn(
  proxy: Pick<ProxyContext, 'config' | 'log' | 'paymentMeter'>,
  result: GatewayResult<NewCode>,
  of: Omit<Code, 'id' | 'payload'>,
): Code | undefined {
  if (result.kind !== 'answered') return undefined
  const { id, payload, isAccepted } = result.answer
  const detail = flawIn(result.answer, proxy.config.gateway.isLoopback)
  if (id !== undefined && detail === undefined)
    return { ...of, id, ...(!isAccepted && payload !== undefined && { payload }) }
  reportBlocked(proxy, 'code_unusable', { op: codeMethods[of.method].op, order: of.number, detail })
  return undefined
}

/** Why a code cannot be shown: what it holds is an address that the payer's device opens, or reads as a QR code. */
function flawIn({ id, payload, isAccepted }: NewCode, http: boolean): string | undefined {
  if (id === undefined) return 'it has no name'
  if (isAccepted) return undefined
  if (payload === undefined) return 'it holds nothing'
  if (payload.length > LONGEST_PAYLOAD) return `it holds ${payload.length} characters, and a QR code ${LONGEST_PAYLOAD}`
  return isSafe(payload, http) ? undefined : 'it holds no address with https'
}

/** Holds the order's lock as long as the code may be paid, and remembers the code; only then may anyone see it. */
async function shown(
  proxy: LockedOrderContext,
  order: LockedOrder<Outcome>,
  ticket: Ticket,
  code: Code,
  holdMs: number,
): Promise<Outcome> {
  try {
    const live = await order.hold(code, holdMs)
    const step = stepOf(proxy, live, code.payload === undefined ? 'accepted' : 'open')
    const outcome: Outcome = { state: 'authenticate', ...factsOf(ticket, code.orderId), step }
    return order.finish({ result: outcome, isDecided: false, orderId: code.orderId })
  } catch (error) {
    // A store that gave no answer may have the code nevertheless, and show it to whoever reads the order next.
    const isDecided = (await takeCodeBack(proxy, code)) === 'ended'
    const result = error instanceof ProxyError ? error : new ProxyError('busy')
    return order.finish({ result, isDecided })
  }
}

/** An answer without a code that can be paid is the same to the shopper as a refusal. */
const asPayment = (result: GatewayResult<NewCode>): Parameters<typeof concludeForShopper>[0] =>
  result.kind === 'answered' ? { kind: 'answered', answer: {} } : result

/** Seconds of an order's session where its ticket does not say (online gateway 4.1). */
const SESSION = 1200

/** The shortest time for which a code is shown, in milliseconds: the gateway's clock may differ from ours. */
const SHORTEST = 60_000

/** When the session of an order ends that was registered then, Unix milliseconds. */
function lastsUntil(
  { expirationDate, sessionTimeoutSecs = SESSION }: Ticket,
  registeredAt: number | undefined,
  now: number,
) {
  const session = now + sessionTimeoutSecs * 1000
  const end =
    expirationDate === undefined
      ? Math.min(session, (registeredAt ?? now) + sessionTimeoutSecs * 1000)
      : instantOf(`${expirationDate}+03:00`)
  return Math.max(now + SHORTEST, end)
}

const untilOf = ({ clock }: Pick<ProxyContext, 'clock'>, ticket: Ticket, { status }: OrderAttempt): number =>
  lastsUntil(ticket, status.date, clock.now())
