import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Told } from '#gateway-client/meaning.ts'
import { isOpen, isUndecided, readLink, type Link } from '../chain.ts'
import type { Hold } from '../claims.ts'
import { isUnusable, unusable } from '../gateway-fault.ts'
import type { Parts } from '../parts.ts'
import { orderOf } from './order.ts'
import { refusedByGateway } from './told.ts'

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

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/** What became of a charge, by the gateway's status; an undecided one is `pending` and keeps its claim. */
export async function settled(parts: Parts, sent: Sent, hold: Hold): Promise<Order> {
  checkDelivery(parts, sent, hold)
  let last = sent.before
  for (const pause of [...pauses, undefined]) {
    const { link, isRead } = await readAgain(parts, sent.number)
    last = link ?? last
    if (link && (sent.told.kind === 'refused' ? !isOpen(link) : !isUndecided(link)))
      return told(hold, orderOf(sent.orderNumber, [...sent.earlier, link]))
    if (isRead && sent.told.kind === 'refused')
      throw decided(hold, refusedByGateway(sent.told.errorCode, sent.told.message))
    if (pause !== undefined) await parts.clock.sleep(pause)
  }
  if (!last) throw new Refused('answer_lost')
  return orderOf(sent.orderNumber, [...sent.earlier, last], true)
}

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
const told = (hold: Hold, order: Order): Order => (order.state === 'pending' ? order : decided(hold, order))

/** Not read only when the gateway did not tell; an answer about another order stays an alarm. */
async function readAgain(
  parts: Parts,
  number: string,
): Promise<{ readonly link: Link | undefined; readonly isRead: boolean }> {
  try {
    return { link: await readLink(parts, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { link: undefined, isRead: false }
    throw error
  }
}
