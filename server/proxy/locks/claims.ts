import { Refused } from '#contract/faults.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'

/**
 * One claim per order before money can move. `take` is atomic; a claim ends when its holder releases it or its fence is over.
 * A store that cannot be reached rejects soon, and then nothing is sent.
 */
export interface Claims {
  take(key: string, nonce: string, fenceMs: number): Promise<boolean>
  /** Ends the claim if `nonce` still holds it. */
  release(key: string, nonce: string): Promise<void>
  isTaken(key: string): Promise<boolean>
  /** Rejects within a second or so where no claim could be taken now; absent where one always can. */
  check?(): Promise<void>
  /**
   * Milliseconds since the memory began empty, as the last `take` or `isTaken` found it: a store that others share may
   * lose what it was told at any time. Absent where no claim can ever be lost.
   */
  remembersFor?(): number
  /** Notes which numbers were registered, in a memory that other processes share; absent where nobody else registers any. */
  readonly registrations?: Registrations
}

/** Which numbers were registered since the memory began. It holds a note only as long as it holds every claim since. */
export interface Registrations {
  /** Notes that a number was registered less than `agoMs` ago, unless the memory began meanwhile. */
  note(number: string, agoMs: number, keepMs: number): Promise<void>
  /** Whether the memory holds such a note, and held all claims since it was written. */
  isNoted(number: string): Promise<boolean>
}

interface Held {
  readonly nonce: string
  readonly until: number
}

/** Milliseconds; claims that end within one step are forgotten together. */
const STEP = 1000

const stepOf = (moment: number): number => Math.floor(moment / STEP)

/** Claims of a single process; they end with it. */
export function memoryClaims(clock: Clock, held = new Map<string, Held>()): Claims {
  const isLive = (key: string): boolean => (held.get(key)?.until ?? -Infinity) > steadyOf(clock)
  /** Keys by the step in which their claims end, since not all have one fence. */
  const ending = new Map<number, Set<string>>()
  const begun = steadyOf(clock)
  let swept = stepOf(begun)
  const sweep = (): void => {
    for (const now = stepOf(steadyOf(clock)); swept < now; swept++) {
      for (const key of ending.get(swept) ?? []) if (!isLive(key)) held.delete(key)
      ending.delete(swept)
    }
  }
  const keep = (key: string, claim: Held): void => {
    const step = stepOf(claim.until)
    const keys = ending.get(step) ?? new Set()
    ending.set(step, keys.add(key))
    held.set(key, claim)
  }
  return {
    remembersFor: () => steadyOf(clock) - begun,
    async take(key, nonce, fenceMs) {
      if (isLive(key)) return false
      sweep()
      keep(key, { nonce, until: steadyOf(clock) + fenceMs })
      return true
    },
    async release(key, nonce) {
      const claim = held.get(key)
      if (claim?.nonce !== nonce) return
      held.delete(key)
      ending.get(stepOf(claim.until))?.delete(key)
    },
    isTaken: async (key) => isLive(key),
  }
}

/** What the holder of a claim says about it. */
export interface Hold {
  /**
   * From here on a request may be under way: the claim outlives its holder, until the fence is over. Throws `busy` when
   * getting ready took so long that the request could outlive the claim.
   */
  keep(): void
  /** It is decided: nothing can move money any more. */
  free(): void
}

interface ClaimParts {
  readonly claims: Claims
  readonly clock: Clock
  readonly random: Random
  readonly config: { readonly fenceMs: number; readonly gateway: { readonly timeoutMs: number } }
}

/** Acts while holding the order's claim, released at the end unless kept; `undefined` when somebody else holds it. */
export async function underClaim<T>(
  parts: ClaimParts,
  key: string,
  act: (hold: Hold) => Promise<T>,
): Promise<T | undefined> {
  const { claims, clock, random, config } = parts
  const nonce = random.uuid()
  const [ready, begun, steady] = [timeToGetReady(config), clock.now(), steadyOf(clock)]
  if (!(await claims.take(key, nonce, config.fenceMs).catch(storeDown))) return undefined
  let isFree = true
  try {
    return await act({
      keep() {
        // A steady clock may stand still while the machine is suspended, and the other one may be put back.
        if (steadyOf(clock) - steady > ready || clock.now() - begun > ready)
          throw new Refused('busy', 'Getting ready took too long; nothing was sent. Try again.')
        isFree = false
      },
      free: () => (isFree = true),
    })
  } finally {
    if (isFree) await claims.release(key, nonce).catch(() => {}) // a claim that stays ends by its fence
  }
}

/** The fence begins with the claim, not with the request; half of what it has beyond one's limit is the gateway's. */
export const timeToGetReady = ({ fenceMs, gateway }: ClaimParts['config']): number => (fenceMs - gateway.timeoutMs) / 2

/** Takes a claim for a fence; throws `busy` when that cannot be done. */
export const take = (
  { claims, config }: Pick<ClaimParts, 'claims' | 'config'>,
  key: string,
  nonce: string,
): Promise<boolean> => claims.take(key, nonce, config.fenceMs).catch(storeDown)

/** Whether somebody holds a claim; throws `busy` when that cannot be read. */
export const isHeld = ({ claims }: { readonly claims: Claims }, key: string): Promise<boolean> =>
  claims.isTaken(key).catch(storeDown)

/** Whether the number was registered since the shared memory began; throws `busy` when that cannot be read. */
export const isNoted = async ({ claims }: { readonly claims: Claims }, number: string): Promise<boolean> =>
  (await claims.registrations?.isNoted(number).catch(storeDown)) ?? false

function storeDown(): never {
  throw new Refused('busy', 'The claims cannot be read; nothing was sent. Try again.')
}
