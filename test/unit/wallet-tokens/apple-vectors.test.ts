import { createHash, createPrivateKey, diffieHellman, X509Certificate } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { openApplePayToken, type AppleOpener } from '#wallet-tokens/open-apple-pay-token.ts'
import { decryptPaymentData } from '#wallet-tokens/apple/decrypt.ts'
import { aesKey, merchantIdHash } from '#wallet-tokens/apple/kdf.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import { readPaymentData, signedContent } from '#wallet-tokens/apple/shape.ts'
import { makeAppleRoot } from '#sandbox/wallets/tokens/apple-root.ts'
import { signPaymentData } from '#sandbox/wallets/tokens/make-apple-pay-token.ts'
import { keyFromSpki } from '#wallet-tokens/p256.ts'
import { clockAt, flipped, places, random, refusalOf } from './tokens.ts'
import { withVectors, type AppleVectors } from './vectors.ts'
import { oneOfEach } from '../../support/extent.ts'

/** Each decryption parses some kilobytes of ASN.1, and there are many. */
vi.setConfig({ testTimeout: 60_000 })

/** Valid at the times of all tokens. */
const foreign = await makeAppleRoot({ clock: clockAt(Date.UTC(2021, 7, 1)), random })

withVectors<AppleVectors>('applepay-tokens.json', ({ appleRootCaG3, vectors }) => {
  test('there are four tokens, and the root is the one whose fingerprint Apple publishes', () => {
    expect(vectors.map(({ paymentData }) => paymentData.version)).toEqual(['EC_v1', 'EC_v1', 'EC_v1', 'RSA_v1'])
    expect(new X509Certificate(appleRootCaG3.pem).fingerprint256).toBe(appleRootCaG3.sha256Fingerprint)
  })

  for (const vector of oneOfEach(vectors, ({ paymentData }) => paymentData.version))
    describe(vector.id, () => {
      const { paymentData, merchantIdentifier, merchantPrivateKeyPem: privateKey } = vector
      const signedAt = Date.parse(vector.cmsSigningTimeUtc)
      const opener: AppleOpener = {
        keys: appleMerchantKeys([{ privateKey, merchantIdentifier }]),
        roots: [appleRootCaG3.pem],
        now: signedAt,
      }
      const open = (changes: object = {}, opening: Partial<AppleOpener> = {}) =>
        refusalOf(() => openApplePayToken({ ...paymentData, ...changes }, { ...opener, ...opening }))
      const withHeader = (changes: object) => ({ header: { ...paymentData.header, ...changes } })

      test('opens to its plaintext at its clock', async () => {
        expect((await openApplePayToken(paymentData, opener)).payment).toEqual(JSON.parse(vector.plaintext))
      })

      test('covers the content, and derives the secrets, that were recomputed elsewhere', () => {
        const content = signedContent(readPaymentData(paymentData))
        expect(createHash('sha256').update(content).digest('hex')).toBe(vector.signedContentSha256Hex)
        expect(merchantIdHash(merchantIdentifier).toString('hex')).toBe(vector.merchantIdSha256Hex)
        if (vector.sharedSecretHex === undefined) return
        const publicKey = keyFromSpki(Buffer.from(paymentData.header.ephemeralPublicKey!, 'base64'))
        const secret = diffieHellman({ privateKey: createPrivateKey(privateKey), publicKey })
        expect(secret.toString('hex')).toBe(vector.sharedSecretHex)
        expect(aesKey(secret, merchantIdHash(merchantIdentifier)).toString('hex')).toBe(vector.symmetricKeyHex)
      })

      test('opens only near the time it was signed', async () => {
        expect(await open({}, { now: signedAt + 300_000 })).toBe('opened')
        expect(await open({}, { now: signedAt + 300_001 })).toBe('signing_time')
        expect(await open({}, { now: signedAt - 300_001 })).toBe('signing_time')
        expect(await open({}, { now: signedAt + 2000, signingTimeToleranceMs: 1000 })).toBe('signing_time')
        expect(await open({}, { now: NaN })).toBe('signing_time')
      })

      test('opens only under the root of Apple', async () => {
        expect(await open({}, { roots: [foreign.root] })).toBe('chain_invalid')
        expect(await open({}, { roots: [] })).toBe('chain_invalid')
        expect(await open({}, { roots: [foreign.root, appleRootCaG3.pem] })).toBe('opened')
      })

      test('opens once', async () => {
        const used = new Set<string>()
        const seen = (id: string) => used.has(id) || !used.add(id)
        expect(await open({}, { seen })).toBe('opened')
        expect(await open({}, { seen })).toBe('replayed')
        const transactionId = paymentData.header.transactionId!.toUpperCase()
        expect(await open(withHeader({ transactionId }), { seen })).toBe('replayed')
      })

      test('opens for nobody else', async () => {
        const others = vectors.filter((other) => other.merchantPrivateKeyPem !== privateKey)
        for (const other of others) {
          const keys = appleMerchantKeys([{ privateKey: other.merchantPrivateKeyPem, merchantIdentifier }])
          expect(await open({}, { keys })).toBe('unknown_key')
        }
        expect(others).toHaveLength(3)
      })

      test('is refused after one flipped bit in any member', async () => {
        for (const at of places(paymentData.data, 8))
          expect(await open({ data: flipped(paymentData.data, at) })).toBe('signature_invalid')
        for (const [member, value] of Object.entries(paymentData.header))
          for (const at of places(value, 6, member === 'transactionId' ? 'hex' : 'base64')) {
            const changed = withHeader({ [member]: flipped(value, at, member === 'transactionId' ? 'hex' : 'base64') })
            expect(await open(changed)).toBe(member === 'publicKeyHash' ? 'unknown_key' : 'signature_invalid')
          }
      })

      test('after a flipped bit anywhere in the signature it is refused, or is the same payment', async () => {
        let refused = 0
        for (const at of places(paymentData.signature, 24)) {
          const changed = { ...paymentData, signature: flipped(paymentData.signature, at) }
          const code = await refusalOf(async () => {
            expect((await openApplePayToken(changed, opener)).payment).toEqual(JSON.parse(vector.plaintext))
          })
          expect(['opened', 'signature_invalid', 'chain_invalid']).toContain(code)
          if (code !== 'opened') refused++
        }
        expect(refused).toBeGreaterThan(12)
      })

      test('its GCM tag is checked, whoever signed', () => {
        const read = readPaymentData(paymentData)
        const key = opener.keys.get(read.header.publicKeyHash)!
        expect(decryptPaymentData(read, key)).toBe(vector.plaintext)
        for (const at of places(read.data, 64))
          expect(() => decryptPaymentData({ ...read, data: flipped(read.data, at) }, key)).toThrow('does not open')
      })

      test('cut short and signed anew it does not open', async () => {
        for (const cut of [1, 4, 16]) {
          const data = Buffer.from(paymentData.data, 'base64').subarray(0, -cut).toString('base64')
          const signed = await signPaymentData(readPaymentData({ ...paymentData, data }), foreign, signedAt)
          expect(await open(signed, { roots: [foreign.root] })).toBe('decryption_failed')
        }
      })

      test('opens with the merchant identifier that it was made for, or with its hash', async () => {
        const opensFor = (identifier: string) =>
          open({}, { keys: appleMerchantKeys([{ privateKey, merchantIdentifier: identifier }]) })
        expect(await opensFor(vector.merchantIdSha256Hex)).toBe('opened')
        const withAnother = paymentData.version === 'EC_v1' ? 'decryption_failed' : 'opened'
        expect(await opensFor('merchant.example.another')).toBe(withAnother)
      })
    })
})
