import { constants, generateKeyPair, privateDecrypt, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SealingKeys } from '#contract/gateway/card-payments.ts'
import type { Saying } from './refusal.ts'

/** The gateway's key pair for sealed cards. */
export interface Seal {
  /** The public half as se/keys.do tells it: a PEM written in one line. */
  readonly keys: SealingKeys
  /** Opens RSAES-PKCS1-v1_5 in Base64; what it says, or what is wrong with it. */
  open(token: string): { readonly text: string } | { readonly wrong: Saying }
}

const YEAR = 365 * 24 * 3_600_000

/** Makes a new 2048-bit key pair, published as good for a year from `now`. */
export async function buildSeal(now: number): Promise<Seal> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const keyValue = publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '')
  return {
    keys: { keys: [{ keyValue, protocolVersion: 'RSA', keyExpiration: now + YEAR }] },
    open(token) {
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(token) || token.length % 4 !== 0) return { wrong: 'not base64' }
      const text = decrypt(privateKey, Buffer.from(token, 'base64'))
      return text === undefined ? { wrong: 'not opened' } : { text }
    },
  }
}

/** Takes the padding off by hand, because Node 20 refuses to for PKCS #1 v1.5 (CVE-2023-46809). */
function decrypt(key: KeyObject, sealed: Buffer): string | undefined {
  const block = rawDecrypt(key, sealed)
  if (!block) return undefined
  let end = 0
  let wrong = (block[0]! ^ 0) | (block[1]! ^ 2)
  // Every byte is looked at whatever the others are, so that time tells nothing of where the padding ends.
  for (let at = block.length - 1; at >= 2; at--) end = block[at] === 0 ? at : end
  wrong |= Number(end < 10)
  return wrong === 0 ? block.subarray(end + 1).toString('utf8') : undefined
}

function rawDecrypt(key: KeyObject, sealed: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed)
  } catch {
    return undefined
  }
}
