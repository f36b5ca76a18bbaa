import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { stateOf } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { LiveCode } from '../store/code-memory.ts'
import { isCancelled } from '../locks/cancelled-numbers.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import { runOnce } from '../locks/idempotency.ts'
import { whileRegistering } from '../locks/registering.ts'
import { beginRegistration, sendAndNoteId } from '../orders/register-number.ts'
import { readAttempts } from '../orders/read/attempts.ts'
import type { OrderAttempt } from '../orders/attempts.ts'
import type { Sum } from '../orders/sums.ts'
import { lostLockMayStillPay } from '../orders/lost-locks.ts'
import type { ReadingContext } from '../orders/read/facts.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { notFollowed } from '../webhooks/order-follower.ts'
import type { PaymentMethod } from './payment-meter.ts'

/** What a payment is made with. */
export type LockedOrderContext = ReadingContext & Pick<ProxyContext, 'random' | 'follower' | 'paymentMeter'>

/** The order that a request pays, and what is answered in place of a payment. */
export interface OrderToPay<Result> {
  readonly orderNumber: string
  /** ID of the shopper's request, which is then carried out once. */
  readonly requestId?: string | undefined
  /**
   * Whether the payment registers the order's next number: its lock is held too, and the attempts so far decide nothing
   * meanwhile.
   */
  readonly paysNextNumber?: boolean
  /** The longest time in milliseconds for which the payment may hold the lock, see {@link LockedOrder.hold}. */
  readonly holdsAtMost?: number | undefined
  /** The answer where the order's attempts allow no payment; `undefined` where they do. A cancelled order allows none. */
  unpayable(attempts: readonly OrderAttempt[], known: OrderFacts): Result | undefined
  /** The answer while a lost lock may still pay an order that could be paid otherwise. */
  pending(attempts: readonly OrderAttempt[]): Result
}

/** What is known of a locked order beside its attempts. */
export interface OrderFacts {
  /** Whether the merchant has cancelled the order. */
  readonly isCancelled: boolean
  /** Whether an earlier payment, whose lock was lost, may still pay the current attempt. */
  readonly lostLockMayStillPay: boolean
}

/** An order as read under its lock: it may be paid, or its outcome is answered and nothing is sent. */
export type LockedReading<Result> = PayableReading | { readonly payable: false; readonly outcome: Result }

export interface PayableReading {
  readonly payable: true
  readonly attempts: readonly OrderAttempt[]
  /** The last attempt. */
  readonly current: OrderAttempt | undefined
}

/**
 * Why nothing was done for a request: another one holds the order's lock, the same request was carried out already, or
 * the shopper's page has withdrawn it.
 */
export type NotPaid = 'busy' | 'done' | 'withdrawn'

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
export interface Conclusion<Result> {
  readonly result: Result | ProxyError
  /** Whether the payment can no longer move money; an undecided one keeps its lock until the lock expires. */
  readonly isDecided: boolean
  /** The gateway's identifier of the attempt that was paid, where it is known. */
  readonly orderId?: string | undefined
  /** The order of which the merchant is notified where it is followed. */
  readonly order?: Order
}

/** An order whose lock is held. Each method may reject; after `sendOnce` the lock then stays until it expires. */
export interface LockedOrder<Result> {
  /** Reads the order's attempts, and whether a payment may be sent. */
  read(): Promise<LockedReading<Result>>
  /**
   * Sends the payment; from then on the lock outlives its holder, until the payment is finished as decided or the lock
   * expires. Throws when a payment was sent already, and unless the last reading was payable.
   */
  sendOnce<Answer>(payment: Payment, send: () => Promise<GatewayResult<Answer>>): Promise<GatewayResult<Answer>>
  /**
   * Lets the lock last for so many milliseconds while a code may be paid, at most the order's `holdsAtMost`, and
   * remembers the code.
   */
  hold(code: Omit<LiveCode, 'nonce'>, ms: number): Promise<LiveCode>
  /** Frees the lock of a decided payment, counts the payment, and returns its result or throws it. */
  finish(conclusion: Conclusion<Result>): Result
}

/** Runs `pay` while holding the order's lock: the only place that sends a payment. */
export async function withLockedOrder<Result extends { readonly state: string }>(
  proxy: LockedOrderContext,
  order: OrderToPay<Result>,
  pay: (order: LockedOrder<Result>) => Promise<Result>,
): Promise<Result | NotPaid> {
  const { orderNumber, requestId, paysNextNumber = false, holdsAtMost } = order
  const underLock = paysNextNumber ? whileRegistering : withLock
  const act = (lock: Lock): Promise<Result> => pay(lockedOrder(proxy, order, lock))
  const once = requestId === undefined ? act : runOnce(proxy, { orderNumber, requestId }, act)
  return (await underLock<Result | NotPaid>(proxy, orderNumber, once, holdsAtMost)) ?? 'busy'
}

function lockedOrder<Result extends { readonly state: string }>(
  proxy: LockedOrderContext,
  { orderNumber, unpayable, pending }: OrderToPay<Result>,
  lock: Lock,
): LockedOrder<Result> {
  let isPayable = false
  let sent: Payment | undefined
  let followed = notFollowed
  return {
    async read() {
      isPayable = false
      const attempts = await readAttempts(proxy, orderNumber)
      const current = attempts.at(-1)
      const known = {
        lostLockMayStillPay: await lostLockMayStillPay(proxy, current),
        isCancelled: await isCancelled(proxy, orderNumber),
      }
      const outcome = unpayable(attempts, known) ?? (known.lostLockMayStillPay ? pending(attempts) : undefined)
      if (outcome) return { payable: false, outcome }
      isPayable = !known.isCancelled
      return { payable: true, attempts, current }
    },
    async sendOnce(payment, send) {
      if (sent) throw new Error('a payment of this order was sent already')
      if (!isPayable) throw new Error('a payment is sent only after the order was read as payable')
      sent = payment
      if (!payment.hasCallback) followed = await proxy.follower.begin(orderNumber, 'payment')
      lock.keep()
      if (!payment.registers) return send()
      const noteRegistered = beginRegistration(proxy, payment.number, payment.registers)
      const answer = await sendAndNoteId(proxy, payment.number, send)
      if (answer.kind === 'answered') await noteRegistered()
      return answer
    },
    hold: (code, ms) => lock.hold(code, ms),
    finish({ result, isDecided, orderId, order }) {
      if (!sent) throw new Error('no payment of this order was sent')
      if (isDecided) lock.free()
      if (order) followed.stop(order)
      const state = result instanceof ProxyError ? (isDecided ? 'error' : 'pending') : stateOf(result)
      proxy.paymentMeter?.count(sent.method, { state, orderId, isContinued: sent.transaction !== undefined })
      if (result instanceof ProxyError) throw result
      return result
    },
  }
}
