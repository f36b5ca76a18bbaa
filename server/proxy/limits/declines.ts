import type { Clock, Random } from '#contract/ports.ts'
import { WINDOW } from './limits.ts'
import type { Tallies } from './tallies.ts'
import { crowded } from './too-many.ts'

/** Declines of one address, with what is under way from it and may be declined yet. */
export interface Declines {
  /** Whether the address has no decline left. */
  isReached(address: string): Promise<boolean>
  /** Takes a place under the limit, as soon as there is one; `undefined` when the limit is reached. */
  enter(address: string): Promise<Place | undefined>
  note(address: string, orderId: string): Promise<void>
}

/** A try under way. */
export interface Place {
  leave(): Promise<void>
}

/** Milliseconds for which a place counts whose process has ended; longer than a payment takes. */
const LONGEST = 120_000

/** How long a try waits for a place, and between two looks, in milliseconds. */
const PATIENCE = 5000
const PAUSE = 100

interface DeclineParts {
  readonly clock: Clock
  readonly random: Random
  readonly tallies: Tallies
}

export function buildDeclines({ clock, random, tallies }: DeclineParts, limit: number): Declines {
  const isReached = async (address: string): Promise<boolean> => (await tallies.count(declined(address))) >= limit
  /** How many places there are is not known before one is taken, so that two never take the last. */
  const placed = async (address: string): Promise<Place | 'full' | 'reached'> => {
    const [key, name] = [underWay(address), random.uuid()]
    const leave = async (): Promise<void> => void (await tallies.remove(key, name))
    const others = (await tallies.add(key, name, LONGEST)) - 1
    const count = await tallies.count(declined(address))
    if (others + count < limit) return { leave }
    await leave()
    return count < limit ? 'full' : 'reached'
  }
  return {
    isReached,
    async enter(address) {
      const latest = clock.now() + PATIENCE
      for (;;) {
        const place = await placed(address)
        if (place === 'reached') return undefined
        if (place !== 'full') return place
        if (clock.now() >= latest) throw crowded()
        await clock.sleep(PAUSE)
      }
    },
    note: async (address, orderId) => void (await tallies.add(declined(address), orderId, WINDOW)),
  }
}

const declined = (address: string): string => `declined from ${address}`
const underWay = (address: string): string => `under way from ${address}`

export const anyDeclines: Declines = {
  isReached: async () => false,
  enter: async () => ({ leave: async () => {} }),
  note: async () => {},
}
