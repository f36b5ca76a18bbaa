import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import { DAY } from '#contract/time/periods.ts'
import type { SealingKeys } from '#server-contract/gateway/card-payments.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import type { RefusalName } from '../errors/refusals.ts'

/** The gateway's key pair for sealed cards. */
export interface Seal {
  /** The public key as se/keys.do returns it: a PEM in one line. */
  readonly keys: SealingKeys
  /** Decrypts RSAES-PKCS1-v1_5 in Base64; returns the text, or the error. */
  open(token: string): { readonly text: string } | { readonly wrong: RefusalName }
}

const YEAR = 365 * DAY

interface KeyRow {
  /** PKCS #8 PEM. */
  readonly privateKey: string
  readonly keyExpiration: number
}

/** Loads the key pair from `store`; makes one of 2048 bits, valid for a year from `now`, if none is valid. */
export async function buildSeal(now: number, store: Store = memoryStore()): Promise<Seal> {
  const { privateKey: pem, keyExpiration } = await keyIn(store, now)
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const keyValue = publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '')
  return {
    keys: { keys: [{ keyValue, protocolVersion: 'RSA', keyExpiration }] },
    open(token) {
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(token) || token.length % 4 !== 0) return { wrong: 'not base64' }
      const text = decrypt(privateKey, Buffer.from(token, 'base64'))
      return text === undefined ? { wrong: 'not opened' } : { text }
    },
  }
}

async function keyIn(store: Store, now: number): Promise<KeyRow> {
  const keys = store.table<KeyRow>('gateway-keys')
  const there = keys.get('seal')
  if (there && now < there.keyExpiration) return there
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const made = { privateKey: pemOf(privateKey), keyExpiration: now + YEAR }
  keys.put('seal', made)
  return made
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Removes the padding in code, because Node 20 does not for PKCS #1 v1.5 (CVE-2023-46809). */
function decrypt(key: KeyObject, sealed: Buffer): string | undefined {
  const block = rawDecrypt(key, sealed)
  if (!block) return undefined
  let end = 0
  let wrong = (block[0]! ^ 0) | (block[1]! ^ 2)
  // Every byte is checked regardless of the others, so that the time does not reveal where the padding ends.
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
