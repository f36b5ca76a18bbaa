import type { QrStatus } from '#server-contract/methods/sbp/fields.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import type { Store } from '#sandbox/store/store.ts'
import { seen } from '../../orders/order-lifecycle.ts'
import type { Order } from '../../orders/order.ts'

/** A code that pays an order by a bank's app; it lives as long as the order's session. */
export interface QrCode {
  readonly id: string
  readonly orderId: string
  readonly redirectUrl?: string
  readonly purpose?: string
  /** Whether the payer's account is to be stored, once it has paid. */
  readonly subscribes: boolean
  readonly takenBack?: true
  /** The bank whose app has accepted the payment, by its id. */
  readonly acceptedBy?: string
  /** What the payer has decided in the app. */
  readonly decision?: 'sent' | 'declined'
}

export interface CodeTable {
  byId(id: string): QrCode | undefined
  of(orderId: string): readonly QrCode[]
  keep(code: QrCode): QrCode
}

export function codeTable(store: Store): CodeTable {
  const codes = store.table<QrCode>('gateway-sbp-codes')
  const orders = indexBy(codes, ({ orderId }) => orderId)
  return {
    byId: (id) => codes.get(id),
    of: (orderId) => orders.of(orderId),
    keep(code) {
      codes.put(code.id, code)
      return code
    },
  }
}

/** Whether an order may still be paid, as far as is known. */
export const isOpen = ({ state }: Order): boolean => seen(state) === 'registered' || seen(state) === 'authenticating'

/** The attribute of an order that names the code which paid it (family). */
export const paidBy = (attributes: Order['attributes']): string | undefined => attributes?.['qrcId']

/** The status of a code, which follows from what has happened to it and to its order. */
export function statusOf({ id, takenBack, acceptedBy }: QrCode, order: Order): QrStatus {
  if (paidBy(order.attributes) === id) return 'ACCEPTED'
  if (takenBack) return 'REJECTED_BY_USER'
  if (!isOpen(order)) return 'REJECTED'
  return acceptedBy === undefined ? 'STARTED' : 'CONFIRMED'
}
