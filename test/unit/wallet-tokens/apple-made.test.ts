import { createCipheriv, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { openApplePayToken, type AppleOpener } from '#wallet-tokens/open-apple-pay-token.ts'
import { aesKey, merchantIdHash } from '#wallet-tokens/apple/kdf.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import type { ApplePayment } from '#wallet-tokens/apple/payment.ts'
import type { ApplePaymentData } from '#wallet-tokens/apple/shape.ts'
import { makeApplePayToken, signPaymentData, type AppleMaker } from '#sandbox/wallets/tokens/make-apple-pay-token.ts'
import { makeAppleRoot } from '#sandbox/wallets/tokens/apple-root.ts'
import { packPaymentToken, unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { applePayments } from './details.ts'
import { clock, flipped, NOW, places, random, refusalOf } from './tokens.ts'
import { runs } from '../../support/extent.ts'

/** Each decryption parses some kilobytes of ASN.1, and there are many. */
vi.setConfig({ testTimeout: 60_000 })

const merchantIdentifier = 'merchant.example.shop'
const root = await makeAppleRoot({ clock, random })
const pairs = {
  EC_v1: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RSA_v1: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }) as string
const processing = Object.values(pairs).map(({ privateKey }) => ({ privateKey: pemOf(privateKey), merchantIdentifier }))
const opener: AppleOpener = { keys: appleMerchantKeys(processing), roots: [root.root], now: NOW }
const payment: ApplePayment = {
  applicationPrimaryAccountNumber: '4111111111111111',
  applicationExpirationDate: '311231',
  currencyCode: '978',
  transactionAmount: 1234,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AMwBRjPWDnAgAA7Rls7mAoABFA==', eciIndicator: '5' },
}

describe.each(['EC_v1', 'RSA_v1'] as const)('%s', async (version) => {
  const maker: AppleMaker = { root, merchantPublicKey: pairs[version].publicKey, merchantIdentifier, clock, random }
  const token = await makeApplePayToken(payment, maker)
  const open = (value: unknown = token, opening: Partial<AppleOpener> = {}) =>
    refusalOf(() => openApplePayToken(value, { ...opener, ...opening }))
  const withHeader = (changes: object) => ({ ...token, header: { ...token.header, ...changes } })
  const signed = async (changed: object) => open(await signPaymentData(changed as ApplePaymentData, root, NOW))

  test('what is made opens to what it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(applePayments, fc.boolean(), async (made, withData) => {
        const applicationData = Buffer.from(random.bytes(32))
        const value = await makeApplePayToken(made, { ...maker, ...(withData && { applicationData }) })
        expect(value.version).toBe(version)
        expect(await openApplePayToken(value, opener)).toEqual({
          payment: made,
          transactionId: value.header.transactionId,
          signedAt: opener.now,
          ...(withData && { applicationData: applicationData.toString('hex') }),
        })
      }),
      { numRuns: runs(20) },
    )
  })

  test('fits the field paymentToken, and comes out of it as it went in', async () => {
    const packed = packPaymentToken(token)
    expect(packed.length).toBeLessThanOrEqual(8192)
    expect(await open(unpackPaymentToken(packed))).toBe('opened')
  })

  test('is refused after one flipped bit in any member', async () => {
    const applicationData = Buffer.from(random.bytes(32))
    const value = await makeApplePayToken(payment, { ...maker, applicationData })
    for (const [member, text] of Object.entries(value.header as Readonly<Record<string, string>>)) {
      const encoding = member === 'transactionId' || member === 'applicationData' ? 'hex' : 'base64'
      for (const at of places(text, 5, encoding)) {
        const changed = { ...value, header: { ...value.header, [member]: flipped(text, at, encoding) } }
        expect(await open(changed)).toBe(member === 'publicKeyHash' ? 'unknown_key' : 'signature_invalid')
      }
    }
    for (const at of places(value.data, 6))
      expect(await open({ ...value, data: flipped(value.data, at) })).toBe('signature_invalid')
  })

  test('its members are of the published shape', async () => {
    for (const member of ['data', 'signature'])
      for (const value of [undefined, '', 'not Base64!', 4])
        expect(await open({ ...token, [member]: value })).toBe('malformed')
    for (const member of Object.keys(token.header))
      for (const value of [undefined, '', '%', 4]) expect(await open(withHeader({ [member]: value }))).toBe('malformed')
    expect(await open({ ...token, header: undefined })).toBe('malformed')
    expect(await open({ ...token, version: 'EC_v2' })).toBe('unknown_version')
    expect(await open({ ...token, version: 'toString' })).toBe('unknown_version')
    expect(await open({ ...token, version: version === 'EC_v1' ? 'RSA_v1' : 'EC_v1' })).toBe('malformed')
  })

  test('a used transaction cannot come again under another name', async () => {
    const used = new Set<string>()
    const seen = (id: string) => used.has(id) || !used.add(id)
    const applicationData = Buffer.from(random.bytes(32))
    const value = await makeApplePayToken(payment, { ...maker, applicationData })
    const { transactionId } = value.header
    const renamed = (changes: object) => open({ ...value, header: { ...value.header, ...changes } }, { seen })
    expect(await renamed({})).toBe('opened')
    expect(await renamed({})).toBe('replayed')
    expect(await renamed({ transactionId: transactionId.toUpperCase() })).toBe('replayed')
    const all = transactionId + applicationData.toString('hex')
    expect(await renamed({ transactionId: all, applicationData: undefined })).toBe('malformed')
    expect(await renamed({ transactionId: all.slice(0, 62), applicationData: all.slice(62) })).toBe('malformed')
    const data = Buffer.concat([Buffer.from(value.data, 'base64'), Buffer.from(transactionId, 'hex')]).toString(
      'base64',
    )
    const { applicationData: moved, ...header } = value.header
    expect(await open({ ...value, data, header: { ...header, transactionId: moved } }, { seen })).toBe(
      'decryption_failed',
    )
    expect(used.size).toBe(1)
  })

  test('a used transaction is only remembered when all else was right', async () => {
    const request: string[] = []
    const seen = (id: string) => request.push(id) < 0
    await open(token, { seen, now: NOW + 600_000 })
    await open(withHeader({ transactionId: '00'.repeat(32) }), { seen })
    expect(request).toEqual([])
    await open(token, { seen })
    expect(request).toEqual([token.header.transactionId])
  })

  test('what was tampered with before it was signed does not open', async () => {
    for (const at of places(token.data, 6))
      expect(await signed({ ...token, data: flipped(token.data, at) })).toBe('decryption_failed')
    const cut = (bytes: number) => Buffer.from(token.data, 'base64').subarray(0, -bytes).toString('base64')
    for (const bytes of [1, 4, 16]) expect(await signed({ ...token, data: cut(bytes) })).toBe('decryption_failed')
    expect(await signed({ ...token, data: 'AAAA' })).toBe('decryption_failed')
    const material = version === 'EC_v1' ? 'ephemeralPublicKey' : 'wrappedKey'
    expect(await signed(withHeader({ [material]: 'AAAA' }))).toBe('decryption_failed')
  })

  test('a key of the other kind is not used', async () => {
    const other = pairs[version === 'EC_v1' ? 'RSA_v1' : 'EC_v1']
    const key = appleMerchantKeys([{ privateKey: pemOf(other.privateKey), merchantIdentifier }])
      .values()
      .next().value!
    expect(await open(token, { keys: new Map([[token.header.publicKeyHash, key]]) })).toBe('unknown_key')
  })

  test('what it holds must be a payment', async () => {
    const make = (content: unknown) => makeApplePayToken(content as ApplePayment, maker)
    const { paymentData } = payment
    const wrong = [
      ...Object.keys(payment).map((member) => ({ ...payment, [member]: undefined })),
      { ...payment, applicationPrimaryAccountNumber: '411111111111111x' },
      { ...payment, applicationExpirationDate: '311331' },
      { ...payment, currencyCode: 'EUR' },
      { ...payment, transactionAmount: -1 },
      { ...payment, transactionAmount: '1234' },
      { ...payment, transactionAmount: 12.5 },
      { ...payment, paymentDataType: 'EMV' },
      { ...payment, paymentDataType: 'Other' },
      { ...payment, paymentData: { ...paymentData, onlinePaymentCryptogram: undefined } },
      { ...payment, paymentData: { ...paymentData, eciIndicator: '005' } },
      '4111111111111111',
      null,
    ]
    for (const content of wrong) expect(await open(await make(content))).toBe('content_invalid')
    expect(await open(await make({ ...payment, merchantTokenIdentifier: 'new' }))).toBe('opened')
  })

  test.each([undefined, null, '', 'text', 4, [], {}, { version: 1 }])('%j is not payment data', async (value) => {
    expect(await refusalOf(() => openApplePayToken(value, opener))).toBe('malformed')
  })
})

test('the counter of AES-GCM starts from sixteen zero bytes, not from twelve', async () => {
  const { publicKey, privateKey } = pairs.EC_v1
  const maker = { root, merchantPublicKey: publicKey, merchantIdentifier, clock, random }
  const token = await makeApplePayToken(payment, maker)
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = aesKey(diffieHellman({ privateKey, publicKey: ephemeral.publicKey }), merchantIdHash(merchantIdentifier))
  const sealedWith = (ivLength: number) => {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(ivLength))
    const data = Buffer.concat([cipher.update(JSON.stringify(payment)), cipher.final(), cipher.getAuthTag()])
    const ephemeralPublicKey = ephemeral.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const header = { ...token.header, ephemeralPublicKey }
    return signPaymentData({ ...token, version: 'EC_v1', header, data: data.toString('base64') }, root, NOW)
  }
  expect(await refusalOf(async () => openApplePayToken(await sealedWith(16), opener))).toBe('opened')
  expect(await refusalOf(async () => openApplePayToken(await sealedWith(12), opener))).toBe('decryption_failed')
})
