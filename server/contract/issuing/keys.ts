import * as z from 'zod/mini'
import { long, optional, text, whole } from './fields.ts'
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
  terminalId: optional(long),
  terminalNumber: optional(text),
  merchantNumber: optional(text),
  /** Internal identifier of the master key that the other is exported under. */
  hostId: whole,
}

export const keyOperations = {
  generateKey: rpc('generateKey', {
    summary: 'Make a key for a terminal',
    source: '4.3',
    request: z.strictObject({
      ...terminal,
      /** One of setKey's, or any other: the document lists none here (4.3). */
      keyType: text,
      keyLength: z.enum(Object.keys(keyLengths) as [keyof typeof keyLengths]),
      keySerialNumber: optional(text),
      dukptId: optional(whole),
    }),
    response: z.object({
      /** Encrypted under the master key. */
      keyValue: optional(z.string()),
      checkValue: optional(z.string()),
      /** Encrypted under the local master key. */
      lmkHsmKeyValue: optional(z.string()),
    }),
  }),
  setKey: rpc('setKey', {
    summary: 'Install a key in a terminal',
    source: '4.3',
    request: z.strictObject({
      ...terminal,
      keyType: z.enum(keyTypes),
      inputKeyPrefix: optional(z.enum(keyPrefixes)),
      key: text,
      keyCheckValue: optional(text),
      newKeyPrefix: z.enum(keyPrefixes),
    }),
    response: z.object({}),
  }),
}
