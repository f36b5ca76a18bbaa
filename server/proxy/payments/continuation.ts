import { Refused } from '#contract/faults.ts'
import type { Clock } from '#contract/ports.ts'
import type { Signer } from '../tickets/signatures.ts'

/** The 3-D Secure transaction of a payment, bound to its order and to the gateway's try of it. */
export interface Transaction {
  readonly orderNumber: string
  readonly orderId: string
  readonly threeDSServerTransId: string
}

/** Milliseconds in which a payment must be gone on with after the method step. */
const LIFE = 600_000

/** Packs a transaction for the browser to bring back. */
export const continuationOf = (signer: Signer, clock: Clock, transaction: Transaction): string =>
  signer.sign('continuation', [
    transaction.orderNumber,
    transaction.orderId,
    transaction.threeDSServerTransId,
    clock.now() + LIFE,
  ])

/**
 * The transaction in a continuation; throws `continuation_refused` when it is not of this order, or of another try than
 * the one that is named, or too old.
 */
export function transactionIn(
  signer: Signer,
  clock: Clock,
  continuation: string,
  { orderNumber, orderId }: Pick<Transaction, 'orderNumber'> & Partial<Pick<Transaction, 'orderId'>>,
): Transaction {
  const [number, id, transaction, until] = signer.open('continuation', continuation) ?? []
  if (number !== orderNumber || id !== (orderId ?? id) || !(Number(until) > clock.now()))
    throw new Refused('continuation_refused')
  return { orderNumber, orderId: String(id), threeDSServerTransId: String(transaction) }
}
