import type { Store } from '#sandbox/store/store.ts'

/** The order that a wallet's token has paid, by the id that no second payment may reuse. */
export interface WalletTokenTable {
  has(once: string): boolean
  get(once: string): string | undefined
  set(once: string, orderId: string): void
}

export function buildWalletTokenTable(store: Store): WalletTokenTable {
  const paid = store.table<{ readonly orderId: string }>('gateway-wallet-tokens')
  return {
    has: (once) => paid.get(once) !== undefined,
    get: (once) => paid.get(once)?.orderId,
    set: (once, orderId) => paid.put(once, { orderId }),
  }
}
