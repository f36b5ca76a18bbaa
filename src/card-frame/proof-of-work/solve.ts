import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { PARTS, readWork } from '#contract/proof-of-work/work.ts'
import type { Clock } from '#contract/ports.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'

/** Hashes between two reads of the clock, and milliseconds after which the frame yields to rendering and events. */
const FEW = 500
const SLICE = 12

/** Solves a proof of work in slices, so that the frame stays responsive; `undefined` when `work` is malformed. */
export async function solve(work: string, clock: Clock): Promise<string | undefined> {
  const read = readWork(work)
  if (!read) return undefined
  const seed = seedOf(work)
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
const seedOf = (work: string): string => bytesToHex(sha256(utf8ToBytes(work)).subarray(0, 16))

// Half a million texts are hashed: these are reused, since allocating them each time makes a solution take twice as long.
const encoder = new TextEncoder()
const textBytes = new Uint8Array(64)
const initial = sha256.create()
const hash = sha256.create()
const digest = new DataView(new ArrayBuffer(32))

/** The first 32 bits of the SHA-256 of a short text; the browser's own function, which returns a promise, takes longer. */
function firstWordOf(text: string): number {
  const { written } = encoder.encodeInto(text, textBytes)
  initial._cloneInto(hash).update(textBytes.subarray(0, written)).digestInto(new Uint8Array(digest.buffer))
  return digest.getUint32(0)
}
