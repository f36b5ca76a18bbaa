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
import type { AuthenticationStore } from '../external-three-ds/authentication-store.ts'
import { withOrderId } from '../payments/return-address.ts'
import { isRegistering } from '../locks/registering.ts'
import { isOlderThanMemory, isUnlike, readOrderState, type OrderReading } from '../orders/order-reading.ts'

/**
 * Addresses of the gateway's own page by the order's identifier, since only the registration returns them: where every
 * process reads them, an untouched order is used again by each.
 */
export interface FormUrls {
  read(orderId: string): Promise<string | undefined>
  write(orderId: string, formUrl: string): Promise<void>
}

/** Milliseconds; for an order that lives longer, another number is used after that. */
const KEPT = 86_400_000

export function formUrlsIn(store: AuthenticationStore): FormUrls {
  const busy = (): never => {
    throw new Refused('busy', 'The page of the order cannot be looked up; try again.')
  }
  return {
    read: async (orderId) => store.read(pageOf(orderId)).catch(busy),
    // The shopper is sent on all the same.
    write: async (orderId, formUrl) => store.write(pageOf(orderId), formUrl, KEPT).catch(() => {}),
  }
}

const pageOf = (orderId: string): string => `page of ${orderId}`

/**
 * The page where the shopper pays without our own form: the gateway's for the order, or the shop's where it is already
 * paid. `undefined` while a payment may be in progress.
 */
export async function hostedPage(proxy: ProxyContext, ticket: Ticket, known: FormUrls): Promise<string | undefined> {
  requireMethod(ticket, 'card')
  return withLock(proxy, ticket.orderNumber, async () => {
    if (await isRegistering(proxy, ticket.orderNumber)) return undefined
    const reading = await readOrderState(proxy, ticket)
    const { current, outcome } = reading
    if (await isOlderThanMemory(proxy, current)) return undefined
    if (!isRepeatable(outcome)) return onward(ticket, outcome)
    const isOpen = outcome.state === 'open' && current !== undefined && !isUnlike(proxy, current, ticket)
    const open = isOpen ? await known.read(current.orderId) : undefined
    return open === undefined ? registered(proxy, ticket, reading, known) : gatewaysOwn(proxy, open)
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
  { attempts }: OrderReading,
  known: FormUrls,
): Promise<string | undefined> {
  if (!mayTryAgain(proxy, attempts, ticket) || !(await closed(proxy, attempts))) return undefined
  const order = await registerOrder(proxy, ticket, numberAt(ticket.orderNumber, attempts.length))
  if (!order) return undefined
  const formUrl = gatewaysOwn(proxy, order.formUrl)
  await known.write(order.orderId, formUrl)
  return formUrl
}

/** Never redirects to a page that is not of the gateway's own origin: throws `internal` instead. */
function gatewaysOwn({ config, log }: ProxyContext, formUrl: string | undefined): string {
  const { base, isLoopback } = config.gateway
  if (formUrl && isSafe(formUrl, isLoopback) && new URL(formUrl).origin === new URL(base).origin) return formUrl
  log.error({ code: 'internal', message: 'the gateway gave no payment page of its own origin' })
  throw new Refused('internal')
}
