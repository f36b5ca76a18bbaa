import { systemClock } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { chanceOf, type Chance } from '../simulation/chance.ts'
import { addressOf, buy, comeBack, meeting, type Shopper } from './shopper.ts'
import { openStack, shop, ticketSecret, type Stack } from './stack.ts'
import { triesPaid } from './truth.ts'

/** How much is paid, and how much goes wrong meanwhile. */
export interface Calamities {
  readonly payments: number
  /** Milliseconds in which the shoppers come, and in which all of it goes wrong. */
  readonly within: number
  /** Proxies killed, each at a moment of its own, and started again at once. */
  readonly kills: number
  /** Times that Redis is killed, to stay away for `away` milliseconds; every other time it has forgotten all claims. */
  readonly outages: number
  readonly away: number
  /** Lets the gateway repeat its callbacks at once, instead of after its thirty seconds. */
  readonly isHasty?: true
}

/** What all of it came to. */
export interface Toll {
  readonly payments: number
  /** Orders that were charged twice, or would have been by a gateway that charges every request. */
  readonly double: number
  /** Orders that were charged, and the merchant was never told or the proxies do not say that they are paid. */
  readonly lost: number
  /** Orders that were shown as paid and were not charged. */
  readonly untrue: number
  /** Orders that came to nothing in time. */
  readonly unsettled: number
  /** Milliseconds from a shopper's coming until the payment was shown and told, at most. */
  readonly slowest: number
  /** Payments that reached the gateway. */
  readonly sent: number
}

/** What a payment has to be settled in. */
const PATIENCE = 90_000

const rough = { delay: 150, answerDelay: 8000, late: 2500, loss: 5000 }

const cardOf = (pan: string) => testCards.find((card) => card.pan === pan)!
const [good, penniless] = [cardOf('4444555511113333'), cardOf('4000000000000010')]

/** Pays while proxies and Redis are killed and started again; the seed decides when. */
export async function payThrough(calamities: Calamities, seed: number, report: (line: string) => void): Promise<Toll> {
  const stack = await openStack(rough, seed)
  try {
    const settled = await Promise.all([
      shoppers(calamities, stack, chanceOf(seed, 'shoppers')),
      ...kills(calamities, stack, chanceOf(seed, 'kills')),
      outages(calamities, stack, chanceOf(seed, 'outages'), report),
    ])
    await allNotified(stack, calamities)
    return await count(settled[0], stack, report)
  } finally {
    await stack.close()
  }
}

interface Bought {
  readonly shopper: Shopper
  /** What each of the order's shoppers saw at last. */
  readonly states: readonly string[]
  readonly came: number
  readonly ms: number
}

const shoppers = ({ payments, within }: Calamities, stack: Stack, chance: Chance): Promise<readonly Bought[]> =>
  Promise.all(
    Array.from({ length: payments }, async (_, at): Promise<Bought> => {
      const [moment, tabs] = [chance.below(within), chance.hits(15_000) ? 2 : 1]
      const cards = chance.hits(5000) ? [penniless, good] : [good]
      const shopper: Shopper = {
        orderNumber: `S${at}`,
        address: addressOf(at),
        cards,
        secret: ticketSecret,
        returnUrl: `${shop}/orders/${at}`,
        deadline: PATIENCE,
        ready: meeting(tabs),
      }
      await systemClock.sleep(moment)
      const came = systemClock.now()
      const seen = await Promise.all(Array.from({ length: tabs }, () => buy(shopper, stack.shops)))
      const ms = Math.max(...seen.map((one) => one.ms))
      return { shopper, states: seen.map(({ state }) => state), came, ms }
    }),
  )

/** Moments of a time, in order. */
const moments = (count: number, within: number, chance: Chance): readonly number[] =>
  Array.from({ length: count }, () => chance.below(within)).toSorted((a, b) => a - b)

/** Each proxy in its own time, and sometimes before it has come up again. */
function kills({ kills, within }: Calamities, { proxies }: Stack, chance: Chance): Promise<void>[] {
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
  { outages, away, within }: Calamities,
  { redis }: Stack,
  chance: Chance,
  report: (line: string) => void,
): Promise<void> {
  const began = systemClock.now()
  for (const [at, moment] of moments(outages, within, chance).entries()) {
    await until(began + moment)
    await redis.restart({ away, ...(at % 2 === 0 && { forgetting: 'tender:*:claim:*' }) })
    report(`sockets: outage ${at + 1} of Redis is over`)
  }
}

/** Milliseconds between two callbacks of the gateway about the same. */
const REPEAT = 30_000

/** Waits until the merchant knows of every payment, or until that is too late. */
async function allNotified({ merchant, network, sandbox }: Stack, { isHasty }: Calamities): Promise<void> {
  const began = systemClock.now()
  let forward = isHasty ? 2000 : PATIENCE
  while (systemClock.now() - began < PATIENCE) {
    if ([...network.ledger.charged].every((order) => merchant.result.has(order))) return
    await systemClock.sleep(100)
    if (systemClock.now() - began < forward) continue
    forward += 5000
    const body = JSON.stringify({ forwardMs: REPEAT })
    await fetch(`${sandbox.console}/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}

async function count(bought: readonly Bought[], stack: Stack, report: (line: string) => void): Promise<Toll> {
  const { charged, doubled, payments } = stack.network.ledger
  const toll = { double: 0, lost: 0, untrue: 0, unsettled: 0, slowest: 0 }
  for (const { shopper, states, came, ms } of bought) {
    const { orderNumber } = shopper
    const paid = await triesPaid(stack, orderNumber)
    const [isShown, result] = [states.every((state) => state === 'paid'), stack.merchant.result.get(orderNumber)]
    const took = Math.max(ms, result === undefined ? PATIENCE + 1 : result - came)
    if (paid > 1 || doubled.has(orderNumber)) toll.double += 1
    const isKnown = result !== undefined && (isShown || (await comeBack(shopper, stack.shops)) === 'paid')
    if ((paid || charged.has(orderNumber)) && !isKnown) toll.lost += 1
    if (states.includes('paid') && !paid) toll.untrue += 1
    if (!isShown || took > PATIENCE) {
      toll.unsettled += 1
      report(
        `sockets: ${orderNumber} showed ${states.join(', ')} after ${ms} ms, told after ${result && result - came} ms`,
      )
    }
    toll.slowest = Math.max(toll.slowest, took)
  }
  return { payments: bought.length, sent: payments, ...toll }
}
