import * as z from 'zod/mini'
import type { GoogleRootKey } from './google/keys.ts'
import { milliseconds } from './google/shape.ts'
import { base64, fromJson, readAs } from './payment-token.ts'

const Roots = z.object({
  keys: z
    .array(z.object({ keyValue: base64, protocolVersion: z.string(), keyExpiration: z.optional(milliseconds) }))
    .check(z.minLength(1)),
})

/**
 * The root keys in the text of Google's published `keys.json`.
 * @throws WalletTokenRefused `malformed`
 */
export const googleRootKeys = (text: string): readonly GoogleRootKey[] =>
  readAs(Roots, fromJson(text), 'malformed').keys.map(({ keyExpiration, ...key }) => ({
    ...key,
    ...(keyExpiration !== undefined && { keyExpiration }),
  }))
