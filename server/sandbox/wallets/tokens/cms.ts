import { createHash } from 'node:crypto'
import * as asn1js from 'asn1js'
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { engine } from '#wallet-tokens/apple/cms.ts'
import { oids } from '#wallet-tokens/apple/oids.ts'
import type { AppleSigner } from './apple-root.ts'
import { timeOf } from './certificate.ts'

/** Signs content as Apple does: detached CMS with signing time, the certificates of leaf and authority. DER. */
export async function signDetached(content: Buffer, signer: AppleSigner, signedAt: number): Promise<Buffer> {
  const [leaf, intermediate] = signer.certificates
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: [leaf, intermediate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributes(content, signedAt) }),
      }),
    ],
  })
  await signed.sign(signer.privateKey, 0, 'SHA-256', undefined, engine)
  const info = new ContentInfo({ contentType: oids.signedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

const attributes = (content: Buffer, signedAt: number): Attribute[] => [
  attribute(oids.contentType, new asn1js.ObjectIdentifier({ value: oids.data })),
  attribute(oids.signingTime, timeOf(signedAt).toSchema()),
  attribute(
    oids.messageDigest,
    new asn1js.OctetString({ valueHex: new Uint8Array(createHash('sha256').update(content).digest()).buffer }),
  ),
]

const attribute = (type: string, value: asn1js.BaseBlock): Attribute => new Attribute({ type, values: [value] })
