import type { Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { Ticket } from '#contract/ticket.ts'
import { mayTryAgain, numberAt } from '../orders/attempts.ts'
import { withLock } from '../locks/lock-store.ts'
import { requireMethod } from '../tickets/methods.ts'
import { isSafe } from '../config/origins.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { closed, isRepeatable } from '../payments/register-and-pay.ts'
import { registerOrder } from '../orders/registration.ts'
import { withOrderId } from '../payments/return-address.ts'
import { isRegistering } from '../locks/registering.ts'
import { isOlderThanMemory, isUnlike, readOrderState, type OrderReading } from '../orders/order-reading.ts'

/** Addresses of the gateway's own page by the order's identifier; only the registration returns them. */
export interface FormUrls {
  get(orderId: string): string | undefined
  set(orderId: string, formUrl: string): void
}

/** Most pages that are remembered; for a forgotten one only another number of the order is used. */
const MAX_REMEMBERED_PAGES = 1000

export function formUrls(): FormUrls {
  const kept = new Map<string, string>()
  return {
    get: (orderId) => kept.get(orderId),
    set(orderId, formUrl) {
      kept.set(orderId, formUrl)
      if (kept.size > MAX_REMEMBERED_PAGES) kept.delete(kept.keys().next().value!)
    },
  }
}

/**
 * The page where the shopper pays without our own form: the gateway's for the order, or the shop's where it is already
 * paid. `undefined` while a payment may be in progress.
 */
export async function hostedPage(
  proxy: ProxyContext,
  ticket: Ticket,
  ip: string,
  known: FormUrls,
): Promise<string | undefined> {
  requireMethod(ticket, 'card')
  return withLock(proxy, ticket.orderNumber, async () => {
    if (await isRegistering(proxy, ticket.orderNumber)) return undefined
    const reading = await readOrderState(proxy, ticket)
    const { current, outcome } = reading
    if (await isOlderThanMemory(proxy, current)) return undefined
    if (!isRepeatable(outcome)) return onward(ticket, outcome)
    const open = outcome.state === 'open' && current && !isUnlike(proxy, current, ticket) && known.get(current.orderId)
    return open || registered(proxy, ticket, ip, reading, known)
  })
}

/** The address for an order that can no longer be paid. */
function onward({ returnUrl, failUrl = returnUrl }: Ticket, outcome: Outcome): string | undefined {
  if (outcome.state === 'pending') return undefined
  if (outcome.state === 'authenticate') return 'redirectUrl' in outcome.step ? outcome.step.redirectUrl : undefined
  const address = 'reason' in outcome ? failUrl : returnUrl
  return outcome.orderId === undefined ? address : withOrderId(address, outcome.orderId)
}

/** Registers the next number in place of an open order whose page is not known any more. */
async function registered(
  proxy: ProxyContext,
  ticket: Ticket,
  ip: string,
  { attempts }: OrderReading,
  known: FormUrls,
): Promise<string | undefined> {
  if (!mayTryAgain(proxy, attempts, ticket) || !(await closed(proxy, attempts))) return undefined
  const order = await registerOrder(proxy, ticket, numberAt(ticket.orderNumber, attempts.length), ip)
  if (!order) return undefined
  const formUrl = safePage(proxy, order.formUrl)
  known.set(order.orderId, formUrl)
  return formUrl
}

/**
 * The gateway's page, which is often on another host than its API: an https address without a login, or http where the
 * gateway is on this machine. Throws `internal` for any other.
 */
function safePage({ config, log }: ProxyContext, formUrl: string | undefined): string {
  if (formUrl && isSafe(formUrl, config.gateway.isLoopback)) return formUrl
  log.error({ code: 'internal', message: 'the gateway gave no address of a payment page that is safe' })
  throw new Refused('internal')
}
