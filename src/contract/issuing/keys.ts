import * as z from 'zod/mini'
import { integer, text } from '../fields.ts'
import { number } from './fields.ts'
import { rpc } from './rpc.ts'

/**
 * Kinds of terminal keys that setKey installs: master for authentication, master for PIN, authentication, initial
 * (4.3).
 */
export const keyTypes = ['ENKTTMKA', 'ENKTTMKP', 'ENKTTAK', 'ENKTIKEY'] as const
/** Bytes of a key by the name of its length: hexadecimal digits of a DES key of one, two or three parts (4.3). */
export const keyLengths = { ENKL_0016: 8, ENKL_0032: 16, ENKL_0048: 24 } as const
/** How a key is encrypted under another: U and T as variants, X and Y by ANSI X9.17 (4.3). */
export const keyPrefixes = ['U', 'T', 'X', 'Y'] as const

const terminal = {
  /** Internal identifier. */
  terminalId: z.optional(integer(12)),
  terminalNumber: z.optional(number(16)),
  merchantNumber: z.optional(number(64)),
  /** Internal identifier of the master key that the other is exported under. */
  hostId: integer(9),
}

const hex = (name: string) =>
  z
    .string()
    .check(
      z.regex(/^(?:[0-9A-Fa-f]{16}|[0-9A-Fa-f]{32}|[0-9A-Fa-f]{48})$/, `${name} of 16, 32 or 48 hexadecimal digits`),
    )

export const keyOperations = {
  generateKey: rpc('generateKey', {
    summary: 'Make a key for a terminal',
    source: '4.3',
    request: z.strictObject({
      ...terminal,
      /** One of setKey's, or any other: the document lists none here (4.3). */
      keyType: text(1, 32),
      keyLength: z.enum(Object.keys(keyLengths) as [keyof typeof keyLengths]),
      keySerialNumber: z.optional(text(1, 32)),
      dukptId: z.optional(integer(9)),
    }),
    response: z.object({
      /** Encrypted under the master key. */
      keyValue: z.optional(z.string()),
      checkValue: z.optional(z.string()),
      /** Encrypted under the local master key. */
      lmkHsmKeyValue: z.optional(z.string()),
    }),
  }),
  setKey: rpc('setKey', {
    summary: 'Install a key in a terminal',
    source: '4.3',
    request: z.strictObject({
      ...terminal,
      keyType: z.enum(keyTypes),
      inputKeyPrefix: z.optional(z.enum(keyPrefixes)),
      key: hex('a key'),
      keyCheckValue: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f]{4,16}$/, '4 to 16 hexadecimal digits'))),
      newKeyPrefix: z.enum(keyPrefixes),
    }),
    response: z.object({}),
  }),
}
