import { isFinal } from '#contract/outcome.ts'
import type { Counters } from '../card-testing/counters.ts'
import {
  paymentMethods,
  type MeteredPayment,
  type PaymentMeter,
  type PaymentMethod,
} from '../payments/payment-meter.ts'
import { LimitedMap } from '../store/limited-map.ts'
import type { Registry } from './registry.ts'

/** Whether a payment has a result; `error` is one that the gateway refused without an outcome. */
const isDecided = (state: string): boolean => isFinal(state) || state === 'error'

/** Everything else is undecided; a shopper's outcome and a merchant's order name it differently. */
const undecided: ReadonlyMap<string, string> = new Map([
  ['authenticate', 'authenticating'],
  ['authenticating', 'authenticating'],
])

/** Milliseconds for which an undecided payment is remembered. */
const WINDOW = 3_600_000

/** Attempts that this process knows to be counted. */
const MAX_COUNTED = 10_000

/**
 * Counts each payment once. An undecided one is noted with its method in the counters, which all instances share: an
 * instance that reads its result removes the note, and counts it only if the note was still there.
 */
export function buildPayments(registry: Registry, counters: Counters): PaymentMeter {
  const counted = new LimitedMap<string, true>(MAX_COUNTED)
  const add = (method: PaymentMethod, state: string): void => registry.add('tender_payments_total', { method, state })
  const claim = async (orderId: string, state: string): Promise<void> => {
    const removals = paymentMethods.map(async (method) => ({
      method,
      isNoted: await counters.remove(noteOf(orderId), method),
    }))
    for (const { method, isNoted } of await Promise.all(removals)) if (isNoted) add(method, state)
  }
  const read = (orderId: string, state: string): void => {
    if (!isDecided(state) || counted.has(orderId)) return
    counted.set(orderId, true)
    claim(orderId, state).catch(() => {}) // the store is away, which its own metrics show
  }
  return {
    read,
    blocked: (cause) => registry.add('tender_payment_blockers_total', { cause }),
    count(method, { state, orderId, isContinued }: MeteredPayment) {
      if (!isDecided(state)) {
        registry.add('tender_payments_undecided_total', { method, state: undecided.get(state) ?? 'pending' })
        if (orderId !== undefined) counters.add(noteOf(orderId), method, WINDOW).catch(() => {}) // as above
        return
      }
      if (isContinued && orderId !== undefined) return read(orderId, state)
      if (orderId !== undefined) counted.set(orderId, true)
      add(method, state)
    },
  }
}

const noteOf = (orderId: string): string => `undecided payment ${orderId}`
