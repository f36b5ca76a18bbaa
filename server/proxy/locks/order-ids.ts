import type { OrderIds } from './lock-store.ts'

/** Numbers that are remembered by one process. */
const MAX_ORDER_IDS = 100_000

export interface KnownOrderIds extends OrderIds {
  /** Keeps the orderId of a number that can be read by the number, in this process alone. */
  remember(number: string, orderId: string): void
  /** The orderId of a number, noted or remembered. */
  identify(number: string): Promise<string | undefined>
}

/**
 * The orderIds that this process knows, in front of those that `shared` knows, if any: one that was noted here is never
 * asked for again.
 */
export function knownOrderIds(shared?: OrderIds, most = MAX_ORDER_IDS): KnownOrderIds {
  const [known, remembered] = [new Map<string, string>(), new Map<string, string>()]
  const remember = (number: string, orderId: string, ids = known): void => {
    ids.set(number, orderId)
    if (ids.size > most) ids.delete(ids.keys().next().value!)
  }
  const ids: KnownOrderIds = {
    remember: (number, orderId) => remember(number, orderId, remembered),
    identify: async (number) => remembered.get(number) ?? ids.read(number),
    async read(number) {
      const own = known.get(number)
      if (own || !shared) return own
      const read = await shared.read(number)
      if (read) remember(number, read)
      return read ?? own
    },
    async begin(number) {
      if (!known.has(number)) remember(number, '')
      await shared?.begin(number)
    },
    async note(number, orderId) {
      remember(number, orderId)
      await shared?.note(number, orderId)
    },
    async forget(number) {
      if (known.get(number) === '') known.delete(number)
      await shared?.forget(number)
    },
  }
  return ids
}
