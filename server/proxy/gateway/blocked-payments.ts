import { blockerSentence, type PaymentBlockerName } from '#server-contract/payment-blockers.ts'
import type { Line } from '../http/log.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** Where it happened, and a clause about this case. */
type Place = Pick<Line, 'op' | 'order' | 'state'> & { readonly detail?: string | undefined }

/** Logs at `error` why an order cannot be paid, and what an operator has to do, and counts it. */
export function reportBlocked(
  { log, paymentMeter }: Pick<ProxyContext, 'log' | 'paymentMeter'>,
  name: PaymentBlockerName,
  { detail, ...place }: Place,
): void {
  log.error({ ...place, code: name, message: blockerSentence(name, detail) })
  paymentMeter?.blocked(name)
}
