import { kept } from '#sandbox/store/kept.ts'
import type { IssuerContext } from '../context.ts'
import { encipher } from './des.ts'
import { bytesOf, drawKey, hexOf, withOddParity } from './des-key.ts'

/**
 * The sandbox's published test keys, in hexadecimal digits: they protect nothing. The master key of each host is
 * derived from `host`; `pin` protects PIN blocks if a terminal has no key of its own.
 */
export const publishedKeys = {
  host: '08192A3B4C5D6E7F8091A2B3C4D5E6F7',
  pin: '0123456789ABCDEFFEDCBA9876543210',
} as const

const DIGITS = 16
const BYTES = 16

/**
 * The master key of a hostId (card management 4.3): its sixteen decimal digits, then their ones' complement,
 * encrypted under the published host key and given odd parity. Every hostId has one.
 */
export function masterKeyOf(hostId: number): Buffer {
  const digits = bytesOf(String(hostId).padStart(DIGITS, '0'))
  const complement = Buffer.from(digits.map((byte) => byte ^ 0xff))
  return withOddParity(encipher(bytesOf(publishedKeys.host), Buffer.concat([digits, complement])))
}

/** The issuer's own master key: generated once, never disclosed. */
export const localMasterKey = (context: IssuerContext): Buffer => secretOf(context, 'local-master-key')

/** Keys A and B of the card verification values: generated once, never disclosed. */
export const cvcKeys = (context: IssuerContext): Buffer => secretOf(context, 'cvc-keys')

const secretOf = ({ tables, random }: IssuerContext, name: string): Buffer =>
  bytesOf(kept(tables.secrets, name, () => hexOf(drawKey(random, BYTES))))
