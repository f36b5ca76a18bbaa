import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { Line, Log } from './log.ts'

/** Milliseconds between two lines about the same outage. */
const LOG_INTERVAL = 30_000

/** A failed operation, and why it failed. */
export interface Failure extends Line {
  readonly op: string
  readonly code: string
  readonly message: string
}

/**
 * Logs outages of the proxy's dependencies: at once, then with the number of failed requests, and when they are over.
 */
export interface Outages {
  failed(failure: Failure): void
  worked(op: string): void
}

interface Outage {
  loggedAt: number
  /** Failures since the last line. */
  unlogged: number
  /** Failures up to the last line; 0 once the end of the outage is logged. */
  all: number
}

export function buildOutages({ clock, log }: { readonly clock: Clock; readonly log: Log }): Outages {
  /** By operation, then by code, so that alternating failures do not start a new outage each time. */
  const byOp = new Map<string, Map<string, Outage>>()
  return {
    failed({ message, ...line }) {
      const { op, code } = line
      const known = byOp.get(op) ?? byOp.set(op, new Map()).get(op)!
      const outage = known.get(code) ?? { loggedAt: -Infinity, unlogged: 0, all: 0 }
      known.set(code, outage)
      outage.unlogged += 1
      const now = monotonicNow(clock)
      if (now - outage.loggedAt < LOG_INTERVAL) return
      const more = outage.unlogged > 1 ? ` So it was ${outage.unlogged} times since the last line.` : ''
      log.error({ ...line, message: `${message}${more}` })
      outage.all += outage.unlogged
      Object.assign(outage, { loggedAt: now, unlogged: 0 })
    },
    worked(op) {
      for (const [code, outage] of byOp.get(op) ?? []) {
        if (outage.all) log.info({ op, code, message: `works again after ${outage.all + outage.unlogged} failures` })
        if (outage.all) Object.assign(outage, { unlogged: 0, all: 0 })
      }
    },
  }
}
