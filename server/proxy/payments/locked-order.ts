import { Refused } from '#contract/refusal-codes.ts'
import type { Order } from '#contract/merchant/merchant.ts'
import { stateOf } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { LiveCode } from '../locks/code-memory.ts'
import { isCancelled } from '../locks/cancelled-numbers.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import { runOnce } from '../locks/idempotency.ts'
import { whileRegistering } from '../locks/registering.ts'
import { beginRegistration, readAttempts, type OrderAttempt } from '../orders/attempts.ts'
import type { Sum } from '../orders/sums.ts'
import { noted } from '../orders/read-status.ts'
import { isOlderThanMemory, type ReadingContext } from '../orders/order-reading.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { notFollowed } from '../webhooks/follow-ups.ts'
import type { PaymentMethod } from './payment-meter.ts'

/** What a payment is made with. */
export type LockedOrderContext = ReadingContext & Pick<ProxyContext, 'random' | 'followUps' | 'paymentMeter'>

/** The order that a request pays. */
export interface OrderToPay {
  readonly orderNumber: string
  /** ID of the shopper's request, which is then carried out once. */
  readonly requestId?: string
  /**
   * Whether the payment registers the order's next number: its lock is held too, and the attempts so far decide nothing
   * meanwhile.
   */
  readonly paysNextNumber?: boolean
  /** The longest time in milliseconds for which the payment may hold the lock, see {@link LockedOrder.hold}. */
  readonly holdsAtMost?: number
}

/** An order as read under its lock. */
export interface LockedReading {
  readonly attempts: readonly OrderAttempt[]
  /** The last attempt. */
  readonly current: OrderAttempt | undefined
  /** Whether an earlier payment, whose lock is lost, may still charge the current attempt: then nothing is sent. */
  readonly mayBeInProgress: boolean
  /** Whether the merchant has cancelled the order: then nothing is sent. */
  readonly isCancelled: boolean
}

/** The payment that is sent. */
export interface Payment {
  /** The gateway's name of the operation, for the log. */
  readonly op: string
  /** How it is paid, for the metrics. */
  readonly method: PaymentMethod
  /** The number of the attempt that it pays. */
  readonly number: string
  /** The sum that the request to the gateway registers that number with; `false` where it is registered already. */
  readonly registers: Sum | false
  /** Whether the gateway has an address for its callbacks about the order; without one the order is followed. */
  readonly hasCallback: boolean
  /** The 3-D Secure transaction, where it is the second call of a payment. */
  readonly transaction?: string | undefined
}

/** The end of a payment that was sent. */
export interface Settlement<Result> {
  readonly result: Result | Refused
  /** Whether the payment can no longer move money; an undecided one keeps its lock until the lock expires. */
  readonly isDecided: boolean
  /** The gateway's identifier of the attempt that was paid, where it is known. */
  readonly orderId?: string | undefined
  /** The order of which the merchant is notified where it is followed. */
  readonly order?: Order
}

/** An order whose lock is held. Each method may reject; after `sendOnce` the lock then stays until it expires. */
export interface LockedOrder {
  /** Reads the order's attempts. */
  read(): Promise<LockedReading>
  /**
   * Sends the payment; from then on the lock outlives its holder, until the payment is settled as decided or the lock
   * expires. Throws when a payment was sent already, and when the last reading does not allow one.
   */
  sendOnce<Answer>(payment: Payment, send: () => Promise<GatewayResult<Answer>>): Promise<GatewayResult<Answer>>
  /** Holds the lock for that many milliseconds, also after the request, for a code that may pay the order meanwhile. */
  hold(code: Omit<LiveCode, 'nonce'>, ms: number): Promise<LiveCode>
  /** Frees the lock of a decided payment, reports the payment once, and returns its result, or throws its refusal. */
  settle<Result extends { readonly state: string }>(settlement: Settlement<Result>): Result
}

/**
 * Runs `pay` while holding the order's lock: the only place that sends a payment. `undefined` while another request
 * holds the lock, and where the same request was carried out already.
 */
export function withLockedOrder<Result>(
  proxy: LockedOrderContext,
  { orderNumber, requestId, paysNextNumber = false, holdsAtMost }: OrderToPay,
  pay: (order: LockedOrder) => Promise<Result>,
): Promise<Result | undefined> {
  const underLock = paysNextNumber ? whileRegistering : withLock
  const act = (lock: Lock): Promise<Result> => pay(lockedOrder(proxy, orderNumber, lock))
  const once = requestId === undefined ? act : runOnce(proxy, { orderNumber, requestId }, act)
  return underLock(proxy, orderNumber, once, holdsAtMost)
}

function lockedOrder(proxy: LockedOrderContext, orderNumber: string, lock: Lock): LockedOrder {
  let maySend = false
  let sent: Payment | undefined
  let followed = notFollowed
  return {
    async read() {
      const attempts = await readAttempts(proxy, orderNumber)
      const current = attempts.at(-1)
      const mayBeInProgress = await isOlderThanMemory(proxy, current)
      const wasCancelled = await isCancelled(proxy, orderNumber)
      maySend = !mayBeInProgress && !wasCancelled
      return { attempts, current, mayBeInProgress, isCancelled: wasCancelled }
    },
    async sendOnce(payment, send) {
      if (sent) throw new Error('a payment of this order was sent already')
      if (!maySend)
        throw new Error('a payment is sent only after the order was read, unless it is cancelled or may be in progress')
      sent = payment
      if (!payment.hasCallback) followed = await proxy.followUps.begin(orderNumber, 'payment')
      lock.keep()
      if (!payment.registers) return send()
      const noteRegistered = beginRegistration(proxy, payment.number, payment.registers)
      const answer = await noted(proxy, payment.number, send)
      if (answer.kind === 'answered') await noteRegistered()
      return answer
    },
    hold: (code, ms) => lock.hold(code, ms),
    settle({ result, isDecided, orderId, order }) {
      if (!sent) throw new Error('no payment of this order was sent')
      if (isDecided) lock.free()
      if (order) followed.settle(order)
      const state = result instanceof Refused ? (isDecided ? 'error' : 'pending') : stateOf(result)
      proxy.paymentMeter?.settled(sent.method, { state, orderId, isContinued: sent.transaction !== undefined })
      if (result instanceof Refused) throw result
      return result
    },
  }
}
