import type { Outcome } from '#contract/checkout.ts'
import { isFinal, isInProgress, isPaid } from '#contract/outcome.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { ORDER_WINDOW } from '../config/limits.ts'
import type { Limiters } from './limiters.ts'
import type { Clock } from '#contract/ports.ts'
import { AUTHENTICATION_LIFETIME } from '#contract/three-ds/time-limits.ts'
import { LimitedMap } from '../store/limited-map.ts'

/** A 3-D Secure challenge of the shopper's bank that a try has started. */
export interface BankChallenge {
  readonly context: RequestContext
  readonly orderNumber: string
  readonly orderId: string
}

/** Challenges that this process has started and that may have been abandoned. */
export interface BankChallenges {
  begun(challenge: BankChallenge): void
  /**
   * Removes and returns those that are unlikely to be finished: their time is over, or the order has had another try
   * since.
   */
  takeAbandoned(latest?: { readonly orderNumber: string; readonly orderId: string }): readonly BankChallenge[]
}

/** Most challenges of one process. */
const MAX_CHALLENGES = 5000

export function buildBankChallenges({ now }: Clock): BankChallenges {
  /** By `orderId`, oldest first. */
  const open = new LimitedMap<string, BankChallenge & { readonly until: number }>(MAX_CHALLENGES)
  return {
    begun(challenge) {
      open.set(challenge.orderId, { ...challenge, until: now() + AUTHENTICATION_LIFETIME })
    },
    takeAbandoned(latest) {
      const isLeft = (one: BankChallenge): boolean =>
        one.orderNumber === latest?.orderNumber && one.orderId !== latest.orderId
      const abandoned = [...open.values()].filter((one) => one.until <= now() || isLeft(one))
      for (const one of abandoned) open.delete(one.orderId)
      return abandoned
    },
  }
}

/** Counts the outcomes of tries. */
export interface Counts {
  /** Counts the outcome of a try that was sent; `mark` is the fingerprint of its sealed data. */
  tried(context: RequestContext, outcome: Outcome, mark: string): Promise<void>
  /** Counts an outcome that is read, since the bank may decide after the try was answered. */
  read(context: RequestContext, outcome: Outcome): Promise<void>
  /** Counts the bank's challenges whose time is over towards the merchant's decline rate. */
  overdue(): Promise<void>
}

/** Money was charged, or held, which a card tester does not do. */
const bought: ReadonlySet<Outcome['state']> = new Set(['paid', 'held'])

export function buildCounts(proxy: ProxyContext, limiters: Limiters): Counts {
  const { counters, clock } = proxy
  const { tries, minimumFormTime, declines, regulars } = limiters
  const challenges = buildBankChallenges(clock)

  async function decided(context: RequestContext, { state }: Outcome): Promise<void> {
    const network = limiters.networkFor(context)
    await Promise.all([
      bought.has(state) && regulars.paid(network),
      // A challenge that the shopper cancels with the button counts once another try begins.
      state !== 'cancelled' && limiters.declineRateFor(context).note(state === 'declined', network),
    ])
  }

  async function abandoned({ context, orderNumber, orderId }: BankChallenge): Promise<void> {
    const [isOpen, isLeft] = await Promise.all([
      counters.remove(undecided(orderNumber), orderId),
      counters.remove(left(orderNumber), orderId),
    ])
    if (isOpen || isLeft) await limiters.declineRateFor(context).note(true, limiters.networkFor(context))
  }

  /**
   * Counts an address's try by its outcome. A challenge counts from its beginning until it ends with a payment, since it
   * reveals that the card is valid; a network that the shopper has left by then counts it until its window is over.
   */
  async function countAt(
    context: RequestContext,
    state: Outcome['state'],
    orderId: string,
    mark?: string,
  ): Promise<void> {
    const buckets = limiters.bucketsFor(context)
    if (state === 'authenticate') return declines.note(buckets, orderId)
    const isDeclined = state === 'declined'
    await Promise.all([
      isDeclined && declines.note(buckets, mark === undefined ? orderId : `${orderId} ${mark}`),
      (isPaid(state) || (isDeclined && mark !== undefined)) && declines.forget(buckets, orderId),
    ])
  }

  async function leftChallenge(context: RequestContext, orderNumber: string, orderId: string): Promise<void> {
    const buckets = limiters.bucketsFor(context)
    await Promise.all([declines.note(buckets, orderId), counters.add(left(orderNumber), orderId, ORDER_WINDOW)])
  }

  return {
    async overdue() {
      for (const one of challenges.takeAbandoned()) await abandoned(one)
    },
    async tried(context, outcome, mark) {
      const { state, orderNumber, orderId = '' } = outcome
      for (const one of challenges.takeAbandoned({ orderNumber, orderId })) await abandoned(one)
      if (state === 'authenticate') challenges.begun({ context, orderNumber, orderId })
      await Promise.all([
        countAt(context, state, orderId, mark),
        ...(isPaid(state) ? [tries.forget(orderNumber, mark), minimumFormTime.forget(orderNumber)] : []),
        ...(isInProgress(state)
          ? [counters.add(undecided(orderNumber), orderId, ORDER_WINDOW)]
          : [
              counters.remove(undecided(orderNumber), orderId),
              state === 'cancelled' && leftChallenge(context, orderNumber, orderId),
              decided(context, outcome),
            ]),
      ])
    },
    async read(context, outcome) {
      const { state, orderNumber, orderId } = outcome
      if (!isFinal(state) || orderId === undefined) return
      if (!(await counters.remove(undecided(orderNumber), orderId))) return
      await Promise.all([
        countAt(context, state, orderId),
        state === 'cancelled' && leftChallenge(context, orderNumber, orderId),
        decided(context, outcome),
      ])
    },
  }
}

const undecided = (orderNumber: string): string => `undecided of ${orderNumber}`
const left = (orderNumber: string): string => `left challenges of ${orderNumber}`
