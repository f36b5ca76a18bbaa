import { createCipheriv, createDecipheriv, type Cipher } from 'node:crypto'

// Node's OpenSSL disables single DES; triple DES with the same part three times is equivalent.
const algorithm = 'des-ede3'

/** Bytes of a part of a key, and of a block. */
export const PART = 8

/** Encrypts whole blocks under a DES key of one, two or three parts: ECB, no padding. */
export const encipher = (key: Buffer, blocks: Buffer): Buffer =>
  through(createCipheriv(algorithm, threeParts(key), null), blocks)

/** Undoes {@link encipher}. */
export const decipher = (key: Buffer, blocks: Buffer): Buffer =>
  through(createDecipheriv(algorithm, threeParts(key), null), blocks)

const through = (cipher: Cipher, blocks: Buffer): Buffer =>
  Buffer.concat([cipher.setAutoPadding(false).update(blocks), cipher.final()])

/** The key with its parts repeated from the first: an equivalent key in triple DES. */
export const lengthened = (key: Buffer, parts: number): Buffer => Buffer.alloc(parts * PART, key)

const threeParts = (key: Buffer): Buffer => lengthened(key, 3)

/** XOR of two buffers of the same length. */
export const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ other[at]!))

/** The parts of a key, or the blocks of a message. */
export const partsOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / PART }, (_, at) => bytes.subarray(at * PART, (at + 1) * PART))
