import type { OrderStateName } from '#contract/outcome.ts'
import { MoneyChanges } from './money-changes.ts'
import type { Wanted } from '../parties/cart.ts'
import type { Sending } from '../visits.ts'

/** A charge by the gateway: of which try, when, and by which request. */
export interface Charged extends Sending {
  readonly orderId: string
  readonly number: string
  readonly amount: number
  readonly currency: string
  readonly at: number
}

/** A state of an order that a party received, and the time by which the payment request for it must have been over. */
interface Report {
  readonly state: string
  readonly orderId: string | undefined
  readonly since: number
  readonly at: number
  readonly to: string
}

/** A party that received the report that nothing was sent, and the requests it is about. */
interface Unsent {
  readonly to: string
  readonly isOf: (charge: Charged) => boolean
}

/** The party that receives webhooks and calls the merchant's API. */
export const MERCHANT = 'the merchant'

const unpaid: ReadonlySet<string> = new Set(['declined', 'cancelled', 'expired'])
const paid: ReadonlySet<string> = new Set(['paid', 'held', 'refunded'])

/** A text without so many digits in a row contains no card number. */
const longNumber = /\d{16}/

/** Compares what is reported and shown with the gateway's ledger. */
export class InvariantChecker {
  readonly violations: string[] = []
  readonly charges: Charged[] = []
  /** What the codes hold that were shown to somebody. */
  readonly codes = new Set<string>()
  /** Whether a memory of the proxies was lost, and with it which codes may be paid. */
  isForgetful = false
  readonly changes: MoneyChanges
  readonly #reports: Report[] = []
  readonly #unsent: Unsent[] = []
  readonly #secrets: readonly string[]
  readonly #sum: Pick<Charged, 'amount' | 'currency'>
  readonly #isExpired: (orderId: string) => boolean

  constructor(
    sum: Pick<Charged, 'amount' | 'currency'>,
    secrets: readonly string[],
    isExpired: (orderId: string) => boolean,
  ) {
    this.#sum = sum
    this.#secrets = secrets
    this.#isExpired = isExpired
    this.changes = new MoneyChanges(this)
  }

  /** Whether money of the cart is held or debited now: a hold may have been reversed. */
  get isPaid(): boolean {
    return this.charges.some(({ orderId }) => !this.changes.isReversed(orderId))
  }

  breaks(rule: string, how: string): void {
    this.violations.push(`${rule}: ${how}`)
  }

  /** I1, I4 and I6: at most one charge of a cart, of its amount, and none after a party received that there is none. */
  charge(charge: Charged): void {
    const { amount, currency } = this.#sum
    this.charges.push(charge)
    this.changes.charged()
    if (this.charges.length > 1) this.breaks('I1', `${this.charges.length} charges of one cart`)
    if (charge.amount !== amount || charge.currency !== currency)
      this.breaks('I6', `charged ${charge.amount} of ${charge.currency}, not ${amount} of ${currency}`)
    const result = this.#reports.find(
      ({ state, orderId, since, at }) =>
        unpaid.has(state) && (orderId ?? charge.orderId) === charge.orderId && charge.sentAt < since && at <= charge.at,
    )
    if (result)
      this.breaks('I4', `${result.to} received ${result.state}, and the request sent before that was charged after it`)
    for (const { to, isOf } of this.#unsent)
      if (isOf(charge))
        this.breaks('I4', `${to} got the report that nothing was sent, and that very request was charged`)
  }

  /** I9: an order is paid only on the terms of its payer's ticket. */
  compareTerms(
    { clientId, twoPhase }: { readonly clientId?: string | undefined; readonly twoPhase: boolean },
    wanted: Wanted,
  ): void {
    if (clientId !== wanted.clientId) this.breaks('I9', `an order of ${clientId} was paid for ${wanted.clientId}`)
    if (twoPhase !== wanted.isTwoPhase)
      this.breaks('I9', `an order was paid with twoPhase ${twoPhase}, against its ticket`)
  }

  /**
   * I3 and I4: `paid` is reported only of a charged order, and the opposite only of one that is not charged. A report
   * without a try is as old as its request.
   */
  report(
    to: string,
    { state, orderId }: { readonly state: OrderStateName; readonly orderId?: string | undefined },
    at: number,
    requestedAt = at,
  ): void {
    this.#reports.push({ state, orderId, since: orderId === undefined ? requestedAt : at, at, to })
    const isCharged = this.charges.some((charge) => (orderId ?? charge.orderId) === charge.orderId)
    if (paid.has(state) && !isCharged) this.breaks('I3', `${to} received ${state}, and nothing was charged`)
    if (unpaid.has(state) && orderId !== undefined && isCharged && !this.changes.isReversed(orderId))
      this.breaks('I4', `${to} received ${state} of a try that was charged`)
    if (orderId !== undefined) this.#compareExpiry(to, state, orderId)
  }

  /** I11: only a try whose session has ended is reported as expired, and to the merchant as nothing else. */
  #compareExpiry(to: string, state: string, orderId: string): void {
    const isExpired = this.#isExpired(orderId)
    if (state === 'expired' ? !isExpired : isExpired && to === MERCHANT && unpaid.has(state))
      this.breaks('I11', `${to} received ${state} of a try whose session has ${isExpired ? '' : 'not '}ended`)
  }

  /** I4: a request that was reported as not sent is not charged, neither before nor after the report. */
  reportUnsent(to: string, isOf: Unsent['isOf']): void {
    this.#unsent.push({ to, isOf })
    if (this.charges.some((charge) => isOf(charge) && !this.changes.isReversed(charge.orderId)))
      this.breaks('I4', `${to} gets the report that nothing was sent, and that very request was charged`)
  }

  /** I7: a card number appears nowhere unencrypted. */
  read(where: string, text: string): void {
    if (!longNumber.test(text)) return
    if (this.#secrets.some((secret) => text.includes(secret))) this.breaks('I7', `a card number in ${where}`)
  }
}
