import { Refused } from '#contract/faults.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import { runOnce } from '../locks/idempotency.ts'
import { whileRegistering } from '../locks/registering.ts'
import { beginRegistration, type OrderAttempt } from '../orders/attempts.ts'
import { noted } from '../orders/order-ids.ts'
import { isOlderThanMemory } from '../orders/order-reading.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { MeteredPayment, PaymentMethod } from './payment-meter.ts'
import { notFollowed, type Followed } from '../webhooks/follow-ups.ts'

/**
 * What differs between payment methods: `OrderReading` is the order as read before the payment, `Answer` the gateway's
 * answer, `Result` what the caller gets.
 */
export interface PaymentSteps<OrderReading extends { readonly current: OrderAttempt | undefined }, Answer, Result> {
  readonly orderNumber: string
  /** How it is paid, for the metrics. */
  readonly method: PaymentMethod
  /** ID of the shopper's request, which is then carried out once. */
  readonly requestId?: string
  /** Whether the request to the gateway registers the number that it pays. */
  readonly registers: boolean
  /**
   * Whether that number is the order's next one: its lock is held too, and the attempts so far decide nothing
   * meanwhile.
   */
  readonly paysNextNumber: boolean
  /** Whether the gateway has an address for its callbacks about the order; without one the order is followed. */
  readonly hasCallback: boolean
  /** The result while the order's lock is taken, or where the same request was already carried out. */
  whileLocked(): Promise<Result>
  /** Reads the order's state. */
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
  /** The number of the attempt that it pays. */
  readonly number: string
  /** It is the second call of a payment, after the 3-D Secure method. */
  readonly isContinued?: boolean
  send(): Promise<GatewayResult<Answer>>
  /** Reads the payment's result. When it throws, the lock stays until it expires. */
  settle(result: GatewayResult<Answer>, followed: Followed): Promise<Settlement<Result>>
}

/** The end of a payment that was sent. */
export interface Settlement<Result> {
  readonly result: Result | Refused
  /** Whether the payment can no longer move money; an undecided one keeps its lock until the lock expires. */
  readonly isDecided: boolean
}

/**
 * Pays an order at most once: the only place that sends a payment. Under the order's lock it reads the order's state,
 * checks that it may be paid, sends one request, and settles by the order's status. When the answer is lost, the status
 * is read by the number, and the payment is never sent again.
 */
export async function payOnce<OrderReading extends { readonly current: OrderAttempt | undefined }, Answer, Result>(
  proxy: ProxyContext,
  payment: PaymentSteps<OrderReading, Answer, Result>,
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
  payment: PaymentSteps<OrderReading, Answer, Result>,
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
  proxy.paymentMeter?.settled(payment.method, meteredOf(result, isDecided, ready.isContinued))
  if (result instanceof Refused) throw result
  return result
}

/** The state and the identifier in a shopper's outcome, or of a merchant's order. */
function meteredOf(result: unknown, isDecided: boolean, isContinued = false): MeteredPayment {
  if (result instanceof Refused) return { state: isDecided ? 'error' : 'pending', isContinued }
  const { current, ...outcome } = result as { state: string; orderId?: string; current?: { orderId: string } }
  return { state: outcome.state, orderId: current?.orderId ?? outcome.orderId, isContinued }
}

/** Sends the payment; from then on the lock outlives its holder, until the payment is decided or the lock expires. */
async function send<Answer, Result>(
  proxy: ProxyContext,
  {
    orderNumber,
    registers,
    hasCallback,
  }: Pick<PaymentSteps<never, Answer, Result>, 'orderNumber' | 'registers' | 'hasCallback'>,
  { number, send }: ReadyPayment<Answer, Result>,
  lock: Lock,
): Promise<{ readonly result: GatewayResult<Answer>; readonly followed: Followed }> {
  const followed = hasCallback ? notFollowed : await proxy.followUps.begin(orderNumber, 'payment')
  lock.keep()
  const noteRegistered = registers ? beginRegistration(proxy, number) : undefined
  const result = await (registers ? noted(proxy, number, send) : send())
  if (result.kind === 'answered') await noteRegistered?.()
  return { result, followed }
}
