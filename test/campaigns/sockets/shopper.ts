import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import { checkoutClient, type CheckoutClient } from '#card-frame/proxy-client/api.ts'
import { wasUnsent } from '#card-frame/proxy-client/errors.ts'
import type { Outcome } from '#contract/checkout.ts'
import { systemClock } from '#ports/system.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { onRequest, type WebFetch } from '../../support/on-request.ts'
import { plainText, sealText, type TypedCard } from '../../conformance/gateway/seal-card.ts'
import { browser } from '../../unit/proxy/support/test-proxy.ts'

/** The connection to the proxies, with counts of its failures. */
export interface Shops {
  readonly origin: string
  /** The fetch of one shopper, whose address the balancer forwards. */
  readonly fetchFrom: (address: string) => WebFetch
  /** Requests without an answer, and server errors other than `busy`. */
  readonly unanswered: () => number
  readonly failures: () => number
  /** How often a proxy asked to repeat a request later. */
  readonly busy: () => number
  close(): Promise<void>
}

/** Sends every request on a connection of its own, as a balancer in front of the proxies would. */
export function openShops(origin: string): Shops {
  const agent = new Agent()
  let [unanswered, failures, busy] = [0, 0, 0]
  return {
    origin,
    unanswered: () => unanswered,
    failures: () => failures,
    busy: () => busy,
    close: () => agent.close(),
    fetchFrom: (address) =>
      onRequest(async (request) => {
        const { pathname } = new URL(request.url)
        const more = { origin, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address }
        const headers = { ...Object.fromEntries(request.headers), ...more }
        const body = request.method === 'GET' ? null : await request.text()
        const method = request.method as 'GET' | 'POST'
        try {
          const answer = await agent.request({ origin, path: pathname, method, headers, body, reset: true })
          const message = await answer.body.text()
          if (message.includes('"busy"')) busy += 1
          else if (answer.statusCode >= 500) failures += 1
          return new Response(message, { status: answer.statusCode })
        } catch (error) {
          unanswered += 1
          throw error
        }
      }),
  }
}

/** One shopper with one card form. */
export interface Shopper {
  readonly orderNumber: string
  /** Tried one after the other; the next one after a decline. */
  readonly cards: readonly TypedCard[]
  /** IPv4. */
  readonly address: string
  readonly secret: string
  readonly returnUrl: string
  /** Milliseconds after which the shopper leaves. */
  readonly deadline: number
  /** Awaited before the button is pressed, so that several shoppers press at once. */
  readonly ready: () => Promise<void>
}

/** An address out of the range for benchmarks (RFC 2544). */
export const addressOf = (at: number): string => `198.18.${(at >> 8) & 255}.${at & 255}`

/** Milliseconds between two reads of an undecided order, and before a failed step is repeated. */
const PAUSE = 500

/**
 * Pays as the card frame does: a payment that was not sent may be sent again, and one that may have been is read.
 * Returns the last state on the screen, and the time in milliseconds.
 */
export async function buy(shopper: Shopper, shops: Shops): Promise<{ readonly state: string; readonly ms: number }> {
  const began = systemClock.now()
  const api = await formOf(shopper, shops)
  const cards = [...shopper.cards]
  let state = ''
  while (state !== 'paid' && systemClock.now() - began < shopper.deadline) {
    const outcome = await step(api, cards, shopper).catch(() => undefined)
    if (outcome?.state === 'declined' && cards.length > 1) cards.shift()
    state = outcome?.state ?? state
    if (state !== 'paid') await systemClock.sleep(PAUSE)
  }
  return { state, ms: systemClock.now() - began }
}

/** A card form, as on the shop's page. */
async function formOf({ orderNumber, returnUrl, secret, address }: Shopper, shops: Shops): Promise<CheckoutClient> {
  const ticket = await signOrder({ orderNumber, amount: 4990, currency: '978', returnUrl }, secret)
  return checkoutClient({ origin: shops.origin, fetch: shops.fetchFrom(address), clock: systemClock }, ticket)
}

/** The state that the page shows when the shopper returns later. */
export async function comeBack(shopper: Shopper, shops: Shops): Promise<string> {
  const api = await formOf(shopper, shops)
  return (await api.outcome({}).catch(() => undefined))?.state ?? ''
}

/** Reads the order and pays it where it is payable; rejects when the result is unknown for now. */
async function step(api: CheckoutClient, [card]: readonly TypedCard[], { ready }: Shopper): Promise<Outcome> {
  const { outcome, sealingKey } = await api.checkout({})
  if (!isPayable(outcome)) return outcome
  const prepared = await api.prepare({})
  if (prepared.state !== 'open') return prepared
  const orderId = prepared.orderId!
  const seToken = sealText(plainText(card!, orderId), sealingKey)
  await ready()
  const requestId = randomUUID()
  try {
    return await api.pay({ requestId, orderId, seToken, cardholder: 'JANE DOE', browser })
  } catch (error) {
    if (wasUnsent(error)) throw error
    return api.withdraw({ requestId })
  }
}

/** Milliseconds; how long shoppers wait for one another. */
const TOGETHER = 1000

/** Lets so many continue at once, and anyone who has waited too long for the others. */
export function meeting(count: number): () => Promise<void> {
  let waiting: (() => void)[] = []
  return async () => {
    const all = new Promise<void>((go) => waiting.push(go))
    if (waiting.length >= count) {
      for (const go of waiting) go()
      waiting = []
    }
    await Promise.race([all, systemClock.sleep(TOGETHER)])
  }
}

const isPayable = (outcome: Outcome): boolean => outcome.state === 'open' || ('again' in outcome && outcome.again)
