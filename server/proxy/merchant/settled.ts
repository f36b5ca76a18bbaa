import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Told } from '#gateway-client/meaning.ts'
import type { Link } from '../orders/chain.ts'
import type { Hold } from '../locks/claims.ts'
import { unusable } from '../gateway/gateway-fault.ts'
import type { Parts } from '../parts.ts'
import { errorIn, settle, verdictOf } from '../payments/settle.ts'
import { orderOf } from '../orders/order.ts'
import { refusedByGateway } from '../orders/gateway-errors.ts'

/** A charge that was sent. */
export interface Sent {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly orderNumber: string
  /** Number of the try that it pays. */
  readonly number: string
  /** The tries before that one. */
  readonly earlier: readonly Link[]
  /** The try as it was before, where it was registered first. */
  readonly before?: Link
  readonly told: Told<unknown>
}

/** What became of a charge, by the gateway's status; an undecided one is `pending` and keeps its claim. */
export async function settled(parts: Parts, sent: Sent, hold: Hold): Promise<Order> {
  checkDelivery(parts, sent, hold)
  const { orderNumber, earlier, told } = sent
  const { kind, link } = await settle(parts, sent, verdictOf(told))
  if (kind === 'decided') return freed(hold, orderOf(orderNumber, [...earlier, link]))
  if (kind === 'refused') throw decided(hold, refusalOf(told))
  if (!link) throw new Refused('answer_lost')
  return orderOf(orderNumber, [...earlier, link], true)
}

const refusalOf = (told: Told<unknown>): Refused =>
  told.kind === 'refused'
    ? refusedByGateway(told.errorCode, told.message)
    : refusedByGateway(0, (told.kind === 'answered' && errorIn(told.answer)) || '')

function checkDelivery({ log }: Parts, { op, number, told }: Sent, hold: Hold): void {
  if (told.kind === 'answered' || told.kind === 'refused') return
  log.warn({ op, order: number, code: told.kind, state: told.why })
  if (told.kind === 'not-delivered') throw decided(hold, unusable(told))
}

/** Nothing of it can move money any more. */
function decided<T>(hold: Hold, word: T): T {
  hold.free()
  return word
}

/** A status that says nothing decided may still become a charge. */
const freed = (hold: Hold, order: Order): Order => (order.state === 'pending' ? order : decided(hold, order))
