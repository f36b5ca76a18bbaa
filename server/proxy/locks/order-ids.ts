import type { OrderIds } from './lock-store.ts'

/** Numbers that are remembered by one process. */
const MAX_ORDER_IDS = 100_000

/**
 * The orderIds that this process knows, in front of those that `shared` knows, if any: one that was noted here is never
 * asked for again.
 */
export function knownOrderIds(shared?: OrderIds, most = MAX_ORDER_IDS): OrderIds {
  const known = new Map<string, string>()
  const remember = (number: string, orderId: string): void => {
    known.set(number, orderId)
    if (known.size > most) known.delete(known.keys().next().value!)
  }
  return {
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
}
