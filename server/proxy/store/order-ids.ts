import { LimitedMap } from './limited-map.ts'

/** The gateway's orderId of a number, where an order cannot be read by its number. Each method rejects where it fails. */
export interface OrderIds {
  /** `undefined` for a number that was never sent, and `''` for one that was sent and whose orderId is not known. */
  read(number: string): Promise<string | undefined>
  /** Notes that a number is about to be sent; a known orderId stays. */
  begin(number: string): Promise<void>
  note(number: string, orderId: string): Promise<void>
  /** Forgets a number that was not registered; a known orderId stays. */
  forget(number: string): Promise<void>
}

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
  const [known, remembered] = [new LimitedMap<string, string>(most), new LimitedMap<string, string>(most)]
  const ids: KnownOrderIds = {
    remember: (number, orderId) => void remembered.set(number, orderId),
    identify: async (number) => remembered.get(number) ?? ids.read(number),
    async read(number) {
      const own = known.get(number)
      if (own || !shared) return own
      const read = await shared.read(number)
      if (read) known.set(number, read)
      return read ?? own
    },
    async begin(number) {
      if (!known.has(number)) known.set(number, '')
      await shared?.begin(number)
    },
    async note(number, orderId) {
      known.set(number, orderId)
      await shared?.note(number, orderId)
    },
    async forget(number) {
      if (known.get(number) === '') known.delete(number)
      await shared?.forget(number)
    },
  }
  return ids
}
