import { START, type Time } from '../network/time.ts'
import { endOf } from '../parties/people.ts'
import type { Bank } from '../parties/bank.ts'
import type { Plan } from '../plan.ts'
import type { Living } from '../network/wire.ts'
import type { Sending, Visit } from '../visits.ts'
import type { InvariantChecker } from './invariant-checker.ts'

/** Requests to the gateway that may move money. */
export const money: ReadonlySet<string> = new Set([
  'paymentorder.do',
  'paymentOrderBinding.do',
  'walletA/payment.do',
  'walletB/payment.do',
  'recurrentPayment.do',
  'motoPayment.do',
])

/** Requests that capture or reverse what is held. */
export const changing: ReadonlySet<string> = new Set(['deposit.do', 'reverse.do'])

/** Operations of the proxy that may cause such a request. */
export const payments: ReadonlySet<string> = new Set([
  'pay',
  'authenticate',
  'charges',
  'recurrent',
  'wallet/pay',
  'wallet/authenticate',
  'moto',
])

/**
 * The most requests to the gateway that one request to a proxy may cause without a pause, those with a fault not
 * counted: an order is read try by try, up to three times. A cancellation also takes back a code, and reads the order
 * again after each step, up to six times.
 */
const mostSent = (op: string, tries: number): number => {
  const [besides, reads] = op === 'cancel' ? [12, 6] : [9, 3]
  return besides + reads * Math.max(tries, 1)
}

/** Milliseconds; requests that are repeated after a pause are counted from zero. */
const PAUSE = 1000

/** The time at which everything about an order is over. */
export const endTime = (plan: Plan): number => START + endOf(plan) * 1000

/** The requests to the gateway that one request to a proxy has caused without a pause. */
interface Count {
  sent: number
  at: Time['now']
  /**
   * The requests that the same process had not answered meanwhile: those that wait for one read all go on in the event
   * that ends it, whose cause is one of them.
   */
  readonly beside: Set<Visit>
}

/** What the rule reads. */
interface Watched {
  readonly invariants: InvariantChecker
  readonly plan: Plan
  readonly time: Time
  readonly bank: Bank
}

/** I8: the proxies send few requests to the gateway, none when all is over, and no payment that nobody asked for. */
export class RequestRule {
  readonly #watched: Watched
  #paySent = 0
  #payAsked = 0
  #isOver = false
  readonly #counts = new WeakMap<Visit, Count>()
  readonly #unanswered = new Map<Living, Set<Visit>>()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** A proxy is asked for an operation. */
  asked(visit: Visit, process: Living): void {
    if (payments.has(visit.op)) this.#payAsked += 1
    const unanswered = this.#unanswered.get(process) ?? new Set()
    this.#unanswered.set(process, unanswered.add(visit))
  }

  /** A proxy has answered; what it sends after that is counted from zero. */
  answered(visit: Visit, process: Living): void {
    this.#unanswered.get(process)?.delete(visit)
    this.#counts.delete(visit)
  }

  /** A proxy sends a request to the gateway. */
  sent(op: string, { by }: Sending): void {
    if (money.has(op)) this.#paySent += 1
    const { invariants, plan, time } = this.#watched
    const end = endTime(plan)
    if (!this.#isOver || (by && by.requestedAt >= end)) return
    // The order may have been registered by the last request before the end.
    if (time.now < end + plan.orderLifetime * 1000) return
    invariants.breaks('I8', `a proxy asks the gateway (${op}, for ${by?.op}) after ${endOf(plan)} s, when all is over`)
  }

  /** Counts a request without a fault for the one that has caused it. */
  count({ by }: Sending, process: Living): void {
    if (!by) return
    const { invariants, time, bank } = this.#watched
    const last = this.#counts.get(by)
    const count = last && time.now - last.at < PAUSE ? last : { sent: 0, at: time.now, beside: new Set([by]) }
    this.#counts.set(by, count)
    count.at = time.now
    for (const visit of this.#unanswered.get(process) ?? []) count.beside.add(visit)
    const tries = Array.from(bank.orders.rows()).length
    const most = Array.from(count.beside).reduce((sum, { op }) => sum + mostSent(op, tries), 0)
    if (++count.sent === most + 1)
      invariants.breaks('I8', `${Array.from(count.beside, ({ op }) => op)} came to more than ${most} to the gateway`)
  }

  /** From now on no request from before may cause another. */
  over(): void {
    this.#isOver = true
  }

  /** At the very end. */
  conclude(): void {
    if (this.#paySent > this.#payAsked)
      this.#watched.invariants.breaks('I8', `${this.#paySent} payments sent for ${this.#payAsked} that were asked for`)
  }
}
