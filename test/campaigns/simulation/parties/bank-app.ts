import { paidBy } from '#sandbox/gateway/methods/sbp/codes.ts'
import { formHeaders } from '../methods.ts'
import type { Answer } from '../network/serve.ts'
import type { Time } from '../network/time.ts'
import type { cardsByName, Plan } from '../plan.ts'
import type { InvariantChecker } from '../rules/invariant-checker.ts'
import { gatewayBase, type Bank } from './bank.ts'
import { cardNamed } from './cart.ts'

/** What a payer presses in the app of a bank. */
export type Press = 'confirm' | 'wait' | 'decline'

interface Around {
  readonly plan: Plan
  readonly bank: Bank
  readonly invariants: InvariantChecker
  readonly time: Time
}

const typedCard = (name: keyof typeof cardsByName): string => {
  const { pan, expiry, cvc } = cardNamed(name)
  return `pan=${pan}&expiry=${expiry.slice(4)}${expiry.slice(2, 4)}&cvc=${cvc}&holder=JANE+DOE`
}

/** What a press is on the bank's page: a card that pays, one that the bank asks about, and one that is declined. */
const typed: Readonly<Record<Press, string>> = {
  confirm: typedCard('plain'),
  wait: typedCard('challenged'),
  decline: typedCard('penniless'),
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
  if (plan.isOnPage) return bank.pages.call({ method: 'POST', url: path, headers: formHeaders, body: typed[press] })
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
