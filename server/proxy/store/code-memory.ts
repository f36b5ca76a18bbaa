import type { Clock } from '#contract/ports.ts'
import type { OffPageMethodName } from '#contract/methods/methods.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { LimitedMap } from './limited-map.ts'

/** What an order may still be paid by off the shop's page: a code, or the bank's page. Its lock is held meanwhile. */
export interface LiveCode {
  readonly method: OffPageMethodName
  /** The gateway's identifier of the code; of the bank's page, that of the order. */
  readonly id: string
  /** What the code holds; the signed address of a page; absent where a bank had accepted the payment already. */
  readonly payload?: string
  /** The gateway's identifier and the number of the attempt that it pays. */
  readonly orderId: string
  readonly number: string
  /** With which the order's lock is held. */
  readonly nonce: string
  /** When it ends, Unix milliseconds: then it is taken back. */
  readonly until: number
}

/** The codes that may still be paid, by the number of their order. Each method rejects where it fails. */
export interface CodeMemory {
  read(orderNumber: string): Promise<LiveCode | undefined>
  /**
   * Remembers the code for `keepMs` milliseconds, and lets the order's lock last as long, in one step: whoever finds the
   * lock later finds the code of it. `false`, and nothing is changed, where the code's nonce does not hold the lock.
   */
  write(orderNumber: string, code: LiveCode, keepMs: number): Promise<boolean>
  /** Forgets this code; another one of the order stays. */
  forget(orderNumber: string, code: LiveCode): Promise<void>
}

/** Codes that are remembered by one process. */
const MAX_CODES = 100_000

/** Lets the lock of an order that `nonce` holds last `ms` milliseconds from now; `false` where it does not hold it. */
type Hold = (orderNumber: string, nonce: string, ms: number) => boolean

/**
 * The codes that this process has got; they are forgotten when it ends. Where `hold` is absent, the locks last long
 * enough from the start.
 */
export function memoryCodes(clock: Clock, hold: Hold = () => true, most = MAX_CODES): CodeMemory {
  const known = new LimitedMap<string, { readonly code: LiveCode; readonly end: number }>(most)
  const read = (orderNumber: string): LiveCode | undefined => {
    const { code, end = -Infinity } = known.get(orderNumber) ?? {}
    return end > monotonicNow(clock) ? code : undefined
  }
  return {
    read: async (orderNumber) => read(orderNumber),
    async write(orderNumber, code, keepMs) {
      if (!hold(orderNumber, code.nonce, keepMs)) return false
      known.set(orderNumber, { code, end: monotonicNow(clock) + keepMs })
      return true
    },
    async forget(orderNumber, { nonce }) {
      if (known.get(orderNumber)?.code.nonce === nonce) known.delete(orderNumber)
    },
  }
}
