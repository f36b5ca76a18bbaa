import type { Order } from '#server-contract/merchant/merchant.ts'

/** The states of an order in the answer to a cancellation that was made. */
const cancelled: ReadonlySet<string> = new Set(['cancelled', 'reversed', 'declined', 'expired', 'verified'])

type Try = Order['current']

/** The rules' records. */
interface Checker {
  breaks(rule: string, how: string): void
  /** Whether a memory of the proxies was lost. */
  readonly isForgetful: boolean
  /** Whether money of the cart is held or debited now. */
  readonly isPaid: boolean
}

/** I12 and I13: what the merchant changes of an order that is held, or not paid yet. */
export class MoneyChanges {
  readonly #checker: Checker
  /** The amounts that the merchant has asked to capture, and what the gateway has captured. */
  readonly #asked = new Set<number>()
  readonly #captured: number[] = []
  readonly #reversed = new Set<string>()
  #isCancelled = false

  constructor(checker: Checker) {
    this.#checker = checker
  }

  isReversed(orderId: string): boolean {
    return this.#reversed.has(orderId)
  }

  /** The merchant asks to capture so much. */
  ask(amount: number): void {
    this.#asked.add(amount)
  }

  /** I12: the gateway debits no more of a hold than the merchant has asked for, and that once. */
  capture(orderId: string, amount: number): void {
    this.#captured.push(amount)
    if (!this.#asked.has(amount))
      this.#checker.breaks('I12', `${amount} of a hold was captured, for which nobody asked`)
    if (this.#reversed.has(orderId)) this.#checker.breaks('I12', 'a hold that was reversed was captured')
    if (this.#captured.length > 1 && !this.#checker.isForgetful)
      this.#checker.breaks('I12', `${this.#captured.join(' and ')} of one hold were captured`)
  }

  /** I13: the gateway reverses a hold once, and none that was captured. */
  reverse(orderId: string): void {
    const { isForgetful } = this.#checker
    const isCaptured = this.#captured.length > 0
    if (isForgetful && isCaptured) return // a real gateway refuses it
    if (isCaptured) this.#checker.breaks('I13', 'a hold that was captured was reversed')
    if (this.#reversed.has(orderId) && !isForgetful) this.#checker.breaks('I13', 'a hold was reversed twice')
    this.#reversed.add(orderId)
  }

  /** I12: an answer that an order was captured is true. */
  reportCapture({ state, depositedAmount }: Pick<Try, 'state' | 'depositedAmount'>, wanted: number): void {
    const isTrue = (state === 'paid' || state === 'refunded') && depositedAmount === wanted
    if (!isTrue || !this.#captured.includes(wanted))
      this.#checker.breaks('I12', `to a capture of ${wanted} the answer is ${state}, ${depositedAmount}`)
  }

  /** I13: an answer that an order was cancelled is true, … */
  reportCancel(state: string | undefined): void {
    if (state === 'pending') return // not decided: the merchant asks again
    if (!cancelled.has(state ?? '')) this.#checker.breaks('I13', `the answer to a cancellation is ${state}`)
    if (this.#checker.isPaid) this.#checker.breaks('I13', 'a cancelled order is charged')
    this.#isCancelled = true
  }

  /** … and stays true: nothing is charged after it, as long as a memory of the proxies has it. */
  charged(): void {
    if (this.#isCancelled && !this.#checker.isForgetful) this.#checker.breaks('I13', 'a cancelled order was charged')
  }
}
