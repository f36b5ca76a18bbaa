import type { Outcome } from '#contract/checkout.ts'

/** Money that the gateway took: for which try, when, and when the request that did it was sent. */
export interface Charged {
  readonly orderId: string
  readonly number: string
  readonly amount: number
  readonly at: number
  readonly sentAt: number
}

/** What somebody was told of an order at a moment: a shopper, or the merchant. */
interface Told {
  readonly state: string
  readonly orderId: string | undefined
  readonly at: number
  readonly to: string
}

const unpaid: ReadonlySet<string> = new Set(['declined', 'cancelled'])
const paid: ReadonlySet<string> = new Set(['paid', 'held'])

/** Holds what is said and shown against the gateway's ledger. */
export class Judge {
  readonly violations: string[] = []
  readonly charges: Charged[] = []
  readonly #told: Told[] = []
  readonly #secrets: readonly string[]
  readonly #amount: number

  constructor(amount: number, secrets: readonly string[]) {
    this.#amount = amount
    this.#secrets = secrets
  }

  breaks(rule: string, how: string): void {
    this.violations.push(`${rule}: ${how}`)
  }

  /** I1, I4 and I6: at most one charge of a cart, of its amount, and none after somebody was told that there is none. */
  charge(charge: Charged): void {
    this.charges.push(charge)
    if (this.charges.length > 1) this.breaks('I1', `${this.charges.length} charges of one cart`)
    if (charge.amount !== this.#amount) this.breaks('I6', `charged ${charge.amount}, not ${this.#amount}`)
    const told = this.#told.find(
      ({ state, orderId, at }) =>
        unpaid.has(state) && (orderId ?? charge.orderId) === charge.orderId && charge.sentAt < at && at <= charge.at,
    )
    if (told)
      this.breaks('I4', `${told.to} was told ${told.state}, and the request sent before that was charged after it`)
  }

  /** I3 and I4: paid is told of what is charged, and not charged of what is not. */
  tell(
    to: string,
    { state, orderId }: Pick<Outcome, 'state'> & { readonly orderId?: string | undefined },
    at: number,
  ): void {
    this.#told.push({ state, orderId, at, to })
    const isCharged = this.charges.some((charge) => (orderId ?? charge.orderId) === charge.orderId)
    if (paid.has(state) && !isCharged) this.breaks('I3', `${to} was told ${state}, and nothing was charged`)
    if (unpaid.has(state) && orderId !== undefined && isCharged)
      this.breaks('I4', `${to} was told ${state} of a try that was charged`)
  }

  /** I7: a card number appears nowhere but sealed. */
  read(where: string, text: string): void {
    if (this.#secrets.some((secret) => text.includes(secret))) this.breaks('I7', `a card number in ${where}`)
  }
}
