import { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import { Certificate, ContentInfo, CryptoEngine, SignedData, type Attribute, type SignerInfo } from 'pkijs'
import { WalletTokenRefused } from '../refused.ts'
import { oids } from './oids.ts'
import type { AppleVersion } from './shape.ts'

/** Node's WebCrypto, passed explicitly so that nothing depends on the library's global engine. */
export const engine = new CryptoEngine({ name: 'node', crypto: webcrypto })

const signatureAlgorithms: Readonly<Record<AppleVersion, string>> = {
  EC_v1: oids.ecdsaWithSha256,
  RSA_v1: oids.rsaWithSha256,
}

/** A valid signature; whether its signer is trusted is checked by the chain. */
export interface SignedBy {
  readonly signer: Certificate
  /** All certificates that were sent, the signer's included. */
  readonly certificates: readonly Certificate[]
  /** Milliseconds since the epoch, as the signer states it. */
  readonly signedAt: number
}

/**
 * Checks a detached CMS signature over the content.
 * @throws WalletTokenRefused `signature_invalid`
 */
export async function checkSignature(cms: Buffer, content: Buffer, version: AppleVersion): Promise<SignedBy> {
  try {
    const signed = readSignedData(cms)
    const signerInfo = checkForm(signed, version)
    const signer = await signerOf(signed, content)
    const certificates = signed.certificates!.filter((one) => one instanceof Certificate)
    return { signer, certificates, signedAt: signingTime(signerInfo) }
  } catch {
    throw new WalletTokenRefused('signature_invalid')
  }
}

function readSignedData(cms: Buffer): SignedData {
  const { offset, result } = asn1js.fromBER(new Uint8Array(cms))
  assertForm(offset === cms.length)
  const content = new ContentInfo({ schema: result })
  assertForm(content.contentType === oids.signedData)
  return new SignedData({ schema: content.content })
}

/** Checks that the library omits: it would verify attached content instead of ours, and ignore a second digest. */
function checkForm({ encapContentInfo, signerInfos }: SignedData, version: AppleVersion): SignerInfo {
  const [signerInfo] = signerInfos
  assertForm(encapContentInfo.eContentType === oids.data && !encapContentInfo.eContent)
  assertForm(signerInfo !== undefined && signerInfos.length === 1)
  assertForm(signerInfo.digestAlgorithm.algorithmId === oids.sha256)
  assertForm(signerInfo.signatureAlgorithm.algorithmId === signatureAlgorithms[version])
  assertForm(onlyValue(signerInfo, oids.contentType).valueBlock.toString() === oids.data)
  onlyValue(signerInfo, oids.messageDigest)
  return signerInfo
}

async function signerOf(signed: SignedData, content: Buffer): Promise<Certificate> {
  const data = new Uint8Array(content).buffer
  const result = await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true }, engine)
  assertForm(result.signatureVerified === true && result.signerCertificate != null)
  return result.signerCertificate
}

function signingTime(signerInfo: SignerInfo): number {
  const value = onlyValue(signerInfo, oids.signingTime)
  assertForm(value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime)
  return value.toDate().getTime()
}

function onlyValue({ signedAttrs }: SignerInfo, type: string): Attribute['values'][number] {
  const found = signedAttrs?.attributes.filter((attribute) => attribute.type === type) ?? []
  assertForm(found.length === 1 && found[0]!.values.length === 1)
  return found[0]!.values[0]!
}

function assertForm(holds: boolean): asserts holds {
  if (!holds) throw new TypeError('not the form that Apple publishes')
}
