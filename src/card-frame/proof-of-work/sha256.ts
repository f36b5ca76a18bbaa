/** The first 32 bits of the fractional part of a root, as in SHA-256's constants (FIPS 180-4, 4.2.2 and 5.3.3). */
const fractionOf = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0

const primes = Array.from({ length: 310 }, (_, at) => at + 2).filter((n) => {
  for (let by = 2; by * by <= n; by += 1) if (n % by === 0) return false
  return true
})

const rounds = Int32Array.from(primes.slice(0, 64), (prime) => fractionOf(Math.cbrt(prime)))
const start = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))

/** Bytes of text that fit into one block with its end mark and its length. */
const MAX_TEXT_BYTES = 55

const words = new Int32Array(64)

/**
 * The first 32 bits of the SHA-256 of up to 55 ASCII characters; throws a RangeError for more. The browser's own
 * SHA-256 returns a promise, which costs many times more than to hash such a text.
 */
export function firstWordOf(text: string): number {
  if (text.length > MAX_TEXT_BYTES) throw new RangeError('One block has at most 55 bytes')
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at += 1) words[at >> 2]! |= text.charCodeAt(at) << (24 - (at % 4) * 8)
  words[text.length >> 2]! |= 0x80 << (24 - (text.length % 4) * 8)
  words[15] = text.length * 8
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15]!, words[at - 2]!]
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[at] = words[at - 16]! + s0 + words[at - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = start as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + rounds[at]! + words[at]!) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + start[0]!) >>> 0
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
