import { statusOf } from '#sandbox/gateway/methods/sbp/codes.ts'
import type { Bank } from '../parties/bank.ts'
import type { InvariantChecker } from './invariant-checker.ts'

const payable: ReadonlySet<string> = new Set(['STARTED', 'CONFIRMED'])

/** I10: while somebody has a code that may be paid, or the address of a page where the order may be, no proxy sends another payment of the order. */
export function checkCodes(invariants: InvariantChecker, { codes, context }: Bank, op: string): void {
  if (invariants.isForgetful) return
  for (const payload of invariants.codes) {
    const [, orderId] = /[?&]mdOrder=([^&]*)/.exec(payload) ?? []
    const { state = 'declined' } = (orderId && context.orders.byId(orderId)) || {}
    if (state === 'registered' || state === 'authenticating')
      invariants.breaks('I10', `${op} is sent while the order may be paid on the bank’s page`)
    const code = codes.byId(payload.slice(payload.lastIndexOf('/') + 1))
    const order = code && context.orders.byId(code.orderId)
    if (order && payable.has(statusOf(code, order)))
      invariants.breaks('I10', `${op} is sent while a code of the order may be paid (${statusOf(code, order)})`)
  }
}
