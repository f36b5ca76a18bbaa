import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { amount, currency, text } from '#contract/fields.ts'
import { unpack } from '#server-contract/three-ds/messages.ts'

/** The gateway's request to the access server through the browser, beside `MD` and `TermUrl`; ignores other members. */
export const PaReq = z.object({
  /** Identifies this authentication; returned in the PaRes, valid for one of them. */
  transId: text(1, 64),
  /** The access server's id of the card, so that its number is not sent through the browser. */
  acctID: text(1, 28),
  /** Minor units. */
  amount,
  /** Numeric ISO 4217. */
  currency,
  merchantName: text(0, 255),
})
export type PaReq = z.infer<typeof PaReq>

/** The result, as `PaRes` beside `MD`; `eci` and `cavv` only with `Y`. */
export const PaRes = z.object({
  transId: z.string(),
  transStatus: z.enum(['Y', 'N']),
  eci: z.optional(z.string()),
  /** Base64 of 20 bytes. */
  cavv: z.optional(z.string()),
  cancelled: z.optional(z.boolean()),
})
export type PaRes = z.infer<typeof PaRes>

const Signed = z.extend(PaRes, { signature: z.string() })

/** Most characters of a packed PaReq (online gateway 4.3). */
const LONGEST_PAREQ = 255

/** Packs a PaReq as Base64 of its JSON; the merchant's name is cut where the whole would be too long. */
export function packPaReq(message: PaReq): string {
  const letters = [...message.merchantName]
  let packed = base64(message)
  while (packed.length > LONGEST_PAREQ && letters.length) {
    letters.pop()
    packed = base64({ ...message, merchantName: letters.join('') })
  }
  return packed
}

/** Reads a PaReq, either Base64 alphabet, padded or not; `undefined` when it is invalid. */
export const readPaReq = (packed: string): PaReq | undefined => unpack(PaReq, packed)

/**
 * Packs a PaRes as Base64 of its JSON with a `signature`: HMAC-SHA256, hex, by a key of gateway and access server.
 * It replaces the XML signature of 3-D Secure 1, without which a browser could write its own PaRes.
 */
export const packPaRes = (message: PaRes, key: string): string =>
  base64({ ...message, signature: signatureOf(message, key).toString('hex') })

/** Reads a PaRes; `undefined` when it is invalid, or when its signature is not made by the key. */
export function readPaRes(packed: string, key: string): PaRes | undefined {
  const signed = unpack(Signed, packed)
  if (!signed) return undefined
  const { signature, ...message } = signed
  return same(Buffer.from(signature, 'hex'), signatureOf(message, key)) ? message : undefined
}

const base64 = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64')

const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

function signatureOf({ transId, transStatus, eci, cavv, cancelled }: PaRes, key: string): Buffer {
  const signed = JSON.stringify([transId, transStatus, eci ?? null, cavv ?? null, cancelled ?? false])
  return createHmac('sha256', key).update(signed).digest()
}
