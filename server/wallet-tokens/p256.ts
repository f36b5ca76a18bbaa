import { createPublicKey, type KeyObject } from 'node:crypto'
import { WalletTokenRefused } from './refused.ts'

/** Length of an uncompressed point: 0x04, x, y. */
const POINT = 65

/** A P-256 public key from its SubjectPublicKeyInfo; anything else is refused as `malformed`. */
export function keyFromSpki(spki: Buffer): KeyObject {
  return onP256(() => createPublicKey({ key: spki, format: 'der', type: 'spki' }))
}

/** A P-256 public key from its uncompressed point; a point that is not on the curve is refused as `malformed`. */
export function keyFromPoint(point: Buffer): KeyObject {
  if (point.length !== POINT || point[0] !== 4) throw new WalletTokenRefused('malformed', 'a point of P-256')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return onP256(() => createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' }))
}

/** The uncompressed point of a P-256 key, which is the end of its SubjectPublicKeyInfo. */
export const pointOf = (key: KeyObject): Buffer => spkiOf(key).subarray(-POINT)

/** The SubjectPublicKeyInfo of a public key, DER. */
export const spkiOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

function onP256(read: () => KeyObject): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // The cause is in the key's bytes, so it does not help a reader.
  }
  throw new WalletTokenRefused('malformed', 'a key of P-256')
}
