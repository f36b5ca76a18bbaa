import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { Order, OrderRefund, Try } from '#server-contract/merchant/merchant.ts'
import { currencyOf } from '#contract/money/currencies.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { OrderAttempt } from './attempts.ts'
import { meaningOfStatus, refundedAmountOf } from './order-state.ts'
import { referenceIn } from './order-terms.ts'
import { versionOf } from './version.ts'

export const isOrderUnknown = (error: unknown): boolean => error instanceof ProxyError && error.code === 'order_unknown'

/** An order that was cancelled before the gateway had it: no try was made, and no amount is known. */
export function neverRegistered(orderNumber: string): Order {
  const current = { orderNumber, orderId: '', state: 'cancelled', reason: 'cancelled', amount: 0 } as const
  return { orderNumber, state: 'cancelled', current, tries: [], version: 1 }
}

/** The refusal while the order may be being paid, or while the answer to a payment of it is lost. */
export const inProgress = (): ProxyError =>
  new ProxyError('state_refused', 'A payment of this order may be under way; read it again in a minute.')

/** The order that the merchant sees, from its attempts; `pending` where the last one may be charged at any moment. */
export function orderOf(orderNumber: string, attempts: readonly OrderAttempt[], isPending = false): Order {
  const tries = attempts.map(tryOf)
  const last = tries.at(-1)!
  const current = isPending ? pending(last) : last
  const version = versionOf(tries)
  return { orderNumber, state: current.state, current, tries: [...tries.slice(0, -1), current], version }
}

const pending = ({ reason: _, code: __, ...facts }: Try): Try => ({ ...facts, state: 'pending' })

/** A try as the merchant sees it. */
export function tryOf({ number, orderId, status }: OrderAttempt): Try {
  const { amount } = status
  if (amount === undefined)
    throw new ProxyError('gateway_unreachable', 'The gateway does not return the amount of the order.')
  const { state, reason, code } = meaningOfStatus(status)
  return {
    orderNumber: number,
    orderId,
    state,
    ...(reason && { reason }),
    ...(code !== undefined && { code }),
    amount,
    ...attemptFactsOf(status),
  }
}

/** What the gateway reports of an attempt beside its state (online gateway 2.1, 4.8), as the merchant reads it. */
export type AttemptFacts = Omit<Try, 'orderNumber' | 'orderId' | 'state' | 'amount' | 'reason' | 'code'>

/** The facts that the gateway reports; one that it does not report is absent. */
export function attemptFactsOf(status: OrderState): AttemptFacts {
  const { currency, date, authDateTime, authRefNum, terminalId, bankInfo, bindingInfo, paymentWay, tii } = status
  const { maskedPan, pan, expiration, paymentSystem, approvalCode, secureAuthInfo } = status.cardAuthInfo ?? {}
  return defined({
    currency,
    currencyCode: currency === undefined ? undefined : currencyOf(currency)?.letters,
    ...amountsOf(status),
    refunds: refundsOf(status),
    maskedPan: maskedPan ?? pan,
    expiration,
    paymentSystem,
    approvalCode,
    authRefNum,
    authDateTime,
    eci: eciOf(secureAuthInfo?.eci),
    terminalId,
    bankName: bankInfo?.bankName,
    bankCountryCode: bankInfo?.bankCountryCode,
    bankCountryName: bankInfo?.bankCountryName,
    clientId: bindingInfo?.clientId,
    bindingId: bindingInfo?.bindingId,
    paymentWay,
    tii,
    date,
    reference: referenceIn(status),
  })
}

function amountsOf(status: OrderState) {
  const { amount, paymentAmountInfo: sums } = status
  const { approvedAmount, depositedAmount, totalAmount, paymentState } = sums ?? {}
  const fee = totalAmount === undefined || amount === undefined ? -1 : totalAmount - amount
  return {
    approvedAmount,
    depositedAmount,
    refundedAmount: refundedAmountOf(status) || sums?.refundedAmount,
    totalAmount,
    // A total below the amount says nothing about a fee.
    feeAmount: fee < 0 ? undefined : fee,
    paymentState,
  }
}

/** The refunds that were carried out; one with another actionCode than 0 (000) was refused. */
function refundsOf({ refunds = [] }: OrderState): OrderRefund[] | undefined {
  const made = refunds.flatMap(({ externalRefundId, amount, date, actionCode = '0' }) =>
    amount === undefined || Number(actionCode) !== 0
      ? []
      : [{ amount, ...defined({ refundId: externalRefundId, date }) }],
  )
  return made.length ? made : undefined
}

/** Two digits: the gateway sends a number, or text with or without the leading zero. */
export function eciOf(eci: string | number | undefined): string | undefined {
  const text = eci === undefined ? '' : String(eci).trim()
  return text === '' ? undefined : text.padStart(2, '0')
}

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

const defined = <T extends object>(facts: T): Defined<T> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Defined<T>
