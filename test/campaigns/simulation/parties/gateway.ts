import type { OrderTransition } from '#sandbox/gateway/orders/order-table.ts'
import type { Answer, Requested } from '../network/serve.ts'
import type { Time } from '../network/time.ts'
import type { Plan } from '../plan.ts'
import type { InvariantChecker } from '../rules/invariant-checker.ts'
import { money } from '../rules/request-rule.ts'
import type { Trace } from '../trace.ts'
import type { Sending } from '../visits.ts'
import type { Bank } from './bank.ts'
import { wantedBy } from './cart.ts'
import { changeAgain, chargeAgain } from './hostile.ts'

export interface GatewayOptions {
  readonly plan: Plan
  readonly bank: Bank
  readonly time: Time
  readonly invariants: InvariantChecker
  readonly trace: Trace
}

/** The gateway as the proxies reach it; reports each charge with the request that has caused it. */
export class Gateway {
  readonly #options: GatewayOptions
  /** The request that pays a try, by the try's number. */
  readonly #sent = new Map<string, Sending>()
  /** The payment request that the gateway is processing. */
  #workingOn: Sending | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
  }

  async answer(requested: Requested, op: string, sending: Sending): Promise<Answer> {
    const { bank, plan, time, invariants, trace } = this.#options
    const { forms, json, pages } = bank
    if (money.has(op)) {
      this.#workingOn = sending
      const again = plan.gateway === 'hostile' && chargeAgain(bank, op, requested, sending, invariants, time.now)
      if (again) trace.note(() => `the gateway: ${op} is charged once more`)
      if (again) return again
    }
    const changed = plan.gateway === 'hostile' ? changeAgain(bank, op, requested, invariants.changes) : undefined
    if (changed) trace.note(() => `the gateway: ${op} is carried out once more`)
    if (changed) return changed
    const routes = requested.headers['content-type'] === 'application/json' ? json : op === 'keys.do' ? pages : forms
    const answer = await routes.call(requested)
    // What the payer pays next may be paid on the bank's own page, by no request of a proxy.
    if (this.#workingOn === sending) this.#workingOn = undefined
    return answer
  }

  /** An order has changed. */
  changed({ event, after }: OrderTransition): void {
    const { plan, time, invariants, trace } = this.#options
    const byPayer: Sending = { sentAt: time.now, by: undefined }
    if (event === 'sent') this.#sent.set(after.number, byPayer)
    if (event === 'taken') this.#sent.set(after.number, this.#workingOn ?? byPayer)
    else trace.note(() => `the gateway: ${trace.alias(after.number)} is ${event}`)
    if (event === 'completed') invariants.changes.capture(after.id, after.ledger.deposited)
    if (event === 'reversed') invariants.changes.reverse(after.id)
    if (event !== 'debited' && event !== 'held') return
    const { id: orderId, number, amount, currency } = after
    const { sentAt, by } = this.#sent.get(number) ?? byPayer
    invariants.charge({ orderId, number, amount, currency, at: time.now, sentAt, by })
    if (by?.from !== undefined) invariants.compareTerms(after, wantedBy(by.from, plan))
  }
}
