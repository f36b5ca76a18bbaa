import { verify, type KeyObject } from 'node:crypto'
import { keyFromSpki } from '../p256.ts'
import { bytesOf } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'
import { intermediateInput, messageInput } from './lv.ts'
import { readSignedKey, type GoogleToken, type GoogleVersion, type IntermediateSigningKey } from './shape.ts'

/** An entry of Google's published `keys.json`. */
export interface GoogleRootKey {
  /** SubjectPublicKeyInfo, Base64. */
  readonly keyValue: string
  readonly protocolVersion: string
  /** Milliseconds since the epoch, as text; optional only for ECv1. */
  readonly keyExpiration?: string
}

/** The recipient that a token must have, the trusted root keys, and the present time. */
export interface GoogleTrust {
  /** `gateway:<gatewayId>` or `merchant:<merchantId>`. */
  readonly recipientId: string
  readonly rootKeys: readonly GoogleRootKey[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Checks the message's signature and, for ECv2, the intermediate key that made it.
 * @throws WalletTokenRefused `unknown_key`, `key_expired`, `signature_invalid`, `malformed`
 */
export function checkSignatures(token: GoogleToken, { recipientId, rootKeys, now }: GoogleTrust): void {
  const roots = liveRoots(rootKeys, token.protocolVersion, now)
  const signers = token.protocolVersion === 'ECv2' ? [intermediateKey(token.intermediateSigningKey, roots, now)] : roots
  const input = messageInput(recipientId, token.protocolVersion, token.signedMessage)
  requireSigned(input, [token.signature], signers, 'signature')
}

function liveRoots(rootKeys: readonly GoogleRootKey[], version: GoogleVersion, now: number): KeyObject[] {
  const ofVersion = rootKeys.filter(({ protocolVersion }) => protocolVersion === version)
  if (!ofVersion.length) throw new WalletTokenRefused('unknown_key', 'root key')
  const live = ofVersion.filter(({ keyExpiration }) =>
    keyExpiration === undefined ? version === 'ECv1' : isLive(keyExpiration, now),
  )
  if (!live.length) throw new WalletTokenRefused('key_expired', 'root key')
  return live.map(({ keyValue }) => keyFromSpki(bytesOf(keyValue)))
}

function intermediateKey(
  { signedKey, signatures }: IntermediateSigningKey,
  roots: readonly KeyObject[],
  now: number,
): KeyObject {
  requireSigned(intermediateInput('ECv2', signedKey), signatures, roots, 'intermediateSigningKey')
  const { keyValue, keyExpiration } = readSignedKey(signedKey)
  if (!isLive(keyExpiration, now)) throw new WalletTokenRefused('key_expired', 'intermediateSigningKey')
  return keyFromSpki(bytesOf(keyValue))
}

/** ECDSA on P-256 with SHA-256, DER: any of the signatures by any of the keys. */
function requireSigned(input: Buffer, signatures: readonly string[], keys: readonly KeyObject[], where: string): void {
  const holds = signatures.some((signature) => keys.some((key) => verify('sha256', input, key, bytesOf(signature))))
  if (!holds) throw new WalletTokenRefused('signature_invalid', where)
}

/** An expiry that is not a number counts as past, since NaN compares false. */
const isLive = (expiration: string, now: number): boolean => now < Number(expiration)
