import { Refused } from '#contract/faults.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import { runOnce } from '../locks/idempotency.ts'
import { whileRegistering } from '../locks/registering.ts'
import { beginRegistration, type OrderAttempt } from '../orders/attempts.ts'
import { isOlderThanMemory } from '../orders/order-reading.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { notFollowed, type Followed } from '../webhooks/follow-ups.ts'

/**
 * What is different in each way to pay: `OrderReading` is what is read of the order before, `Answer` the gateway's answer,
 * `Result` what the caller gets.
 */
export interface Payment<OrderReading extends { readonly current: OrderAttempt | undefined }, Answer, Result> {
  readonly orderNumber: string
  /** The shopper's own name of the request, which is then carried out once. */
  readonly requestId?: string
  /** Whether the request to the gateway registers the number that it pays. */
  readonly registers: boolean
  /** Whether that number is the order's next one: its lock is held too, and the tries so far decide nothing meanwhile. */
  readonly paysNextNumber: boolean
  /** Whether the gateway has an address for its callbacks about the order; without one the order is followed. */
  readonly hasCallback: boolean
  /** The result while somebody else holds the order's lock, or has carried out the same request. */
  whileLocked(): Promise<Result>
  /** Reads where the order stands. */
  read(): Promise<OrderReading>
  mayPay(reading: OrderReading): boolean
  /** The result without a payment; `mayBeInProgress` where the lock of an earlier payment may be lost. */
  unpaid(reading: OrderReading, mayBeInProgress: boolean): Result
  /** Checks what can be checked before anything is sent; throws a refusal. */
  prepare(reading: OrderReading): Promise<ReadyPayment<Answer, Result> | Unpaid<Result>>
}

/** The result of a payment that is not sent after all. */
export interface Unpaid<Result> {
  readonly unpaid: Result
}

/** A payment that is ready to be sent. */
export interface ReadyPayment<Answer, Result> {
  /** The number of the try that it pays. */
  readonly number: string
  send(): Promise<GatewayResult<Answer>>
  /** Reads what became of it. What it throws leaves the lock until its time is over. */
  settle(result: GatewayResult<Answer>, followed: Followed): Promise<Settlement<Result>>
}

/** The end of a payment that was sent. */
export interface Settlement<Result> {
  readonly result: Result | Refused
  /** Nothing of it can move money any more; an undecided one keeps its lock until the lock's time is over. */
  readonly isDecided: boolean
}

/**
 * Pays an order at most once: the only place that sends a payment. Under the order's lock it reads where the order stands,
 * checks that it may be paid, sends one request, and settles by the order's status. A lost answer is read by the number,
 * and never sent again.
 */
export async function payOnce<OrderReading extends { readonly current: OrderAttempt | undefined }, Answer, Result>(
  proxy: ProxyContext,
  payment: Payment<OrderReading, Answer, Result>,
): Promise<Result> {
  const { orderNumber, requestId, paysNextNumber } = payment
  const underLock = paysNextNumber ? whileRegistering : withLock
  const pay = (lock: Lock): Promise<Result> => payLocked(proxy, payment, lock)
  const act = requestId === undefined ? pay : runOnce(proxy, { orderNumber, requestId }, pay)
  const result = await underLock(proxy, orderNumber, act)
  return result ?? payment.whileLocked()
}

async function payLocked<OrderReading extends { readonly current: OrderAttempt | undefined }, Answer, Result>(
  proxy: ProxyContext,
  payment: Payment<OrderReading, Answer, Result>,
  lock: Lock,
): Promise<Result> {
  const reading = await payment.read()
  const mayBeInProgress = await isOlderThanMemory(proxy, reading.current)
  if (mayBeInProgress || !payment.mayPay(reading)) return payment.unpaid(reading, mayBeInProgress)
  const ready = await payment.prepare(reading)
  if ('unpaid' in ready) return ready.unpaid
  const { result: answer, followed } = await send(proxy, payment, ready, lock)
  const { result, isDecided } = await ready.settle(answer, followed)
  if (isDecided) lock.free()
  if (result instanceof Refused) throw result
  return result
}

/** Sends; from here on the lock outlives its holder, until the payment is decided or the lock's time is over. */
async function send<Answer, Result>(
  proxy: ProxyContext,
  {
    orderNumber,
    registers,
    hasCallback,
  }: Pick<Payment<never, Answer, Result>, 'orderNumber' | 'registers' | 'hasCallback'>,
  { number, send }: ReadyPayment<Answer, Result>,
  lock: Lock,
): Promise<{ readonly result: GatewayResult<Answer>; readonly followed: Followed }> {
  const followed = hasCallback ? notFollowed : await proxy.followUps.begin(orderNumber, 'payment')
  lock.keep()
  const noteRegistered = registers ? beginRegistration(proxy, number) : undefined
  const result = await send()
  if (result.kind === 'answered') await noteRegistered?.()
  return { result, followed }
}
