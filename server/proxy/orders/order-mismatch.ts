import { Refused } from '#contract/refusal-codes.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { OrderAttempt } from './attempts.ts'
import { meaningOfStatus } from './order-state.ts'
import { termsOf } from './order-terms.ts'
import { differenceIn, type Sum } from './sums.ts'

type Reporting = Pick<ProxyContext, 'log' | 'paymentMeter'>

/** The refusal of an attempt that has not the sum that is due, which is reported; `undefined` where it has. */
export function mismatchIn(proxy: Reporting, { number, status }: OrderAttempt, due: Sum): Refused | undefined {
  const difference = differenceIn(status, due)
  if (!difference) return undefined
  const { state } = meaningOfStatus(status)
  const detail =
    difference === 'currency' ? `the currency is ${codeOf(status.currency)}, not ${due.currency}` : 'the amount differs'
  reportBlocked(proxy, 'order_mismatch', { order: number, state, detail })
  return new Refused('order_mismatch')
}

/** Text of the gateway's is logged only where it is what it ought to be. */
const codeOf = (currency = ''): string => (/^\d{3}$/.test(currency) ? currency : 'no number of three digits')

/**
 * The sum that an attempt was registered with, as the gateway returns our signed terms, or as this process has
 * registered it; `undefined` where neither is known.
 */
export const registeredSum = (
  proxy: Pick<ProxyContext, 'config' | 'signer' | 'registered'>,
  attempt: OrderAttempt,
  orderNumber: string,
): Sum | undefined => termsOf(proxy, attempt, orderNumber) ?? proxy.registered.get(attempt.number)?.sum
