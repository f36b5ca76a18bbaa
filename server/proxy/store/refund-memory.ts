import { LimitedMap } from './limited-map.ts'

/** A refund that was sent for an order. */
export interface SentRefund {
  /** The merchant's name of the refund; empty where it has none. */
  readonly refundId: string
  /** Minor units; absent where the rest was refunded of an order whose sums the gateway does not report. */
  readonly amount?: number
  /** The sum that was refunded before it was sent, in minor units; absent where the gateway does not report it. */
  readonly before?: number
  /** `sent`: no answer came yet; `lost`: none will come; `made`: the gateway has carried it out. */
  readonly state: 'sent' | 'lost' | 'made'
}

/**
 * The refunds that were sent, by the number of their order: a gateway's status without names of refunds does not show
 * which of them was carried out. Each method rejects where it fails.
 */
export interface RefundMemory {
  read(orderNumber: string): Promise<readonly SentRefund[]>
  write(orderNumber: string, refunds: readonly SentRefund[]): Promise<void>
}

/** Orders whose refunds are remembered by one process. */
const MAX_ORDERS = 100_000

/** The refunds that this process has sent; they are forgotten when it ends. */
export function memoryRefunds(most = MAX_ORDERS): RefundMemory {
  const known = new LimitedMap<string, readonly SentRefund[]>(most)
  return {
    read: async (orderNumber) => known.get(orderNumber) ?? [],
    async write(orderNumber, refunds) {
      if (refunds.length) known.set(orderNumber, refunds)
      else known.delete(orderNumber)
    },
  }
}
