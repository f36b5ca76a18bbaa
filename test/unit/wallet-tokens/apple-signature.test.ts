import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import * as asn1js from 'asn1js'
import { Attribute, ContentInfo, SignedData, type Certificate } from 'pkijs'
import { expect, test, vi } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { openApplePayToken } from '#wallet-tokens/open-apple-pay-token.ts'
import { engine } from '#wallet-tokens/apple/cms.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import { oids } from '#wallet-tokens/apple/oids.ts'
import { signedContent, type ApplePaymentData } from '#wallet-tokens/apple/shape.ts'
import { makeApplePayToken, signPaymentData } from '#sandbox/wallets/tokens/make-apple-pay-token.ts'
import { makeAppleRoot, type AppleSigner } from '#sandbox/wallets/tokens/apple-root.ts'
import { issue, pemOf, timeOf, type Issuer, type CertificateRequest } from '#sandbox/wallets/tokens/certificate.ts'
import { clock, NOW, random, refusalOf } from './tokens.ts'

/** Each decryption parses some kilobytes of ASN.1, and there are many. */
vi.setConfig({ testTimeout: 60_000 })

const merchant = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const merchantIdentifier = 'merchant.example.shop'
const privateKey = (merchant.privateKey as KeyObject).export({ format: 'pem', type: 'pkcs8' }) as string
const keys = appleMerchantKeys([{ privateKey, merchantIdentifier }])
const apple = await makeAppleRoot({ clock, random })
const token = await makeApplePayToken(
  {
    applicationPrimaryAccountNumber: '4111111111111111',
    applicationExpirationDate: '311231',
    currencyCode: '978',
    transactionAmount: 100,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: 'AMwBRjPWDnAgAA7Rls7mAoABFA==' },
  },
  { root: apple, merchantPublicKey: merchant.publicKey, merchantIdentifier, clock, random },
)

const open = (value: unknown, roots: readonly string[] = [apple.root]) =>
  refusalOf(() => openApplePayToken(value, { keys, roots, now: NOW }))

const generate = (): Promise<CertificateRequest['keys']> =>
  engine.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']) as Promise<
    CertificateRequest['keys']
  >

async function member(changes: Partial<CertificateRequest>, issuer?: Issuer): Promise<Issuer> {
  const keys = await generate()
  const request: CertificateRequest = {
    name: 'anyone',
    keys,
    isAuthority: true,
    validFrom: NOW - DAY,
    validTo: NOW + DAY,
    ...changes,
  }
  return { keys: request.keys, certificate: await issue(request, random, issuer) }
}

const marked = { name: 'intermediate', marks: [oids.appleIntermediate] }
const leafMarked = { name: 'leaf', isAuthority: false, marks: [oids.appleLeaf] }

/** Decrypts a token that the leaf at the end of the given chain has signed. */
async function openBy(leaf: Issuer, others: readonly Certificate[], root: Issuer): Promise<string> {
  const certificates = [leaf.certificate, others[0]!] as const
  const signer: AppleSigner = { privateKey: leaf.keys.privateKey, certificates }
  const value = await signPaymentData(token, { root: '', signer: async () => signer }, NOW)
  const signature = await rewritten(value, (signed) => signed.certificates!.push(...others.slice(1)))
  return open({ ...value, signature }, [pemOf(root.certificate)])
}

/** The signature of payment data after a change; the signer's own part is kept, or signed again. */
async function rewritten(
  value: ApplePaymentData,
  change: (signed: SignedData) => unknown,
  signAgain = false,
): Promise<string> {
  const content = ContentInfo.fromBER(new Uint8Array(Buffer.from(value.signature, 'base64')))
  const signed = new SignedData({ schema: content.content })
  change(signed)
  if (signAgain) {
    signed.signerInfos[0]!.signedAttrs!.encodedValue = new ArrayBuffer(0)
    await signed.sign((await apple.signer('EC_v1')).privateKey, 0, 'SHA-256', undefined, engine)
  }
  const info = new ContentInfo({ contentType: oids.signedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER()).toString('base64')
}

const openRewritten = async (change: (signed: SignedData) => unknown, signAgain = false, value = token) =>
  open({ ...value, signature: await rewritten(value, change, signAgain) })

const attributesOf = (signed: SignedData): Attribute[] => signed.signerInfos[0]!.signedAttrs!.attributes

test('is opened as it is, and after it was taken apart and put together', async () => {
  expect(await open(token)).toBe('opened')
  expect(await openRewritten(() => undefined)).toBe('opened')
  expect(await openRewritten(() => undefined, true)).toBe('opened')
})

test('a path of leaf, marked intermediate and trusted root is believed, whatever else is sent along', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const leaf = await member(leafMarked, intermediate)
  expect(await openBy(leaf, [intermediate.certificate], root)).toBe('opened')
  expect(await openBy(leaf, [root.certificate, intermediate.certificate], root)).toBe('opened')
})

