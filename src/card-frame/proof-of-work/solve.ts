import { PARTS, readWork } from '#contract/proof-of-work/work.ts'
import type { Clock } from '#contract/ports.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { firstWordOf } from './sha256.ts'

/** Hashes between two reads of the clock, and milliseconds after which the frame yields to rendering and events. */
const FEW = 500
const SLICE = 12

/** Solves a proof of work in slices, so that the frame stays responsive; `undefined` when `work` is malformed. */
export async function solve(work: string, clock: Clock): Promise<string | undefined> {
  const read = readWork(work)
  if (!read) return undefined
  const seed = await seedOf(work)
  const found: number[] = []
  let since = stopwatch(clock)
  for (let part = 0; part < PARTS; part += 1)
    for (let number = 0; ; number += 1) {
      if (firstWordOf(`${seed}${part}.${number}`) >>> (32 - read.bits) === 0) {
        found.push(number)
        break
      }
      if (number % FEW === 0 && since() > SLICE) {
        await clock.sleep(0)
        since = stopwatch(clock)
      }
    }
  return `${work}.${found.join('-')}`
}

/** The prefix of all hashed texts of a work: short, so that each of them fits one block of SHA-256. */
async function seedOf(work: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(work)))
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
