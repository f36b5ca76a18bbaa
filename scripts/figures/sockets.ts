import buildDist from '../../test/support/build.ts'
import { payThrough, type Disruptions } from '../../test/campaigns/sockets/disruptions.ts'
import { whyNoRedis } from '../../test/support/own-redis.ts'
import { payDuring, type Restarts } from '../../test/campaigns/sockets/restarts.ts'
import { limits } from '../../test/campaigns/sockets/stack.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

const disruptions: Readonly<Record<Budget, Disruptions>> = {
  full: { payments: 500, within: 75_000, kills: 25, outages: 5, away: 2000 },
  small: { payments: 40, within: 4000, kills: 3, outages: 1, away: 1000, isFast: true },
}

const restarts: Readonly<Record<Budget, Restarts>> = {
  full: { restarts: 10, atOnce: 24 },
  small: { restarts: 2, atOnce: 4 },
}

const SEED = 6

/** Merchants behind the same two proxies, in the second of the runs. */
const MERCHANTS = 3

/** Payments on real sockets, through two built proxies that share a Redis; needs a redis-server. */
export const measure: Measure = async (budget, report) => {
  const why = whyNoRedis()
  if (why) throw new Error(`The sockets cannot be measured: ${why}.`)
  buildDist()
  const request = disruptions[budget]
  return [
    ...(await killed(request, report)),
    ...(await killed({ ...request, merchants: MERCHANTS }, report)),
    ...(await restarted(restarts[budget], report)),
  ]
}

const set = `locks of ${limits.lockTtl / 1000} s, gateway limit of ${limits.gateway / 1000} s`

async function killed(request: Disruptions, report: (line: string) => void): Promise<Figure[]> {
  const { payments, kills, outages, merchants = 1 } = request
  const of = merchants > 1 ? ` of ${merchants} merchants with equal order numbers` : ''
  report(`sockets: ${payments} payments${of}, ${kills} proxies killed, ${outages} outages of Redis`)
  const { double, lost, untrue, forged, unsettled, slowest, sent } = await payThrough(request, SEED, report)
  const seconds = (slowest / 1000).toFixed(1)
  return [
    {
      name: `payments${of} on real sockets, with ${kills} kill -9 of two proxies and ${outages} of Redis (${set})`,
      target: `${payments} / 0 double, 0 lost, 0 shown as paid in vain`,
      measured: `${payments} / ${double} double, ${lost} lost, ${untrue} in vain (${sent} sent; ${forged} webhooks elsewhere)`,
      isMet: double + lost + untrue + forged === 0,
    },
    {
      name: `the slowest of them${of && `, of ${merchants} merchants`}, until it was shown and the merchant notified`,
      target: 'all within 90 s',
      measured: unsettled ? `${unsettled} not in 90 s` : `${seconds} s`,
      isMet: unsettled === 0,
    },
  ]
}

/** Payments in a second that two proxies must handle during the restarts. */
const RATE = 200

async function restarted(request: Restarts, report: (line: string) => void): Promise<Figure[]> {
  report(`sockets: ${request.restarts} rolling restarts under load`)
  const { payments, rate, failed, unanswered, busy, double } = await payDuring(request, SEED)
  return [
    {
      name: `payments during ${request.restarts} rolling restarts (out of the balancer, SIGTERM, begun anew)`,
      target: '0 failed, 0 requests without an answer, 0 double',
      measured: `${failed} of ${payments} failed, ${unanswered} without an answer, ${double} double`,
      isMet: failed + unanswered + double === 0,
    },
    {
      name: 'load meanwhile, where shoppers, proxies, Redis and gateway share this machine',
      target: `${RATE} payments/s`,
      measured: `${rate} payments/s (asked to come again ${busy} times)`,
      isMet: rate >= RATE,
    },
  ]
}
