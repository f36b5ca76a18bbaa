import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { isPaid } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { failureOf, isUnusable } from '../gateway/gateway-failure.ts'
import { isHeld, take, withLock, type Lock } from '../locks/lock-store.ts'
import { mismatchWithRegistration } from '../orders/comparison.ts'
import type { ReadingContext } from '../orders/read/facts.ts'
import { readWhenFree, readForMerchant, type Reading } from '../orders/read/for-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What an order is changed with. */
export type ChangeContext = ReadingContext & Pick<ProxyContext, 'follower' | 'random' | 'config'>

/** The refusal of an operation that the order's state does not allow; `advice` ends the sentence. */
export const stateRefused = (state: TryState, advice: string): ProxyError =>
  new ProxyError('state_refused', `The order is ${state}: ${advice}.`)

/** Milliseconds between looks at whether another change of the order is over. */
const PAUSE = 250

/** Longer than any order number, so that it is never the key of a payment. */
const lockOf = (orderNumber: string): string => `the changes of the order number ${orderNumber}`

/** The key of the lock that says that the answer to a change is lost, so that nobody waits for it. */
const lossOf = (orderNumber: string): string => `a lost answer among ${lockOf(orderNumber)}`

/**
 * Runs `act` while no other capture, reversal or refund of the order is being sent, in any process. Waits for the one
 * that is; `undefined` where that one is not over, and the order may change at any moment.
 */
export async function withChangeLock(
  proxy: ChangeContext,
  orderNumber: string,
  act: (lock: Lock) => Promise<Order>,
): Promise<Order | undefined> {
  const waited = stopwatch(proxy.clock)
  for (;;) {
    const order = await withLock(proxy, lockOf(orderNumber), act)
    if (order) return order
    if (waited() > proxy.config.gateway.timeoutMs || (await isHeld(proxy, lossOf(orderNumber)))) return undefined
    await proxy.clock.sleep(PAUSE)
  }
}

/** An operation that changes an order. */
export interface Change {
  readonly orderNumber: string
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  readonly send: () => Promise<GatewayResult<unknown>>
  /** Whether the order shows the change; `undefined` where the gateway reports too little to say so. */
  readonly shows: (reading: Reading) => boolean | undefined
  /** Whether the caller remembers it, so that a status that is late does not make it look undone. */
  readonly isRemembered?: true
}

/** What became of a change that was sent. */
export interface Changed {
  readonly state: 'made' | 'lost' | 'refused'
  /** Why the answer did not say that it was made, also where the order shows that it was. */
  readonly failure: unknown
  /** The order read afterwards; throws the failure where the order does not show the change. */
  readonly result: () => Order
}

/**
 * Sends a change once, and reads the order afterwards. A refusal is compared with the order, since the same operation
 * may have been carried out for another request. A change whose answer was lost, and which the order does not show, is
 * `lost`: its result throws `answer_lost`. The lock of a change that the order does not show stays until no request can be
 * under way any longer; without a lock it may be sent again at once.
 */
export async function changeOrder(proxy: ChangeContext, change: Change, lock?: Lock): Promise<Changed> {
  let answer: GatewayResult<unknown>['kind'] | undefined
  try {
    lock?.keep()
    // The order may have been paid by an operation that the gateway sends no callbacks for.
    const followed = await proxy.follower.begin(change.orderNumber, 'change')
    const sent = await change.send()
    answer = sent.kind
    const failure = failureOf(proxy, change.op, change.orderNumber, sent)
    const reading = await readShown(proxy, change, failure)
    const { order } = reading
    // As when an order is read, no event tells of a sum that is not the registered one.
    if (!isPaid(order.state) || !mismatchWithRegistration(proxy, reading.attempt)) followed.stop(order)
    await end(proxy, change, change.shows(reading) !== false || change.isRemembered, lock)
    return { state: 'made', failure, result: () => order }
  } catch (failure) {
    const state = answer === 'answered' ? 'made' : answer === 'ambiguous' ? 'lost' : 'refused'
    await end(proxy, change, state === 'refused' || (state === 'made' && change.isRemembered), lock)
    const result = (): never => {
      throw failure
    }
    return { state, failure, result }
  }
}

/** Frees the lock of a change that is over; of another one, nobody waits for the lock. */
async function end(
  proxy: ChangeContext,
  { orderNumber }: Change,
  isOver: boolean | undefined,
  lock: Lock | undefined,
): Promise<void> {
  if (isOver) lock?.free()
  else if (lock) await take(proxy, lossOf(orderNumber), proxy.random.uuid()).catch(() => {}) // others then wait in vain
}

/**
 * Reads the order after a change, and throws the failure where it does not show it. Throws `answer_lost` when the read
 * fails, since other codes would mean that nothing was sent.
 */
async function readShown(
  proxy: ReadingContext,
  { orderNumber, shows }: Change,
  failure: ProxyError | undefined,
): Promise<Reading> {
  const reading = await (failure ? readWhenFree : readForMerchant)(proxy, orderNumber).catch(
    (error: unknown): never => {
      const isLost = isUnusable(error) || (error instanceof ProxyError && error.code === 'busy')
      throw isLost ? new ProxyError('answer_lost') : error
    },
  )
  if (failure && !shows(reading)) throw failure
  return reading
}
