import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { memoryCodes, type CodeMemory, type LiveCode } from '../store/code-memory.ts'
import type { OrderIds } from '../store/order-ids.ts'
import type { RefundMemory } from '../store/refund-memory.ts'

/**
 * One lock per order before money can move. `take` is atomic; a lock ends when its holder releases it or it expires.
 * A store that cannot be reached rejects soon, and then nothing is sent.
 */
export interface LockStore {
  take(key: string, nonce: string, lockTtlMs: number): Promise<boolean>
  /** Ends the lock if `nonce` still holds it. */
  release(key: string, nonce: string): Promise<void>
  isTaken(key: string): Promise<boolean>
  /** Rejects within a second or so where no lock could be taken now; absent where one always can. */
  check?(): Promise<void>
  /**
   * Milliseconds since the store was last empty, as the last `take` or `isTaken` found it: a shared store may lose its
   * data at any time. Absent where no lock can ever be lost.
   */
  remembersFor?(): number
  /** Records which numbers were registered, in a store that other processes share; absent where there are no others. */
  readonly registrations?: Registrations
  /** The orderIds that were noted, in a store that outlives the process; absent where each remembers its own. */
  readonly orderIds?: OrderIds
  /** The refunds that were sent, in a store that outlives the process; absent where each remembers its own. */
  readonly refunds?: RefundMemory
  /**
   * The codes that may still be paid, whose locks last as long as they. Absent, each process remembers its own, and the
   * lock of an order that a code may pay is taken for the longest time from the start.
   */
  readonly codes?: CodeMemory
}

/**
 * The numbers that were registered since the store was last empty. A record is valid only while the store has kept
 * every lock since.
 */
export interface Registrations {
  /**
   * Records for `keepMs` that a number was registered less than `agoMs` ago (milliseconds), unless the store was
   * emptied since.
   */
  note(number: string, agoMs: number, keepMs: number): Promise<void>
  /** Whether the store has such a record, and has kept all locks since it was written. */
  isNoted(number: string): Promise<boolean>
}

/**
 * Locks of a single process; they end with it.
 *
 * @example
 * ```ts
 * import { memoryLocks, systemClock } from 'tender-checkout/server'
 *
 * const locks = memoryLocks(systemClock)
 * await locks.take('A-17', 'first', 75_000) // true
 * await locks.take('A-17', 'second', 75_000) // false: the first has it
 * await locks.release('A-17', 'first')
 * await locks.isTaken('A-17') // false
 * ```
 */
export function memoryLocks(clock: Clock): LockStore {
  const begun = monotonicNow(clock)
  const held = new Map<string, { readonly nonce: string; readonly until: number }>()
  const isHeld = (key: string): boolean => (held.get(key)?.until ?? -Infinity) > monotonicNow(clock)
  let sweptAt = begun
  function removeExpired(): void {
    const now = monotonicNow(clock)
    if (now - sweptAt < SWEEP_INTERVAL) return
    for (const [key, { until }] of held) if (until <= now) held.delete(key)
    sweptAt = now
  }
  return {
    remembersFor: () => monotonicNow(clock) - begun,
    async take(key, nonce, lockTtlMs) {
      if (isHeld(key)) return false
      removeExpired()
      held.set(key, { nonce, until: monotonicNow(clock) + lockTtlMs })
      return true
    },
    async release(key, nonce) {
      if (held.get(key)?.nonce === nonce) held.delete(key)
    },
    isTaken: async (key) => isHeld(key),
    codes: memoryCodes(clock, (key, nonce, ms) => {
      if (!isHeld(key) || held.get(key)!.nonce !== nonce) return false
      held.set(key, { nonce, until: monotonicNow(clock) + ms })
      return true
    }),
  }
}

/** Milliseconds between two searches for locks that have expired: each looks at all locks. */
const SWEEP_INTERVAL = 10_000

/** What the holder of a lock does with it. */
export interface Lock {
  /**
   * Called before a request is sent: the lock then outlives its holder, until it expires. Throws `busy` when getting
   * ready took so long that the request could outlive the lock.
   */
  keep(): void
  /** Called when the payment is decided: no money can move any more, so the lock may be released. */
  free(): void
  /**
   * Remembers the code that may pay the order, and lets the lock last as long: `ms` milliseconds from now, at most the
   * longest time that it was taken with. Throws `busy` when that fails.
   */
  hold(code: Omit<LiveCode, 'nonce'>, ms: number): Promise<LiveCode>
}

export interface LockContext {
  readonly locks: LockStore
  /** Those of the store, or this process's own. */
  readonly codes: CodeMemory
  readonly clock: Clock
  readonly random: Random
  readonly config: { readonly lockTtlMs: number; readonly gateway: { readonly timeoutMs: number } }
}

/**
 * Runs `act` while holding the order's lock, released at the end unless kept; `undefined` when the lock is taken.
 * `longestMs` is the longest time for which `act` may hold it. Throws `busy` when the store fails.
 */
export async function withLock<T>(
  context: LockContext,
  key: string,
  act: (lock: Lock) => Promise<T>,
  longestMs = context.config.lockTtlMs,
): Promise<T | undefined> {
  const { locks, codes, clock, random, config } = context
  const nonce = random.uuid()
  const [ready, since] = [timeToGetReady(config), stopwatch(clock)]
  const lockTtlMs = locks.codes ? config.lockTtlMs : longestMs
  if (!(await locks.take(key, nonce, lockTtlMs).catch(storeDown))) return undefined
  let isFree = true
  try {
    return await act({
      keep() {
        if (since() > ready) throw new ProxyError('busy', 'Getting ready took too long; nothing was sent. Try again.')
        isFree = false
      },
      free: () => (isFree = true),
      async hold(given, ms) {
        const code = { ...given, nonce }
        if (!(await codes.write(key, code, ms).catch(storeDown))) storeDown()
        return code
      },
    })
  } finally {
    if (isFree) await locks.release(key, nonce).catch(() => {}) // an unreleased lock expires
  }
}

/**
 * Milliseconds for getting ready to pay. The time to live begins with the lock, not with the request, so half of what
 * exceeds the gateway's timeout is left to the gateway.
 */
export const timeToGetReady = ({ lockTtlMs, gateway }: LockContext['config']): number =>
  (lockTtlMs - gateway.timeoutMs) / 2

/** Takes a lock for its time to live; throws `busy` when the store fails. */
export const take = (
  { locks, config }: Pick<LockContext, 'locks' | 'config'>,
  key: string,
  nonce: string,
): Promise<boolean> => locks.take(key, nonce, config.lockTtlMs).catch(storeDown)

/** Whether a lock is held; throws `busy` when that cannot be read. */
export const isHeld = ({ locks }: { readonly locks: LockStore }, key: string): Promise<boolean> =>
  locks.isTaken(key).catch(storeDown)

/** Whether the number was registered since the shared store was last empty; throws `busy` when that cannot be read. */
export const isNoted = async ({ locks }: { readonly locks: LockStore }, number: string): Promise<boolean> =>
  (await locks.registrations?.isNoted(number).catch(storeDown)) ?? false

/** Throws `busy`: what the store has cannot be known. */
export function storeDown(): never {
  throw new ProxyError('busy', 'The locks cannot be read; nothing was sent. Try again.')
}
