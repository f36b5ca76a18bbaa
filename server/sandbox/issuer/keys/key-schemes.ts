import type { keyPrefixes } from '#server-contract/issuing/keys.ts'
import { decipher, encipher, PART, partsOf } from './des.ts'
import { bytesOf, hexOf } from './des-key.ts'

export type KeyPrefix = (typeof keyPrefixes)[number]

/** The variant of the master key for each part of a key: XORed with the first byte of the master key's second half. */
type Variants = readonly number[]

/**
 * U and T as variants, X and Y by ANSI X9.17; U and X have two parts, T and Y three (card management 4.3, the
 * family's).
 */
const schemes: Readonly<Record<KeyPrefix, Variants>> = {
  U: [0xa6, 0x5a],
  T: [0x6a, 0xde, 0x2b],
  X: [0, 0],
  Y: [0, 0, 0],
}

/** Parts of a key that is encrypted with that prefix. */
export const partsWith = (prefix: KeyPrefix): number => schemes[prefix].length

/** A key in hexadecimal digits, encrypted under a master key of two parts; without a prefix, without variants. */
export const wrapped = (master: Buffer, key: Buffer, prefix?: KeyPrefix): string =>
  hexOf(eachPart(encipher, master, key, prefix))

/** Undoes {@link wrapped}. */
export const unwrapped = (master: Buffer, digits: string, prefix?: KeyPrefix): Buffer =>
  eachPart(decipher, master, bytesOf(digits), prefix)

const eachPart = (cipher: typeof encipher, master: Buffer, key: Buffer, prefix: KeyPrefix | undefined): Buffer =>
  Buffer.concat(partsOf(key).map((part, at) => cipher(varied(master, prefix ? schemes[prefix][at]! : 0), part)))

function varied(master: Buffer, variant: number): Buffer {
  const copy = Buffer.from(master)
  copy[PART]! ^= variant
  return copy
}