test('each link and each mark of the path counts', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const opensBy = async (leafRequest: Partial<CertificateRequest>, request: Partial<CertificateRequest> = marked) => {
    const between = await member({ ...marked, ...request }, root)
    return openBy(await member({ ...leafMarked, ...leafRequest }, between), [between.certificate], root)
  }
  expect(await opensBy({})).toBe('opened')
  expect(await opensBy({ marks: [] })).toBe('chain_invalid')
  expect(await opensBy({ marks: [oids.appleIntermediate] })).toBe('chain_invalid')
  expect(await opensBy({ validTo: NOW - 1000 })).toBe('chain_invalid')
  expect(await opensBy({ validFrom: NOW + 1000 })).toBe('chain_invalid')
  expect(await opensBy({}, { marks: [] })).toBe('chain_invalid')
  expect(await opensBy({}, { marks: [oids.appleLeaf] })).toBe('chain_invalid')
  expect(await opensBy({}, { isAuthority: false })).toBe('chain_invalid')
  expect(await opensBy({}, { validTo: NOW - 1000 })).toBe('chain_invalid')
  const byRoot = await member(leafMarked, root)
  expect(await openBy(byRoot, [intermediate.certificate], root)).toBe('chain_invalid')
  const leaf = await member(leafMarked, intermediate)
  expect(await openBy(leaf, [leaf.certificate], root)).toBe('chain_invalid')
})

test('a foreign or expired root is not believed, nor one that only bears the name', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const leaf = await member(leafMarked, intermediate)
  const path = [intermediate.certificate, root.certificate]
  expect(await openBy(leaf, path, root)).toBe('opened')
  expect(await openBy(leaf, path, await member({ name: 'root' }))).toBe('chain_invalid')
  const expired = await member({ name: 'root', keys: root.keys, validTo: NOW - 1000 })
  expect(await openBy(leaf, path, expired)).toBe('chain_invalid')
  const noAuthority = await member({ name: 'root', keys: root.keys, isAuthority: false })
  expect(await openBy(leaf, path, noAuthority)).toBe('chain_invalid')
})

test('a forged intermediate is not believed, not even beside the genuine one', async () => {
  const root = await member({ name: 'root' })
  const genuine = await member(marked, root)
  const forged = await member(marked, await member({ name: 'root' }))
  const leaf = await member(leafMarked, forged)
  expect(await openBy(leaf, [forged.certificate, genuine.certificate], root)).toBe('chain_invalid')
})

test('a link is a signature, not only a name and a key identifier', async () => {
  const root = await member({ name: 'root' })
  const genuine = await member(marked, root)
  const thief = { keys: await generate() }
  const leaf = await member(leafMarked, { ...genuine, ...thief })
  expect(await openBy(leaf, [genuine.certificate], root)).toBe('chain_invalid')
  const intermediate = await member(marked, { ...root, ...thief })
  expect(await openBy(await member(leafMarked, intermediate), [intermediate.certificate], root)).toBe('chain_invalid')
})

test('a link is a name, not only a signature', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const renamed = await member({ ...marked, name: 'another', keys: intermediate.keys }, root)
  const leaf = await member(leafMarked, intermediate)
  expect(await openBy(leaf, [renamed.certificate], root)).toBe('chain_invalid')
})

test('an intermediate that may sign certificates but is no authority is not believed', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const constraints = intermediate.certificate.extensions!.find(({ extnID }) => extnID === oids.basicConstraints)!
  constraints.extnValue = new asn1js.OctetString({ valueHex: new asn1js.Sequence().toBER() })
  await intermediate.certificate.sign(root.keys.privateKey, 'SHA-256', engine)
  expect(await openBy(await member(leafMarked, intermediate), [intermediate.certificate], root)).toBe('chain_invalid')
})

test('a critical extension that is not understood forbids the use of its certificate', async () => {
  const root = await member({ name: 'root' })
  const intermediate = await member(marked, root)
  const opensWith = async (critical: boolean, oid: string) => {
    const leaf = await member({ ...leafMarked, marks: [oids.appleLeaf, '1.2.3.4'] }, intermediate)
    leaf.certificate.extensions!.find(({ extnID }) => extnID === oid)!.critical = critical
    await leaf.certificate.sign(intermediate.keys.privateKey, 'SHA-256', engine)
    return openBy(leaf, [intermediate.certificate], root)
  }
  expect(await opensWith(false, '1.2.3.4')).toBe('opened')
  expect(await opensWith(true, '1.2.3.4')).toBe('chain_invalid')
  expect(await opensWith(true, oids.appleLeaf)).toBe('opened')
})

