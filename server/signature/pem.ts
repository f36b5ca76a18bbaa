import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'

/** Bits of modulus (online gateway 5, request signature). */
export const MODULUS_BITS = 2048

/**
 * The private key that signs requests; in a variable, `\n` may be written for a line's end.
 * @throws Error whose message never quotes the text
 *
 * @example
 * ```ts
 * import { privateKeyIn, requestSigner } from 'tender-checkout/server'
 *
 * const signer = requestSigner(privateKeyIn(process.env.TENDER_GATEWAY_SIGNING_KEY!)) // the signer of gatewayClient
 * ```
 */
export function privateKeyIn(pem: string): KeyObject {
  return checked(() => createPrivateKey(pem.replaceAll(String.raw`\n`, '\n')), 'the PEM of an RSA private key')
}

/** The public key of a merchant's certificate. @throws Error when it is not the PEM of one with an RSA key */
export function publicKeyIn(pem: string): KeyObject {
  return checked(() => new X509Certificate(pem).publicKey, 'the PEM of a certificate of an RSA key')
}

function checked(read: () => KeyObject, what: string): KeyObject {
  const key = readOrNot(read)
  if (key?.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails!.modulusLength! < MODULUS_BITS)
    throw new Error(`must be ${what} of ${MODULUS_BITS} bits or more`)
  return key
}

function readOrNot(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
