import type { Random } from '#contract/ports.ts'
import { encipher, PART } from './des.ts'

const CHECK_DIGITS = 6

/** A new DES key of so many bytes, each of odd parity. */
export const drawKey = (random: Random, length: number): Buffer => withOddParity(Buffer.from(random.bytes(length)))

/** The key with the last bit of each byte set so that the byte has an odd number of ones, as DES keys have. */
export const withOddParity = (key: Buffer): Buffer => Buffer.from(key.map((byte) => (isOdd(byte) ? byte : byte ^ 1)))

export const hasOddParity = (key: Buffer): boolean => key.every(isOdd)

const isOdd = (byte: number): boolean => byte.toString(2).replaceAll('0', '').length % 2 === 1

/** The key check value: the first six hexadecimal digits of zeros encrypted under the key. */
export const checkValueOf = (key: Buffer): string => zerosUnder(key).slice(0, CHECK_DIGITS)

/** Compares as many digits of the check value as are given. */
export const isCheckValueOf = (key: Buffer, given: string): boolean => zerosUnder(key).startsWith(given.toUpperCase())

const zerosUnder = (key: Buffer): string => hexOf(encipher(key, Buffer.alloc(PART)))

export const hexOf = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()

export const bytesOf = (digits: string): Buffer => Buffer.from(digits, 'hex')
