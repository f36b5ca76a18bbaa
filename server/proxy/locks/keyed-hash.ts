/** Hashes a text into four words, which the next call overwrites. */
export type KeyedHash = (text: string) => Uint32Array

/**
 * A hash after HalfSipHash-2-4 with an output of 128 bits: without the key nobody can choose texts with the
 * same hash.
 * Written here, since a call of `node:crypto` costs several times as much for a text as short as a lock's key.
 */
export function buildKeyedHash(key0: number, key1: number): KeyedHash {
  const result = new Uint32Array(4)
  return (text) => {
    // The state is four variables, since those of an array are read and written at each step.
    let a = key0 | 0
    let b = key1 ^ 0xee
    let c = 0x6c796765 ^ key0
    let d = 0x74656462 ^ key1
    const { length } = text
    /** Words of two characters, with the length in the last; and then the four words of the result. */
    const words = (length >> 1) + 1
    for (let at = 0; at < words + 4; at++) {
      const [isText, index] = [at < words, 2 * at]
      const low = isText && index < length ? text.charCodeAt(index) : 0
      const high = at === words - 1 ? length : isText ? text.charCodeAt(index + 1) : 0
      const word = low | (high << 16)
      d ^= word
      for (let round = isText ? 2 : 4; round > 0; round--) {
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
      a ^= word
      if (at === words - 1) c ^= 0xee
      if (isText) continue
      result[at - words] = b ^ d
      b ^= 0xdd
    }
    return result
  }
}
