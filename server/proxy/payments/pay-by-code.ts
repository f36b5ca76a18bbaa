import type { Outcome } from '#contract/checkout.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import type { Request } from '#contract/operation.ts'
import { BANK_PAGE, type CodeMethodName } from '#contract/methods/methods.ts'
import { LONGEST_PAYLOAD } from '#server-contract/methods/code-rule.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { isSafe } from '../config/origins.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import type { NewCode } from '../methods/code-method.ts'
import { codeMethods, requireCode, storesAccount } from '../methods/codes.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { holdOrder, longestHold, sessionEnd, type NewLiveCode } from './hold-order.ts'
import type { LockedOrderContext } from './locked-order.ts'
import { metricOf } from './payment-meter.ts'
import type { ClientInfo } from './client-info.ts'
import { payOnPage } from './pay-on-page.ts'
import { prepare } from './prepare.ts'
import { returnAddress } from './return-address.ts'
import { newNonce, ofPrepared, payForShopper } from './shopper-payment.ts'
import { concludeForShopper, type NoteSent } from './conclude-for-shopper.ts'

/** A request for a code, and who sends it. */
export interface CodePaymentRequest {
  readonly ticket: Ticket
  readonly clientInfo: ClientInfo
  readonly code: Request<typeof checkoutApi.payByCode>
  readonly noteSent?: NoteSent | undefined
}

/**
 * Gets the code by which an app of the payer's bank pays the order, or returns the one that may still be paid. The
 * order's lock is then held for as long as that, so that no other way pays the order meanwhile.
 */
export async function payByCode(
  proxy: LockedOrderContext & Pick<ProxyContext, 'formUrls'>,
  { ticket, clientInfo, code: { method }, noteSent }: CodePaymentRequest,
): Promise<Outcome> {
  requireCode(proxy.config, ticket, method)
  if (method === BANK_PAGE) return payOnPage(proxy, { ticket, clientInfo, noteSent })
  const prepared = await prepare(proxy, ticket)
  const { orderId } = prepared
  if (prepared.state !== 'open' || orderId === undefined) return prepared
  const { config, gateway, signer } = proxy
  return payForShopper(proxy, { ticket, orderId, holdsAtMost: longestHold(proxy, ticket) }, async (order, reading) => {
    const payment = {
      ...ofPrepared(reading),
      op: codeMethods[method].op,
      method: metricOf(method),
      hasCallback: isCalledBack(ticket),
      ticket,
      methodNonce: newNonce(proxy),
      locale: clientInfo.locale,
      movesNothing: true,
    } as const
    const wanted = {
      orderId,
      returnUrl: returnAddress(config.publicUrl, signer, ticket, payment.number, orderId, clientInfo.locale),
      language: ticket.language,
      stores: storesAccount(ticket),
    }
    const answer = await order.sendOnce(payment, () => codeMethods[method].make(gateway, wanted))
    if (answer.kind !== 'not-delivered') noteSent?.()
    const until = sessionEnd(proxy, ticket, payment.before.status.date)
    const code = codeIn(proxy, answer, { method, orderId, number: payment.number, until })
    return code
      ? holdOrder(proxy, order, ticket, code, code.payload)
      : order.finish(await concludeForShopper(asPayment(answer), payment, proxy))
  })
}

/** The code in an answer, where it can be paid; the log has why it cannot. */
function codeIn(
  proxy: Pick<ProxyContext, 'config' | 'log' | 'paymentMeter'>,
  result: GatewayResult<NewCode>,
  of: Omit<NewLiveCode, 'id' | 'payload'> & { readonly method: CodeMethodName },
): NewLiveCode | undefined {
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

/** An answer without a code that can be paid is the same to the shopper as a refusal. */
const asPayment = (result: GatewayResult<NewCode>): Parameters<typeof concludeForShopper>[0] =>
  result.kind === 'answered' ? { kind: 'answered', answer: {} } : result
