import type { PaymentBlockerName } from '#server-contract/payment-blockers.ts'
import { kebabOf, offPageMethodNames, walletNames, type OtherMethodName } from '#contract/methods/methods.ts'

/** The label of a method beside the card in the metrics, such as `apple_pay`. */
export const metricOf = (method: OtherMethodName): string => kebabOf(method).replaceAll('-', '_')

/** How an order is paid, as the metrics distinguish payments. */
export const paymentMethods: readonly PaymentMethod[] = [
  'card',
  'stored_card',
  ...walletNames.map(metricOf),
  ...offPageMethodNames.map(metricOf),
  'moto',
  'charge',
  'recurrent',
  'wallet_charge',
]

/** One of {@link paymentMethods}. */
export type PaymentMethod = string

/** Counts payments; absent where there are no metrics. */
export interface PaymentMeter {
  /** Called once per payment that was sent, with its result: a shopper's outcome, or a merchant's order. */
  count(method: PaymentMethod, payment: MeteredPayment): void
  /** Called with the state of an attempt that was read; counts it where it decides a payment. */
  read(orderId: string, state: string): void
  /** Called when an order could not be paid for a cause that somebody has to mend. */
  blocked(cause: PaymentBlockerName): void
}

export interface MeteredPayment {
  /** Its state; `error` where the caller gets a refusal. */
  readonly state: string
  /** The gateway's identifier of the attempt, where it is known. */
  readonly orderId?: string | undefined
  /** Whether it is the second call of a payment, whose first one was counted as undecided. */
  readonly isContinued: boolean
}
