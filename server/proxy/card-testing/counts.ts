import type { Outcome } from '#contract/checkout.ts'
import { isFinal, isInProgress, isPaid } from '#contract/outcome.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { buildBankChallenges, type BankChallenge } from './abandoned.ts'
import { ORDER_WINDOW } from '../config/limits.ts'
import type { Limiters } from './limiters.ts'

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
    if (bought.has(state)) await regulars.paid(network)
    // A challenge that the shopper cancels with the button counts once another try begins.
    if (state === 'cancelled') return
    await limiters.declineRateFor(context).note(state === 'declined', network)
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
    if (state === 'declined') await declines.note(buckets, mark === undefined ? orderId : `${orderId} ${mark}`)
    if (isPaid(state) || (state === 'declined' && mark !== undefined)) await declines.forget(buckets, orderId)
  }

  async function leftChallenge(context: RequestContext, orderNumber: string, orderId: string): Promise<void> {
    await declines.note(limiters.bucketsFor(context), orderId)
    await counters.add(left(orderNumber), orderId, ORDER_WINDOW)
  }

  return {
    async overdue() {
      for (const one of challenges.takeAbandoned()) await abandoned(one)
    },
    async tried(context, outcome, mark) {
      const { state, orderNumber, orderId = '' } = outcome
      for (const one of challenges.takeAbandoned({ orderNumber, orderId })) await abandoned(one)
      await countAt(context, state, orderId, mark)
      if (isPaid(state)) await Promise.all([tries.forget(orderNumber, mark), minimumFormTime.forget(orderNumber)])
      if (state === 'authenticate') challenges.begun({ context, orderNumber, orderId })
      if (isInProgress(state)) return void (await counters.add(undecided(orderNumber), orderId, ORDER_WINDOW))
      await counters.remove(undecided(orderNumber), orderId)
      if (state === 'cancelled') await leftChallenge(context, orderNumber, orderId)
      await decided(context, outcome)
    },
    async read(context, outcome) {
      const { state, orderNumber, orderId } = outcome
      if (!isFinal(state) || orderId === undefined) return
      if (!(await counters.remove(undecided(orderNumber), orderId))) return
      await countAt(context, state, orderId)
      if (state === 'cancelled') await leftChallenge(context, orderNumber, orderId)
      await decided(context, outcome)
    },
  }
}

const undecided = (orderNumber: string): string => `undecided of ${orderNumber}`
const left = (orderNumber: string): string => `left challenges of ${orderNumber}`
