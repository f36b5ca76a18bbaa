import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import { AUTHENTICATION_LIFETIME } from '#contract/three-ds/time-limits.ts'
import type { Signer } from '../tickets/signatures.ts'

/** The 3-D Secure transaction of a payment, bound to its order and to the attempt at the gateway. */
export interface ThreeDsTransaction {
  readonly orderNumber: string
  readonly orderId: string
  readonly threeDSServerTransId: string
}

/** Signs a transaction, for the browser to send back. */
export const continuationOf = (signer: Signer, clock: Clock, transaction: ThreeDsTransaction): string =>
  signer.sign('continuation', [
    transaction.orderNumber,
    transaction.orderId,
    transaction.threeDSServerTransId,
    clock.now() + AUTHENTICATION_LIFETIME,
  ])

/**
 * The transaction in a continuation; throws `continuation_refused` when it belongs to another order, or to another
 * attempt than the given one, or is too old.
 */
export function transactionIn(
  signer: Signer,
  clock: Clock,
  continuation: string,
  { orderNumber, orderId }: Pick<ThreeDsTransaction, 'orderNumber'> & Partial<Pick<ThreeDsTransaction, 'orderId'>>,
): ThreeDsTransaction {
  const [number, id, transaction, until] = signer.open('continuation', continuation) ?? []
  if (number !== orderNumber || id !== (orderId ?? id) || !(Number(until) > clock.now()))
    throw new ProxyError('continuation_refused')
  return { orderNumber, orderId: String(id), threeDSServerTransId: String(transaction) }
}
