import type { Outcome } from '#contract/checkout.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isSafe } from '../config/origins.ts'
import { bankPage } from '../methods/bank-page.ts'
import { isOpen, mayTryAgain, numberAt } from '../orders/attempts.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import { needsNextNumber } from '../orders/comparison.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import { registerOrder } from '../orders/registration.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { signedPage, type FormUrls } from '../store/form-urls.ts'
import type { NoteSent } from './conclude-for-shopper.ts'
import { holdOrder, longestHold, sessionEnd } from './hold-order.ts'
import type { LockedOrderContext, PayableReading } from './locked-order.ts'
import type { ClientInfo } from './client-info.ts'
import { metricOf } from './payment-meter.ts'
import { declineUnpaidAttempt, payForShopper } from './shopper-payment.ts'

type PageContext = LockedOrderContext & { readonly formUrls: FormUrls }

/** A shopper who is to pay on the gateway's own page. */
export interface PagePaymentRequest {
  readonly ticket: Ticket
  readonly clientInfo: Pick<ClientInfo, 'ip'>
  readonly noteSent?: NoteSent | undefined
}

/**
 * The address of the gateway's own page for the order, or of the one where it may still be paid. The order's lock is then
 * held for as long as that, so that no other way pays the order meanwhile.
 */
export async function payOnPage(proxy: PageContext, request: PagePaymentRequest): Promise<Outcome> {
  const { ticket } = request
  const given = { ticket, holdsAtMost: longestHold(proxy, ticket), onlyRegisters: true } as const
  return payForShopper(proxy, given, async (order, reading) => {
    const page = await pageOf(proxy, request, reading)
    if ('state' in page) return page
    const { orderId, number, payload } = page
    // A bank that demands an acknowledgement is read soon, and not only once it calls.
    const hasCallback = isCalledBack(ticket) && !proxy.config.gateway.profile.acknowledges
    const payment = { op: bankPage.op, method: metricOf(BANK_PAGE), number, registers: false } as const
    // No request of ours pays: the order counts as sent, since the shopper may pay it on the page from now on.
    await order.sendOnce({ ...payment, hasCallback }, async () => ({
      kind: 'answered',
      answer: page,
    }))
    const until = sessionEnd(proxy, ticket, page.registeredAt)
    const signed = signedPage(proxy.signer, orderId, payload)
    const code = { method: BANK_PAGE, id: orderId, orderId, number, until, payload: signed } as const
    return holdOrder(proxy, order, ticket, code, payload)
  })
}

/** The gateway's page of an attempt. */
interface Page {
  readonly orderId: string
  readonly number: string
  readonly payload: string
  readonly registeredAt?: number | undefined
}

/**
 * The page of the open attempt, where its address is known; otherwise the next number is registered in its place. An
 * outcome where there can be no page, or another request has registered the number meanwhile.
 */
async function pageOf(
  proxy: PageContext,
  { ticket, clientInfo, noteSent }: PagePaymentRequest,
  { attempts, current }: PayableReading,
): Promise<Page | Outcome> {
  if (current && isOpen(current) && !needsNextNumber(proxy, current, ticket)) {
    const { orderId, number, status } = current
    const payload = await proxy.formUrls.read(orderId)
    if (payload !== undefined) return { orderId, number, payload, registeredAt: status.date }
  }
  const pending: Outcome = { state: 'pending', ...factsOf(ticket) }
  if (!mayTryAgain(proxy, attempts, ticket)) return refusal(factsOf(ticket), undefined, false)
  if (!(await declineUnpaidAttempt(proxy, attempts))) return pending
  const number = numberAt(ticket.orderNumber, attempts.length)
  noteSent?.()
  const order = await registerOrder(proxy, ticket, number, { ip: clientInfo.ip, onBankPage: true })
  if (!order) return pending
  const payload = safePage(proxy, order.formUrl)
  await proxy.formUrls.write(order.orderId, payload)
  return { orderId: order.orderId, number, payload }
}

/**
 * The gateway's page, which is often on another host than its API: an https address without a login, or http where the
 * gateway is on this machine. Throws `internal` for any other.
 */
function safePage({ config, log }: Pick<ProxyContext, 'config' | 'log'>, formUrl: string | undefined): string {
  if (formUrl && isSafe(formUrl, config.gateway.isLoopback)) return formUrl
  log.error({ code: 'internal', message: 'the gateway gave no address of a payment page that is safe' })
  throw new ProxyError('internal')
}
