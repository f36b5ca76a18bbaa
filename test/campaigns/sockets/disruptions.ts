import { systemClock } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { chanceOf, type Chance } from '../simulation/chance.ts'
import { addressOf, buy, comeBack, meeting, type Shopper } from './shopper.ts'
import { openStack, shop, type Stack, type Tenant } from './stack.ts'
import { triesPaid } from './truth.ts'

/** How many payments are made, with which faults. */
export interface Disruptions {
  /** Merchants of the proxies, who take turns, with equal order numbers; one when absent. */
  readonly merchants?: number
  readonly payments: number
  /** Milliseconds within which the shoppers start, and within which the faults occur. */
  readonly within: number
  /** Proxies killed, each at a random time, and started again at once. */
  readonly kills: number
  /** How often Redis is killed, for `away` milliseconds; every other time it has lost all locks. */
  readonly outages: number
  readonly away: number
  /** The gateway repeats its callbacks at once, instead of after thirty seconds. */
  readonly isFast?: true
}

/** The result of a run. */
export interface Toll {
  readonly payments: number
  /** Orders that were charged twice, or would have been by a gateway that charges every request. */
  readonly double: number
  /** Orders that were charged, and that no webhook reported or the proxies do not report as paid. */
  readonly lost: number
  /** Orders that were shown as paid and were not charged. */
  readonly untrue: number
  /** Webhooks that came to another merchant, or that nobody has signed. */
  readonly forged: number
  /** Orders without a final state in time. */
  readonly unsettled: number
  /** The longest time from a shopper's start until the payment was shown and the merchant notified, milliseconds. */
  readonly slowest: number
  /** Payments that reached the gateway. */
  readonly sent: number
}

/** Milliseconds in which a payment must be settled. */
const TIMEOUT = 90_000

const rough = { delay: 150, answerDelay: 8000, late: 2500, loss: 5000 }

const cardOf = (pan: string) => testCards.find((card) => card.pan === pan)!
const [good, penniless] = [cardOf('4444555511113333'), cardOf('4000000000000010')]

/** Pays while proxies and Redis are killed and started again; the seed determines the times. */
export async function payThrough(
  disruptions: Disruptions,
  seed: number,
  report: (line: string) => void,
): Promise<Toll> {
  const stack = await openStack(rough, seed, disruptions.merchants)
  try {
    const settled = await Promise.all([
      shoppers(disruptions, stack, chanceOf(seed, 'shoppers')),
      ...kills(disruptions, stack, chanceOf(seed, 'kills')),
      outages(disruptions, stack, chanceOf(seed, 'outages'), report),
    ])
    await allNotified(stack, disruptions)
    return await count(settled[0], stack, report)
  } finally {
    await stack.close()
  }
}

interface Bought {
  readonly tenant: Tenant
  readonly shopper: Shopper
  /** The last state that each of the order's shoppers saw. */
  readonly states: readonly string[]
  readonly came: number
  readonly ms: number
}

const shoppers = ({ payments, within }: Disruptions, { tenants }: Stack, chance: Chance): Promise<readonly Bought[]> =>
  Promise.all(
    Array.from({ length: payments }, async (_, at): Promise<Bought> => {
      const [moment, tabs] = [chance.below(within), chance.hits(15_000) ? 2 : 1]
      const cards = chance.hits(5000) ? [penniless, good] : [good]
      const tenant = tenants[at % tenants.length]!
      const shopper: Shopper = {
        orderNumber: `S${Math.floor(at / tenants.length)}`,
        address: addressOf(at),
        cards,
        secret: tenant.ticketSecret,
        returnUrl: `${shop}/orders/${at}`,
        deadline: TIMEOUT,
        ready: meeting(tabs),
      }
      await systemClock.sleep(moment)
      const came = systemClock.now()
      const seen = await Promise.all(Array.from({ length: tabs }, () => buy(shopper, tenant.shops)))
      const ms = Math.max(...seen.map((one) => one.ms))
      return { tenant, shopper, states: seen.map(({ state }) => state), came, ms }
    }),
  )

