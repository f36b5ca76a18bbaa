import { paidBy } from '#sandbox/gateway/methods/sbp/codes.ts'
import { formHeaders } from '../methods.ts'
import type { Answer } from '../network/serve.ts'
import type { Time } from '../network/time.ts'
import type { Plan } from '../plan.ts'
import type { InvariantChecker } from '../rules/invariant-checker.ts'
import { gatewayBase, type Bank } from './bank.ts'

/** What a payer presses in the app of a bank. */
export type Press = 'confirm' | 'wait' | 'decline'

interface Around {
  readonly plan: Plan
  readonly bank: Bank
  readonly invariants: InvariantChecker
  readonly time: Time
}

/** States in which another payment of the order is made, or may be. */
const otherwise: ReadonlySet<string> = new Set([
  'paying',
  'authenticating',
  'finishing',
  'deposited',
  'held',
  'pending',
])

/**
 * Presses a button in the app. A gateway at its worst debits the payer for a code that was not taken back, also where
 * the order is paid by other means.
 */
export async function pressIn(around: Around, payload: string, press: Press, name: string): Promise<Answer> {
  const { plan, bank, invariants, time } = around
  const path = payload.slice(gatewayBase.length)
  const code = bank.codes.byId(path.slice(path.lastIndexOf('/') + 1))
  const order = code && bank.context.orders.byId(code.orderId)
  const isPaidOtherwise = order && otherwise.has(order.state) && paidBy(order.attributes) !== code.id
  if (
    plan.gateway === 'hostile' &&
    press === 'confirm' &&
    isPaidOtherwise &&
    !code.takenBack &&
    !invariants.isForgetful
  ) {
    const { id: orderId, number, amount, currency } = order
    invariants.charge({ orderId, number, amount, currency, at: time.now, sentAt: time.now, by: undefined })
  }
  return bank.pages.call({ method: 'POST', url: `${path}?bank=${name}`, headers: formHeaders, body: `act=${press}` })
}
