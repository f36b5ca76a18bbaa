import { paidBy } from '#sandbox/gateway/methods/sbp/codes.ts'
import type { Order } from '#sandbox/gateway/orders/order.ts'
import { merchant, type Bank } from './bank.ts'
import type { InvariantChecker } from '../rules/invariant-checker.ts'
import type { MoneyChanges } from '../rules/money-changes.ts'
import type { Answer, Requested } from '../network/serve.ts'
import type { Sending } from '../visits.ts'

/** States in which the sandbox itself allows no payment of the order, or no further one yet. */
const again: ReadonlySet<string> = new Set([
  'paying',
  'authenticating',
  'finishing',
  'held',
  'deposited',
  'declined',
  'pending',
])

/**
 * A gateway at its worst: every payment request for a known order, by its identifier or by its number, is charged as
 * often as it comes, even when the order is paid, declined or expired; but not beside a code or a charge that the proxies
 * have forgotten. A number is still registered only once: otherwise no one could refer to an order at all.
 */
export function chargeAgain(
  bank: Bank,
  op: string,
  request: Requested,
  sending: Sending,
  invariants: InvariantChecker,
  at: number,
): Answer | undefined {
  const order = named(bank, request)
  if (!order || !again.has(order.state)) return undefined
  // Which codes may be paid is forgotten with the memory: then only a gateway that pays an order once protects the payer.
  if (invariants.isForgetful && paidBy(order.attributes) !== undefined) return undefined
  // So is a charge of the merchant's that registers its number itself, and has no ticket whose `iat` could tell its age.
  if (invariants.isForgetful && op === 'recurrentPayment.do') return undefined
  const { id: orderId, amount, currency, number } = order
  invariants.charge({ ...sending, orderId, number, amount, currency, at })
  if (!inProgress.has(order.state)) payAgain(bank, order)
  return { status: 200, body: JSON.stringify((answers[op] ?? processed)(order)) }
}

/** The sandbox itself still processes orders in these states, and will set their final state. */
const inProgress: ReadonlySet<string> = new Set(['paying', 'finishing'])

const processed = (_: Order): object => ({
  errorCode: '0',
  info: 'Processed',
  redirect: 'https://shop.example/thanks',
})

/** The answers of operations that register the order they pay. */
const answers: Readonly<Record<string, (order: Order) => object>> = {
  'walletB/payment.do': ({ id }) => ({ success: true, data: { orderId: id } }),
  'motoPayment.do': ({ id, number }) => ({ success: true, errorCode: '0', mdOrder: id, orderNumber: number }),
}

/** The order of a payment: card payments contain its identifier, wallets and mail orders its number. */
function named({ orders, context }: Bank, { headers, body = '' }: Requested): Order | undefined {
  const fields = headers['content-type'] === 'application/json' ? fieldsIn(body) : new URLSearchParams(body)
  const id = fields.get('MDORDER') ?? fields.get('mdOrder')
  if (id) return orders.get(id)
  const number = fields.get('orderNumber')
  return number ? context.orders.byNumber(merchant.login, number) : undefined
}

const fieldsIn = (body: string) => new Map(Object.entries(JSON.parse(body) as Record<string, string>))

/** Pays past the order's own rules, and sends the callback that every payment has (online gateway 6). */
function payAgain(bank: Bank, before: Order): void {
  const after = paid(before)
  bank.orders.put(after.id, after)
  bank.callbacks.enqueue({ event: after.twoPhase ? 'held' : 'debited', before, after })
}

function paid(order: Order): Order {
  const { amount, twoPhase } = order
  const ledger = { approved: amount, deposited: twoPhase ? 0 : amount, refunded: 0 }
  return { ...order, state: twoPhase ? 'held' : 'deposited', actionCode: 0, ledger }
}

const success: Answer = { status: 200, body: JSON.stringify({ errorCode: '0' }) }

type Again = (order: Order, amount: number, changes: MoneyChanges) => unknown

/** What a gateway at its worst does once more with an order in such a state: it captures in parts, and reverses what it has. */
const changesAgain: Readonly<Record<string, Readonly<Record<string, Again>>>> = {
  'deposit.do': {
    deposited: ({ id, ledger }, amount, changes) => changes.capture(id, amount || ledger.approved),
  },
  'reverse.do': {
    reversed: ({ id }, _, changes) => changes.reverse(id),
    deposited: ({ id }, _, changes) => changes.reverse(id),
  },
  // The payment that is in progress charges the order all the same.
  'decline.do': { paying: () => {}, finishing: () => {} },
}

/** Carries out a change of an order that the sandbox would refuse in its state. */
export function changeAgain(bank: Bank, op: string, request: Requested, changes: MoneyChanges): Answer | undefined {
  const fields = new URLSearchParams(request.body)
  const order = bank.orders.get(fields.get('orderId') ?? '')
  const again = order && changesAgain[op]?.[order.state]
  if (!again) return undefined
  again(order, Number(fields.get('amount') ?? 0), changes)
  return success
}
