import type { Store } from '#sandbox/store/store.ts'

/** The UUIDs of sealed cards that have paid and name no order; one that names its order cannot pay another. */
export interface SpentSeals {
  /** Whether another order was paid with it. */
  has(uuid: string, orderId: string): boolean
  add(uuid: string, orderId: string): void
}

export function buildSpentSeals(store: Store): SpentSeals {
  const spent = store.table<{ readonly orderId: string }>('gateway-spent-seals')
  return {
    has: (uuid, orderId) => (spent.get(uuid.toLowerCase())?.orderId ?? orderId) !== orderId,
    add: (uuid, orderId) => spent.put(uuid.toLowerCase(), { orderId }),
  }
}
