import type { RequestContext } from '../request-context.ts'
import { isVerification } from '../tickets/methods.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { bucketsOf, networkOf, type Bucket } from './address.ts'
import { anyDeclines, buildDeclines, type Declines } from './declines.ts'
import { buildMinimumFormTime, noMinimumFormTime, type MinimumFormTime } from './minimum-form-time.ts'
import { buildFingerprints, type Fingerprints } from './fingerprints.ts'
import { anyDeclineRate, buildDeclineRate, type DeclineRate, type DeclineRateKind } from './decline-rate.ts'
import { buildTries, type Tries } from './tries.ts'
import type { Counters } from './counters.ts'

/** What each limit counts. */
export interface Limiters {
  readonly fingerprints: Fingerprints
  readonly tries: Tries
  readonly minimumFormTime: MinimumFormTime
  readonly declines: Declines
  readonly regulars: Regulars
  /** The decline rate that a ticket's tries count towards: verifications have one of their own. */
  declineRateFor(context: RequestContext): DeclineRate
  /** The buckets that the declines of an address are counted in. */
  bucketsFor(context: RequestContext): readonly Bucket[]
  /** The network of an address, as a decline rate counts it. */
  networkFor(context: RequestContext): string
}

/** The limits as they are configured; one that is `none` counts nothing. */
export function limitersOf(proxy: ProxyContext): Limiters {
  const { limits, signingSecret } = proxy.config
  const fingerprints = buildFingerprints(signingSecret)
  const declineRateOf = (kind: DeclineRateKind): DeclineRate =>
    limits.declinedPercent < Infinity ? buildDeclineRate(proxy, kind, limits.declinedPercent) : anyDeclineRate
  const ratios = { payments: declineRateOf('payments'), verifications: declineRateOf('verifications') }
  return {
    fingerprints,
    tries: buildTries(proxy.counters, limits.tries),
    minimumFormTime: limits.minimumFormTimeMs
      ? buildMinimumFormTime(proxy, limits.minimumFormTimeMs)
      : noMinimumFormTime,
    declines: limits.declines < Infinity ? buildDeclines(proxy, limits.declines) : anyDeclines,
    regulars: buildRegulars(proxy.counters),
    declineRateFor: ({ ticket }) => ratios[isVerification(ticket) ? 'verifications' : 'payments'],
    bucketsFor: ({ clientInfo }) =>
      bucketsOf(clientInfo.ip).map(({ name, times }) => ({ name: fingerprints.of('address', name), times })),
    networkFor: ({ clientInfo }) => fingerprints.of('network', networkOf(clientInfo.ip)),
  }
}

/** Whether a try needs a challenge because too many are declined: its address has declines, or its network is new. */
export async function isSuspicious(limiters: Limiters, context: RequestContext): Promise<boolean> {
  const { declines, regulars } = limiters
  if (!(await limiters.declineRateFor(context).isReached())) return false
  return (await declines.has(limiters.bucketsFor(context))) || !(await regulars.isKnown(limiters.networkFor(context)))
}

/** Networks that have paid; their shoppers are not suspects just because too many tries are declined. */
interface Regulars {
  isKnown(network: string): Promise<boolean>
  paid(network: string): Promise<void>
}

/** Milliseconds for which a network is known: seven days. */
const KNOWN = 7 * 86_400_000

const buildRegulars = (counters: Counters): Regulars => ({
  isKnown: async (network) => (await counters.count(paidFrom(network))) > 0,
  paid: async (network) => void (await counters.add(paidFrom(network), ONE, KNOWN)),
})

const ONE = 'payment'
const paidFrom = (network: string): string => `paid from ${network}`
