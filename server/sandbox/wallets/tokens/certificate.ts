import type { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  Time,
  TimeType,
  type PublicKeyInfo,
} from 'pkijs'
import type { Random } from '#contract/ports.ts'
import { engine } from '#wallet-tokens/apple/cms.ts'
import { oids } from '#wallet-tokens/apple/oids.ts'

/** The content of a new certificate; times in milliseconds since the epoch. */
export interface CertificateRequest {
  readonly name: string
  readonly keys: webcrypto.CryptoKeyPair
  readonly isAuthority: boolean
  readonly validFrom: number
  readonly validTo: number
  /** Object identifiers of private extensions, each with the value NULL, as Apple marks its own. */
  readonly marks?: readonly string[]
}

export interface Issuer {
  readonly certificate: Certificate
  readonly keys: webcrypto.CryptoKeyPair
}

/** Issues a certificate; without an issuer it is self-signed. */
export async function issue(request: CertificateRequest, random: Random, issuer?: Issuer): Promise<Certificate> {
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber(random) })
  certificate.subject.typesAndValues.push(nameOf(request.name))
  certificate.issuer.typesAndValues.push(...(issuer?.certificate ?? certificate).subject.typesAndValues)
  certificate.notBefore = timeOf(request.validFrom)
  certificate.notAfter = timeOf(request.validTo)
  await certificate.subjectPublicKeyInfo.importKey(request.keys.publicKey, engine)
  certificate.extensions = [...usage(request), ...(await identifiers(certificate, issuer)), ...marks(request)]
  await certificate.sign((issuer?.keys ?? request.keys).privateKey, 'SHA-256', engine)
  return certificate
}

export const pemOf = (certificate: Certificate): string => {
  const lines = Buffer.from(certificate.toSchema(true).toBER())
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** A time in whole seconds, encoded as RFC 5280 (4.1.2.5) requires: UTCTime until 2049, then GeneralizedTime. */
export function timeOf(milliseconds: number): Time {
  const value = new Date(milliseconds - (milliseconds % 1000))
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value })
}

/** Positive and without leading zeros, for any random bytes. */
function serialNumber(random: Random): asn1js.Integer {
  const bytes = random.bytes(8)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bytes.buffer })
}

const nameOf = (name: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: oids.commonName, value: new asn1js.Utf8String({ value: name }) })

const extension = (extnID: string, value: asn1js.BaseBlock, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

/** Bits of KeyUsage: an authority signs certificates and revocation lists, a leaf signs data. */
const usage = ({ isAuthority }: CertificateRequest): Extension[] => [
  extension(oids.basicConstraints, new BasicConstraints({ cA: isAuthority }).toSchema(), true),
  extension(
    oids.keyUsage,
    new asn1js.BitString({
      valueHex: new Uint8Array([isAuthority ? 0x06 : 0x80]).buffer,
      unusedBits: isAuthority ? 1 : 7,
    }),
    true,
  ),
]

async function identifiers(certificate: Certificate, issuer?: Issuer): Promise<Extension[]> {
  const own = await keyIdentifier(certificate.subjectPublicKeyInfo)
  const theirs = issuer ? await keyIdentifier(issuer.certificate.subjectPublicKeyInfo) : own
  const authority = new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: theirs })
  return [
    extension(oids.subjectKeyIdentifier, new asn1js.OctetString({ valueHex: own })),
    extension(oids.authorityKeyIdentifier, new asn1js.Sequence({ value: [authority] })),
  ]
}

/** RFC 5280, 4.2.1.2 (1): SHA-1 of the public key's bits. */
const keyIdentifier = ({ subjectPublicKey }: PublicKeyInfo): Promise<ArrayBuffer> =>
  engine.digest({ name: 'SHA-1' }, subjectPublicKey.valueBlock.valueHexView.slice())

const marks = ({ marks: all = [] }: CertificateRequest): Extension[] =>
  all.map((oid) => extension(oid, new asn1js.Null()))