test('certificates that issue each other come to an end', async () => {
  const root = await member({ name: 'root' })
  const first = await member({ ...marked, name: 'one' })
  const second = await member({ ...marked, name: 'two' }, first)
  const again = await member({ ...marked, name: 'one', keys: first.keys }, second)
  const leaf = await member(leafMarked, again)
  expect(await openBy(leaf, [again.certificate, second.certificate], root)).toBe('chain_invalid')
})

test('content that lies in the signature itself is not taken in place of ours', async () => {
  const data = Buffer.from(token.data, 'base64').fill(0).toString('base64')
  const attach = (signed: SignedData) => {
    const content = new Uint8Array(signedContent(token)).buffer
    signed.encapContentInfo.eContent = new asn1js.OctetString({ valueHex: content })
  }
  const signature = await rewritten(token, attach)
  expect(await open({ ...token, data, signature })).toBe('signature_invalid')
  expect(await open({ ...token, signature })).toBe('signature_invalid')
})

test('a destroyed signature does not hold', async () => {
  const destroy = (signed: SignedData) => {
    const [info] = signed.signerInfos
    const bytes = new Uint8Array(info!.signature.valueBlock.valueHexView)
    bytes[20] = bytes[20]! ^ 1
    info!.signature = new asn1js.OctetString({ valueHex: bytes.buffer })
  }
  expect(await openRewritten(destroy)).toBe('signature_invalid')
  expect(await openRewritten((signed) => (signed.signerInfos = []))).toBe('signature_invalid')
  expect(await openRewritten((signed) => signed.signerInfos.push(signed.signerInfos[0]!))).toBe('signature_invalid')
  expect(await openRewritten((signed) => (signed.certificates = []))).toBe('signature_invalid')
  for (const signature of ['AAAA', 'MAA=', Buffer.from('not ASN.1').toString('base64')])
    expect(await open({ ...token, signature })).toBe('signature_invalid')
  const trailed = Buffer.concat([Buffer.from(token.signature, 'base64'), Buffer.alloc(1)]).toString('base64')
  expect(await open({ ...token, signature: trailed })).toBe('signature_invalid')
})

test('each signed attribute is there, once, and says what it must', async () => {
  for (const type of [oids.contentType, oids.messageDigest, oids.signingTime]) {
    const without = (signed: SignedData) => {
      const attributes = attributesOf(signed)
      attributes.splice(
        attributes.findIndex((one) => one.type === type),
        1,
      )
    }
    const twice = (signed: SignedData) => {
      const attributes = attributesOf(signed)
      attributes.push(attributes.find((one) => one.type === type)!)
    }
    expect(await openRewritten(without, true)).toBe('signature_invalid')
    expect(await openRewritten(twice, true)).toBe('signature_invalid')
  }
  const replace = (type: string, value: asn1js.BaseBlock) => (signed: SignedData) => {
    const attributes = attributesOf(signed)
    attributes[attributes.findIndex((one) => one.type === type)] = new Attribute({ type, values: [value] })
  }
  const signedDataType = new asn1js.ObjectIdentifier({ value: oids.signedData })
  expect(await openRewritten(replace(oids.contentType, signedDataType), true)).toBe('signature_invalid')
  const digest = new Uint8Array(createHash('sha256').update('other').digest()).buffer
  expect(await openRewritten(replace(oids.messageDigest, new asn1js.OctetString({ valueHex: digest })), true)).toBe(
    'signature_invalid',
  )
  expect(await openRewritten(replace(oids.signingTime, new asn1js.Null()), true)).toBe('signature_invalid')
  const late = timeOf(NOW - 600_000).toSchema()
  expect(await openRewritten(replace(oids.signingTime, late), true)).toBe('signing_time')
  expect(await openRewritten(replace(oids.signingTime, late), false)).toBe('signature_invalid')
})

test('a time after 2049 is read and written too', async () => {
  const later = Date.UTC(2060, 0, 1)
  const then = { now: () => later, sleep: () => Promise.resolve() }
  const root = await makeAppleRoot({ clock: then, random })
  const value = await signPaymentData(token, root, later)
  const opener = { keys, roots: [root.root], now: later }
  expect(await refusalOf(() => openApplePayToken(value, opener))).toBe('opened')
})

test('the algorithms are the published ones', async () => {
  const weaker = (signed: SignedData) => (signed.signerInfos[0]!.digestAlgorithm.algorithmId = '1.3.14.3.2.26')
  expect(await openRewritten(weaker)).toBe('signature_invalid')
  const byRsa = await signPaymentData(token, { ...apple, signer: () => apple.signer('RSA_v1') }, NOW)
  expect(await open(byRsa)).toBe('signature_invalid')
})
