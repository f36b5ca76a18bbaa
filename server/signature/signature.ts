import { createHash, sign, verify as isSignedBy, type KeyObject } from 'node:crypto'

/** The two headers of a signed request, each Base64 (online gateway 5, request signature). */
export interface SignatureHeaders {
  /** SHA-256 of the body's bytes. */
  readonly 'X-Hash': string
  /** SHA256withRSA (PKCS #1 v1.5) over the 32 bytes of that hash, which are therefore hashed once more. */
  readonly 'X-Signature': string
}

/** Makes the headers for exactly these bytes of a body. */
export type RequestSigner = (body: Uint8Array) => SignatureHeaders

/** The rule that a request breaks, and the header it breaks it in. */
export type SignatureRule =
  | 'hash-missing'
  | 'hash-not-base64'
  | 'hash-of-other-body'
  | 'signature-missing'
  | 'signature-not-base64'
  | 'signature-wrong'

export type SignatureReading = { readonly ok: true } | { readonly ok: false; readonly broken: SignatureRule }

/** Headers by their names in lower case, as Node's HTTP gives them. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** SHA-256 of a body, 32 bytes. */
export const hashOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest()

/** The signature of a body, as long as the key's modulus. */
export const signatureOf = (body: Uint8Array, privateKey: KeyObject): Buffer => sign('sha256', hashOf(body), privateKey)

/**
 * A signer that holds the key; see {@link privateKeyIn}.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { privateKeyIn, requestSigner } from 'tender-checkout/server'
 *
 * const sign = requestSigner(privateKeyIn(readFileSync('keys/signing.key', 'utf8')))
 * const body = new URLSearchParams({ orderNumber: 'A-17', amount: '4990' }).toString()
 * const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sign(Buffer.from(body)) }
 * ```
 */
export const requestSigner =
  (privateKey: KeyObject): RequestSigner =>
  (body) => ({
    'X-Hash': hashOf(body).toString('base64'),
    'X-Signature': signatureOf(body, privateKey).toString('base64'),
  })

/** Whether the headers sign exactly this body with the private half of an RSA key; the first broken rule if not. */
export function verify(body: Uint8Array, headers: ReceivedHeaders, publicKey: KeyObject): SignatureReading {
  const broken = brokenHash(body, headers['x-hash']) ?? brokenSignature(body, headers['x-signature'], publicKey)
  return broken ? { ok: false, broken } : { ok: true }
}

type Received = ReceivedHeaders[string]

function brokenHash(body: Uint8Array, received: Received): SignatureRule | undefined {
  if (!received) return 'hash-missing'
  const hash = bytesIn(received)
  if (hash?.length !== 32) return 'hash-not-base64'
  return hash.equals(hashOf(body)) ? undefined : 'hash-of-other-body'
}

function brokenSignature(body: Uint8Array, received: Received, publicKey: KeyObject): SignatureRule | undefined {
  if (!received) return 'signature-missing'
  const signature = bytesIn(received)
  if (!signature) return 'signature-not-base64'
  return isSignedBy('sha256', hashOf(body), publicKey, signature) ? undefined : 'signature-wrong'
}

/** Node ignores characters that are not Base64; only valid text is the same when it is encoded again. */
function bytesIn(received: Received): Buffer | undefined {
  if (typeof received !== 'string') return undefined
  const bytes = Buffer.from(received, 'base64')
  return bytes.toString('base64') === received ? bytes : undefined
}
