import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Random } from '#contract/ports.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
}

/** The machine's own secure random source. */
export const systemRandom: Random = {
  uuid: randomUUID,
  bytes: (length) => new Uint8Array(randomBytes(length)),
}
