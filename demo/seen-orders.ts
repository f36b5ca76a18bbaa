const MAX_ORDERS = 12

/** The order numbers that the shop's pages have shown last, the latest first. */
export interface SeenOrders {
  see(orderNumber: string): void
  latest(): readonly string[]
}

export function seenOrders(): SeenOrders {
  let seen: readonly string[] = []
  return {
    see(orderNumber) {
      seen = [orderNumber, ...seen.filter((one) => one !== orderNumber)].slice(0, MAX_ORDERS)
    },
    latest: () => seen,
  }
}
