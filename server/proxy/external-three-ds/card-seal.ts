import { constants, createPublicKey, generateKeyPair, privateDecrypt, publicEncrypt, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { MODULUS_BITS, privateKeyIn } from '#signature/pem.ts'

/** The proxy's own key for sealed cards, where it has to decrypt them itself. */
export interface CardSeal {
  /** PEM in one line, like the gateway's key. */
  readonly publicKey: string
  /** The text that was sealed with the key; `undefined` for anything else. */
  open(seToken: string): string | undefined
}

/** Uses the given PEM; without one, a new key that only this process has. */
export async function buildCardSeal(pem?: string): Promise<CardSeal> {
  const key = pem === undefined ? await newKey() : privateKeyIn(pem)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '')
  return { publicKey, open: (seToken) => decrypt(key, Buffer.from(seToken, 'base64')) }
}

const newKey = async (): Promise<KeyObject> =>
  (await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })).privateKey

/** Seals a text as the card frame does: RSAES-PKCS1-v1_5, Base64. */
export function sealFor(pem: string, text: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
}

/** Removes the padding by hand, because Node 20 refuses to for PKCS #1 v1.5 (CVE-2023-46809). */
function decrypt(key: KeyObject, sealed: Buffer): string | undefined {
  const block = rawDecrypt(key, sealed)
  if (!block) return undefined
  let end = 0
  let wrong = block[0]! | (block[1]! ^ 2)
  // Always checks every byte, so that the timing does not reveal where the padding ends.
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
