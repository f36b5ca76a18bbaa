/** Hashes a text into four words, which the next call overwrites. */
export type KeyedHash = (text: string) => Uint32Array

/**
 * A hash after HalfSipHash-2-4 with an output of 128 bits: who does not know the key cannot choose texts of one hash.
 * Written here, since a call of `node:crypto` costs several times as much for a text as short as a lock's key.
 */
export function buildKeyedHash(key0: number, key1: number): KeyedHash {
  /** The four words of the state, and then those of the result. */
  const state = new Int32Array(4)
  const result = new Uint32Array(4)
  return (text) => {
    state[0] = key0
    state[1] = key1 ^ 0xee
    state[2] = 0x6c796765 ^ key0
    state[3] = 0x74656462 ^ key1
    const { length } = text
    for (let at = 0; at + 1 < length; at += 2) absorb(state, text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16))
    absorb(state, (length % 2 ? text.charCodeAt(length - 1) : 0) | (length << 16))
    state[2]! ^= 0xee
    for (let word = 0; word < 4; word++) {
      mix(state, 4)
      result[word] = state[1]! ^ state[3]!
      state[1]! ^= 0xdd
    }
    return result
  }
}

function absorb(state: Int32Array, word: number): void {
  state[3]! ^= word
  mix(state, 2)
  state[0]! ^= word
}

function mix(state: Int32Array, rounds: number): void {
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
  for (let round = 0; round < rounds; round++) {
    a = (a + b) | 0
    b = ((b << 5) | (b >>> 27)) ^ a
    a = (a << 16) | (a >>> 16)
    c = (c + d) | 0
    d = ((d << 8) | (d >>> 24)) ^ c
    a = (a + d) | 0
    d = ((d << 7) | (d >>> 25)) ^ a
    c = (c + b) | 0
    b = ((b << 13) | (b >>> 19)) ^ c
    c = (c << 16) | (c >>> 16)
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}
