import type { Clock } from '#contract/ports.ts'

/** One message from one party to another, already masked. */
export interface Entry {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly from: Party
  readonly to: Party
  /** The operation or message, such as `paymentorder.do` or `AReq`. */
  readonly what: string
  /** The gateway's orderId or the merchant's orderNumber it is about. */
  readonly order?: string
  /** A few masked words: `challenge required`, `declined 116`. */
  readonly detail?: string
}

export type Party = 'browser' | 'wallet' | 'shop' | 'proxy' | 'gateway' | '3DS server' | 'ACS' | 'issuer'

/** Keeps the latest messages and passes them to watchers, for a timeline that people can watch. */
export interface Journal {
  note(entry: Omit<Entry, 'at'>): void
  entries(): readonly Entry[]
  /** Calls `seen` for each new entry until the returned function is called. */
  watch(seen: (entry: Entry) => void): () => void
}

const MAX_ENTRIES = 2000

/**
 * A journal that keeps the latest 2000 entries in memory.
 *
 * @example
 * ```ts
 * import { buildJournal, systemClock } from 'tender-checkout/server'
 *
 * const journal = buildJournal(systemClock) // the journal of buildProxy
 * const unwatch = journal.watch(({ from, to, what }) => console.log(`${from} → ${to}: ${what}`))
 * journal.note({ from: 'shop', to: 'proxy', what: 'order', order: 'A-17' }) // prints "shop → proxy: order"
 * unwatch()
 * ```
 */
export function buildJournal(clock: Clock): Journal {
  const kept: Entry[] = []
  const watchers = new Set<(entry: Entry) => void>()
  return {
    note(message) {
      const entry = { at: clock.now(), ...message }
      kept.push(entry)
      if (kept.length > MAX_ENTRIES) kept.shift()
      for (const seen of watchers) seen(entry)
    },
    entries: () => kept,
    watch(seen) {
      watchers.add(seen)
      return () => watchers.delete(seen)
    },
  }
}

/** A journal that keeps nothing, for production. */
export const silent: Journal = { note: () => {}, entries: () => [], watch: () => () => {} }
