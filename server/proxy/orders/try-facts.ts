import type { OrderState } from '#contract/gateway/orders.ts'
import type { OrderRefund, Try } from '#contract/merchant/merchant.ts'
import { currencyOf } from '#contract/money/currencies.ts'
import { refundedAmountOf } from './order-state.ts'
import { referenceIn } from './order-terms.ts'

/** What the gateway reports of an attempt beside its state (online gateway 2.1, 4.8), as the merchant reads it. */
export type TryFacts = Omit<Try, 'orderNumber' | 'orderId' | 'state' | 'amount' | 'reason' | 'code'>

/** The facts that the gateway reports; one that it does not report is absent. */
export function tryFactsOf(status: OrderState): TryFacts {
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
