import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { mayTryAgain, numberAt } from '../orders/attempts.ts'
import { withLock } from '../locks/lock-store.ts'
import { requireMethod } from '../tickets/methods.ts'
import type { Signer } from '../tickets/signatures.ts'
import { isSafe } from '../config/origins.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isRepeatable } from '../orders/outcome.ts'
import { declineUnpaidAttempt } from '../payments/shopper-payment.ts'
import { registerOrder } from '../orders/registration.ts'
import type { AuthenticationStore } from '../external-three-ds/authentication-store.ts'
import { withOrderId } from '../payments/return-address.ts'
import { isRegistering } from '../locks/registering.ts'
import { needsNextNumber } from '../orders/comparison.ts'
import { lostLockMayStillPay } from '../orders/lost-locks.ts'
import { readUnderLock, type OrderReading } from '../orders/read/for-shopper.ts'

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

/** The addresses in a store that others share, signed, since nobody is to be sent to a page that others wrote there. */
export function formUrlsIn(store: AuthenticationStore, signer: Signer): FormUrls {
  const busy = (): never => {
    throw new ProxyError('busy', 'The page of the order cannot be looked up; try again.')
  }
  return {
    async read(orderId) {
      const [of, formUrl] = signer.open('page', (await store.read(pageOf(orderId)).catch(busy)) ?? '') ?? []
      return of === orderId ? String(formUrl) : undefined
    },
    async write(orderId, formUrl) {
      // The shopper is sent on all the same.
      await store.write(pageOf(orderId), signer.sign('page', [orderId, formUrl]), KEPT).catch(() => {})
    },
  }
}

const pageOf = (orderId: string): string => `page of ${orderId}`

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
    const reading = await readUnderLock(proxy, ticket)
    const { current, outcome } = reading
    if (await lostLockMayStillPay(proxy, current)) return undefined
    if (!isRepeatable(outcome)) return onward(ticket, outcome)
    const isOpen = outcome.state === 'open' && current !== undefined && !needsNextNumber(proxy, current, ticket)
    const open = isOpen ? await known.read(current.orderId) : undefined
    return open ?? registered(proxy, ticket, ip, reading, known)
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
  if (!mayTryAgain(proxy, attempts, ticket) || !(await declineUnpaidAttempt(proxy, attempts))) return undefined
  if (proxy.config.gateway.profile.acknowledges) await proxy.follower.begin(ticket.orderNumber, 'payment')
  const order = await registerOrder(proxy, ticket, numberAt(ticket.orderNumber, attempts.length), ip)
  if (!order) return undefined
  const formUrl = safePage(proxy, order.formUrl)
  await known.write(order.orderId, formUrl)
  return formUrl
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
