import type { Order } from '#contract/merchant/merchant.ts'

/** The newest version that was seen of the last `most` orders. */
export interface Newest {
  /** Whether nothing newer was seen of the order. */
  admits(order: Pick<Order, 'orderNumber' | 'version'>): boolean
}

export function newestOf(most: number): Newest {
  const kept = new Map<string, number>()
  return {
    admits({ orderNumber, version }) {
      const seen = kept.get(orderNumber) ?? 0
      if (version < seen) return false
      kept.delete(orderNumber)
      kept.set(orderNumber, version)
      if (kept.size > most) kept.delete(kept.keys().next().value!)
      return true
    },
  }
}
