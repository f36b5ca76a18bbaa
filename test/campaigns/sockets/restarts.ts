import { systemClock } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { addressOf, buy, meeting } from './shopper.ts'
import { openStack, shop, type Stack, type Tenant } from './stack.ts'
import type { ProxyProcess } from './tender.ts'

/** Continuous load while the proxies are restarted one after the other. */
export interface Restarts {
  readonly restarts: number
  /** Shoppers at the same time; each is replaced by a new one after the payment. */
  readonly atOnce: number
}

export interface Passage {
  readonly payments: number
  /** Payments in a second. */
  readonly rate: number
  /** Payments that did not end as paid. */
  readonly failed: number
  /** Requests without an answer, or with a server error other than `busy`. */
  readonly unanswered: number
  /** Answers that asked to repeat the request later. */
  readonly busy: number
  readonly double: number
}

const TIMEOUT = 90_000
const smooth = { delay: 10, answerDelay: 0, late: 0, loss: 0 }
const card = testCards.find(({ pan }) => pan === '4444555511113333')!

/** Pays continuously while every proxy in turn leaves the balancer, is ended by SIGTERM, and returns. */
export async function payDuring({ restarts, atOnce }: Restarts, seed: number): Promise<Passage> {
  const stack = await openStack(smooth, seed)
  try {
    const load = buildLoad(stack)
    const began = systemClock.now()
    const shoppers = Array.from({ length: atOnce }, load.keepPaying)
    for (let at = 0; at < restarts; at++) await renew(stack, stack.proxies[at % 2]!)
    const rate = Math.round((load.count().payments / (systemClock.now() - began)) * 1000)
    load.end()
    await Promise.all(shoppers)
    const [{ shops, network }] = stack.tenants as [Tenant]
    const unanswered = shops.unanswered() + shops.failures()
    return { ...load.count(), rate, unanswered, busy: shops.busy(), double: network.ledger.doubled.size }
  } finally {
    await stack.close()
  }
}

/** Milliseconds for the balancer to notice that a proxy has left, and for a proxy to run before the next one leaves. */
const PAUSE = 300

async function renew({ balancer }: Stack, proxy: ProxyProcess): Promise<void> {
  balancer.takeOut(proxy.port)
  await systemClock.sleep(PAUSE)
  await proxy.stop('SIGTERM')
  await proxy.start()
  balancer.putIn(proxy.port)
  await systemClock.sleep(PAUSE)
}

function buildLoad({ tenants }: Stack) {
  const [{ shops, ticketSecret }] = tenants as [Tenant]
  let [orders, payments, failed] = [0, 0, 0]
  const over = new AbortController()
  return {
    async keepPaying(): Promise<void> {
      while (!over.signal.aborted) {
        const orderNumber = `R${(orders += 1)}`
        const shopper = {
          orderNumber,
          address: addressOf(orders),
          cards: [card],
          secret: ticketSecret,
          returnUrl: `${shop}/back`,
          deadline: TIMEOUT,
          ready: meeting(1),
        }
        const { state } = await buy(shopper, shops)
        payments += 1
        if (state !== 'paid') failed += 1
      }
    },
    /** Ends the load: no new shoppers come. */
    end: () => over.abort(),
    count: () => ({ payments, failed }),
  }
}
