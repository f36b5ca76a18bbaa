import { buildKeyedHash } from './keyed-hash.ts'

/** Locks by their keys, each with its holder's nonce and the moment at which it expires. */
export interface LockTable {
  /** Whether a lock of that key ends later than `now`. */
  isHeld(key: string, now: number): boolean
  /** Adds a lock; the key must not be held. */
  add(key: string, nonce: string, until: number, now: number): void
  /** Removes the lock of that key, if `nonce` holds it. */
  remove(key: string, nonce: string): void
  /** Entries that the table has room for. */
  readonly size: number
}

const SMALLEST = 1024

/** Words of an entry: four of the key's hash, two of the nonce's. */
const ENTRY = 6

/** The moment of an entry that is not used: the search for a key ends there. */
const UNUSED = 0

/** The share of the entries at which what has ended is removed, and the most that may be used then. */
const [FULL, ROOMY] = [0.8, 0.68]

/**
 * A hash table in two arrays of numbers. A lock lives for more than a minute, so that there are a hundred thousand of
 * them under load: as objects they would take ten times the memory, and be visited by every garbage collection. A key
 * is known by 128 bits of a hash whose key is `random`; two keys of one hash would be one lock, which refuses a payment
 * and never sends one twice.
 */
export function lockTable(random: (count: number) => Uint8Array): LockTable {
  const [key0, key1] = new Uint32Array(random(8).slice().buffer)
  const hash = buildKeyedHash(key0!, key1!)
  let words = new Uint32Array(SMALLEST * ENTRY)
  let expiries = new Float64Array(SMALLEST)
  /** Entries that are used, and the latest moment at which one of them expires. */
  let [used, latest] = [0, -Infinity]
  /** The index of the entry that begins with four words, or of the first unused one in its place. */
  function find(of: Uint32Array, from: number): number {
    const [a, b, c, d] = [of[from]!, of[from + 1]!, of[from + 2]!, of[from + 3]!]
    const mask = expiries.length - 1
    for (let index = a & mask; ; index = (index + 1) & mask) {
      const at = index * ENTRY
      if (expiries[index] === UNUSED) return index
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return index
    }
  }
  /** Removes an entry, and moves those behind it that were meant for its place or for one before. */
  function erase(index: number): void {
    const mask = expiries.length - 1
    let hole = index
    for (let next = (hole + 1) & mask; expiries[next] !== UNUSED; next = (next + 1) & mask) {
      const distance = (next - words[next * ENTRY]!) & mask
      if (distance < ((next - hole) & mask)) continue
      copyEntry(words, next, words, hole)
      expiries[hole] = expiries[next]!
      hole = next
    }
    expiries[hole] = UNUSED
    used -= 1
  }
  /**
   * Removes what has ended, in place: the memory of another table would only be free after the next full garbage
   * collection. Only a table that is too small or far too large is replaced.
   */
  function rebuild(now: number): void {
    for (let index = 0; index < expiries.length; index++)
      while (expiries[index] !== UNUSED && !(expiries[index]! > now)) erase(index)
    const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(used / ROOMY + 1)))
    if (size === expiries.length) return
    const [oldWords, oldExpiries] = [words, expiries]
    ;[words, expiries] = [new Uint32Array(size * ENTRY), new Float64Array(size)]
    for (let at = 0; at < oldExpiries.length; at++) {
      if (oldExpiries[at] === UNUSED) continue
      const index = find(oldWords, at * ENTRY)
      copyEntry(oldWords, at, words, index)
      expiries[index] = oldExpiries[at]!
    }
  }
  return {
    get size() {
      return expiries.length
    },
    isHeld: (key, now) => expiries[find(hash(key), 0)]! > now,
    add(key, nonce, until, now) {
      if (used >= expiries.length * FULL || (latest <= now && expiries.length > SMALLEST)) rebuild(now)
      const index = find(hash(key), 0)
      const isNew = expiries[index] === UNUSED
      used += Number(isNew)
      if (isNew) words.set(hash(key), index * ENTRY)
      words.set(hash(nonce).subarray(0, 2), index * ENTRY + 4)
      expiries[index] = until
      latest = Math.max(latest, until)
    },
    remove(key, nonce) {
      const index = find(hash(key), 0)
      const [a, b] = hash(nonce)
      const isHolder = words[index * ENTRY + 4] === a && words[index * ENTRY + 5] === b
      if (expiries[index] !== UNUSED && isHolder) erase(index)
    },
  }
}

function copyEntry(from: Uint32Array, index: number, to: Uint32Array, at: number): void {
  for (let word = 0; word < ENTRY; word++) to[at * ENTRY + word] = from[index * ENTRY + word]!
}
