import type { PaymentBlockerName } from '#contract/payment-blockers.ts'

/** How an order is paid, as the metrics distinguish payments. */
export const paymentMethods = [
  'card',
  'stored_card',
  'apple_pay',
  'google_pay',
  'moto',
  'charge',
  'recurrent',
  'wallet_charge',
] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** Counts payments; absent where there are no metrics. */
export interface PaymentMeter {
  /** Called once per payment that was sent, with its result: a shopper's outcome, or a merchant's order. */
  settled(method: PaymentMethod, payment: MeteredPayment): void
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