/** Random times, in order. */
const moments = (count: number, within: number, chance: Chance): readonly number[] =>
  Array.from({ length: count }, () => chance.below(within)).toSorted((a, b) => a - b)

/** Kills each proxy at times of its own, sometimes before it has started again. */
function kills({ kills, within }: Disruptions, { proxies }: Stack, chance: Chance): Promise<void>[] {
  const plan = moments(kills, within, chance).map((moment) => ({ moment, victim: chance.pick(proxies) }))
  const began = systemClock.now()
  return proxies.map(async (proxy) => {
    const starts: Promise<void>[] = []
    for (const { moment } of plan.filter(({ victim }) => victim === proxy)) {
      await until(began + moment)
      await proxy.stop('SIGKILL')
      starts.push(proxy.start())
    }
    await Promise.all(starts)
  })
}

const until = (moment: number): Promise<void> => systemClock.sleep(Math.max(0, moment - systemClock.now()))

async function outages(
  { outages, away, within }: Disruptions,
  { redis }: Stack,
  chance: Chance,
  report: (line: string) => void,
): Promise<void> {
  const began = systemClock.now()
  for (const [at, moment] of moments(outages, within, chance).entries()) {
    await until(began + moment)
    await redis.restart({ away, ...(at % 2 === 0 && { forgetting: 'tender:*:lock:*' }) })
    report(`sockets: outage ${at + 1} of Redis is over`)
  }
}

/** Milliseconds between two callbacks of the gateway about the same event. */
const REPEAT = 30_000

/** Waits until each merchant has been notified of every charged order, or until that is too late. */
async function allNotified({ tenants, sandbox }: Stack, { isFast }: Disruptions): Promise<void> {
  const began = systemClock.now()
  let forward = isFast ? 2000 : TIMEOUT
  while (systemClock.now() - began < TIMEOUT) {
    if (tenants.every(({ merchant, network }) => [...network.ledger.charged].every((one) => merchant.result.has(one))))
      return
    await systemClock.sleep(100)
    if (systemClock.now() - began < forward) continue
    forward += 5000
    const body = JSON.stringify({ forwardMs: REPEAT })
    await fetch(`${sandbox.console}/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}

async function count(bought: readonly Bought[], stack: Stack, report: (line: string) => void): Promise<Toll> {
  const total = (of: (tenant: Tenant) => number): number => stack.tenants.reduce((sum, one) => sum + of(one), 0)
  const [sent, forged] = [total(({ network }) => network.ledger.payments), total(({ merchant }) => merchant.forged)]
  const toll = { double: 0, lost: 0, untrue: 0, unsettled: 0, slowest: 0 }
  for (const { tenant, shopper, states, came, ms } of bought) {
    const { orderNumber } = shopper
    const { charged, doubled } = tenant.network.ledger
    const paid = await triesPaid(stack, tenant, orderNumber)
    const [isShown, result] = [states.every((state) => state === 'paid'), tenant.merchant.result.get(orderNumber)]
    const took = Math.max(ms, result === undefined ? TIMEOUT + 1 : result - came)
    if (paid > 1 || doubled.has(orderNumber)) toll.double += 1
    const isKnown = result !== undefined && (isShown || (await comeBack(shopper, tenant.shops)) === 'paid')
    if ((paid || charged.has(orderNumber)) && !isKnown) toll.lost += 1
    if (states.includes('paid') && !paid) toll.untrue += 1
    if (!isShown || took > TIMEOUT) {
      toll.unsettled += 1
      report(
        `sockets: ${orderNumber} showed ${states.join(', ')} after ${ms} ms, notified after ${result && result - came} ms`,
      )
    }
    toll.slowest = Math.max(toll.slowest, took)
  }
  return { payments: bought.length, sent, forged, ...toll }
}
