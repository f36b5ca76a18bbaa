import { KeyObject, webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import { AttributeTypeAndValue, Certificate, CertificationRequest, CryptoEngine, Time, TimeType } from 'pkijs'
import { DAY } from '#contract/time/periods.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { MODULUS_BITS } from './pem.ts'

/** The key that signs requests, and what the gateway gets of it; each is PEM. */
export interface SigningKeys {
  /** PKCS #8, not encrypted. */
  readonly privateKey: string
  /** Certificate signing request (PKCS #10). */
  readonly request: string
  /** Self-signed; valid for {@link VALID_DAYS} days. */
  readonly certificate: string
}

/** Days until a certificate made here has to be replaced. */
export const VALID_DAYS = 730

/** Longest common name (X.520, ub-common-name). */
const LONGEST_NAME = 64

const engine = new CryptoEngine({ name: 'node', crypto: webcrypto })

/**
 * Makes a 2048-bit RSA key, a request for a certificate, and a self-signed certificate (online gateway 5).
 * @throws Error when the common name is empty or longer than 64 characters
 */
export async function makeKeys(name: string, clock: Clock, random: Random): Promise<SigningKeys> {
  if (!name.trim() || [...name].length > LONGEST_NAME) throw new Error('The common name must have 1 to 64 characters')
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const [request, certificate] = [await requestOf(name, keys), await certificateOf(name, keys, clock.now(), random)]
  return {
    privateKey: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string,
    request: pem('CERTIFICATE REQUEST', request.toSchema(true)),
    certificate: pem('CERTIFICATE', certificate.toSchema(true)),
  }
}

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: MODULUS_BITS,
  publicExponent: new Uint8Array([1, 0, 1]),
}

async function requestOf(name: string, keys: webcrypto.CryptoKeyPair): Promise<CertificationRequest> {
  const request = new CertificationRequest({ version: 0 })
  request.subject.typesAndValues.push(commonName(name))
  request.attributes = []
  await request.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  await request.sign(keys.privateKey, 'SHA-256', engine)
  return request
}

async function certificateOf(
  name: string,
  keys: webcrypto.CryptoKeyPair,
  now: number,
  random: Random,
): Promise<Certificate> {
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber(random) })
  certificate.subject.typesAndValues.push(commonName(name))
  certificate.issuer.typesAndValues.push(commonName(name))
  certificate.notBefore = timeOf(now)
  certificate.notAfter = timeOf(now + VALID_DAYS * DAY)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  await certificate.sign(keys.privateKey, 'SHA-256', engine)
  return certificate
}

const commonName = (value: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) })

/** To the second; UTCTime until 2049, then GeneralizedTime (RFC 5280, 4.1.2.5). */
function timeOf(milliseconds: number): Time {
  const value = new Date(milliseconds - (milliseconds % 1000))
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value })
}

/** Positive and without leading zeros, whatever the random bytes. */
function serialNumber(random: Random): asn1js.Integer {
  const bytes = random.bytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bytes.buffer })
}

function pem(label: string, schema: asn1js.BaseBlock): string {
  const lines = Buffer.from(schema.toBER())
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
