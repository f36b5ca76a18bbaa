import { createHmac, diffieHellman } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { googlePrivateKey, openGooglePayToken, unsealGooglePayToken } from '#wallet-tokens/open-google-pay-token.ts'
import { checkSignatures } from '#wallet-tokens/google/keys.ts'
import { messageKeys } from '#wallet-tokens/google/message.ts'
import { readSealedMessage, readToken, type GoogleVersion } from '#wallet-tokens/google/shape.ts'
import { keyFromPoint } from '#wallet-tokens/p256.ts'
import { flipped, places, refusalOf } from './tokens.ts'
import { withVectors, type GoogleVectors } from './vectors.ts'

withVectors<GoogleVectors>('googlepay-tokens.json', ({ tinkTestKeysForBuildingTokens, vectors }) => {
  const anotherKey = googlePrivateKey(tinkTestKeysForBuildingTokens.alternateMerchantPrivateKeyPkcs8Base64)

  test('there are six tokens of both versions, five with their key', () => {
    expect(vectors.map(({ token }) => token.protocolVersion)).toEqual(['ECv1', ...Array<string>(5).fill('ECv2')])
    expect(vectors.filter((vector) => vector.recipientPrivateKeyPkcs8Base64)).toHaveLength(5)
  })

  for (const vector of vectors)
    describe(vector.id, () => {
      const { token, recipientId, recipientPrivateKeyPkcs8Base64: ourKey, verifyAtMillis: now = 0 } = vector
      const { protocolVersion } = token
      const keyExpiration = String(now + 1)
      const rootKeys = vector.rootKeysSpkiBase64.map((keyValue) => ({ keyValue, protocolVersion, keyExpiration }))
      const opener = { recipientId, rootKeys, now, privateKeys: ourKey ? [googlePrivateKey(ourKey)] : [anotherKey] }
      const unseal = (changes: object = {}, opening: object = {}) =>
        refusalOf(() => unsealGooglePayToken({ ...token, ...changes }, { ...opener, ...opening }))
      /** Without a key, only the signatures can be checked. */
      const passed = ourKey ? 'opened' : 'decryption_failed'

      test('its signatures hold at its clock', async () => {
        expect(await refusalOf(() => checkSignatures(readToken(token), opener))).toBe('opened')
        expect(await unseal()).toBe(passed)
      })

      test('is not for another recipient', async () => {
        expect(await unseal({}, { recipientId: `${recipientId}0` })).toBe('signature_invalid')
      })

      test('is not believed without a live root key of its version', async () => {
        const rootsWith = (changes: object) => ({ rootKeys: rootKeys.map((key) => ({ ...key, ...changes })) })
        expect(await unseal({}, { rootKeys: [] })).toBe('unknown_key')
        expect(await unseal({}, rootsWith({ protocolVersion: 'ECv2SigningOnly' }))).toBe('unknown_key')
        expect(await unseal({}, rootsWith({ keyExpiration: String(now) }))).toBe('key_expired')
        expect(await unseal({}, rootsWith({ keyExpiration: 'never' }))).toBe('key_expired')
        expect(await unseal({}, rootsWith({ keyExpiration: undefined }))).toBe(
          protocolVersion === 'ECv1' ? passed : 'key_expired',
        )
        const foreign = vectors.find(({ rootKeysSpkiBase64: [root] }) => root !== vector.rootKeysSpkiBase64[0])!
        expect(await unseal({}, rootsWith({ keyValue: foreign.rootKeysSpkiBase64[0] }))).toBe('signature_invalid')
      })

      test('is refused after one changed letter of the signed message, and when that is written anew', async () => {
        const { signedMessage } = token
        for (let at = 0; at < signedMessage.length; at += 7) {
          const other = signedMessage[at] === 'A' ? 'B' : 'A'
          const changed = signedMessage.slice(0, at) + other + signedMessage.slice(at + 1)
          expect(await unseal({ signedMessage: changed })).toBe('signature_invalid')
        }
        const anew = JSON.stringify(JSON.parse(signedMessage))
        expect(anew).not.toBe(signedMessage)
        expect(await unseal({ signedMessage: anew })).toBe('signature_invalid')
      })

      test('is refused after one flipped bit of its signature', async () => {
        for (const at of places(token.signature, 40))
          expect(await unseal({ signature: flipped(token.signature, at) })).toBe('signature_invalid')
      })

      test('has exactly the members that are published', async () => {
        expect(await unseal({ extra: '' })).toBe('malformed')
        for (const member of Object.keys(token)) expect(await unseal({ [member]: undefined })).toBe('malformed')
        expect(await unseal({ protocolVersion: 'ECv3' })).toBe('unknown_version')
        expect(await unseal({ protocolVersion: 'ECv2SigningOnly' })).toBe('signing_only')
        expect(await unseal({ protocolVersion: 'toString' })).toBe('unknown_version')
      })

      const { intermediateSigningKey: intermediate } = token
      if (intermediate)
        test('its intermediate key must be live, signed, and of the published shape', async () => {
          const expiry = vector.intermediateKeyExpiration!
          const live = { rootKeys: rootKeys.map((key) => ({ ...key, keyExpiration: String(expiry + 2) })) }
          expect(await unseal({}, { ...live, now: expiry - 1 })).toBe(passed)
          expect(await unseal({}, { ...live, now: expiry })).toBe('key_expired')
          const withKey = (changes: object) => unseal({ intermediateSigningKey: { ...intermediate, ...changes } })
          const signedKey = intermediate.signedKey.replace(String(expiry), String(expiry + 1))
          expect(await withKey({ signedKey })).toBe('signature_invalid')
          expect(await withKey({ signedKey: JSON.stringify(JSON.parse(intermediate.signedKey)) })).toBe(
            'signature_invalid',
          )
          expect(await withKey({ signatures: [token.signature] })).toBe('signature_invalid')
          expect(await withKey({ signatures: [token.signature, ...intermediate.signatures] })).toBe(passed)
          expect(await withKey({ signatures: [] })).toBe('malformed')
          expect(await withKey({ extra: '' })).toBe('malformed')
        })

      const { plaintext } = vector.expected
      if (!ourKey || plaintext === undefined) return

      test('opens to its plaintext, with a key that has since been joined by another', async () => {
        expect(unsealGooglePayToken(token, opener)).toBe(plaintext)
        const rotated = { ...opener, privateKeys: [anotherKey, ...opener.privateKeys] }
        expect(unsealGooglePayToken(token, rotated)).toBe(plaintext)
        expect(await unseal({}, { privateKeys: [anotherKey] })).toBe('decryption_failed')
        expect(await unseal({}, { privateKeys: [] })).toBe('decryption_failed')
      })

      test('derives the secrets that were recomputed elsewhere', () => {
        const point = Buffer.from(readSealedMessage(token.signedMessage).ephemeralPublicKey, 'base64')
        const secret = diffieHellman({ privateKey: opener.privateKeys[0]!, publicKey: keyFromPoint(point) })
        const { aes, mac } = messageKeys(point, secret, protocolVersion as GoogleVersion)
        expect([secret, aes, mac].map((bytes) => bytes.toString('hex'))).toEqual([
          vector.expected.ecdhSharedSecretHex,
          vector.expected.aesCtrKeyHex,
          vector.expected.hmacSha256KeyHex,
        ])
        const { encryptedMessage, tag } = readSealedMessage(token.signedMessage)
        expect(createHmac('sha256', mac).update(Buffer.from(encryptedMessage, 'base64')).digest('base64')).toBe(tag)
      })

      const isPayment = plaintext.startsWith('{')
      test(isPayment ? 'is a payment until its message expires' : 'is no payment', async () => {
        const openAt = (moment: number) => refusalOf(() => openGooglePayToken(token, { ...opener, now: moment }))
        if (!isPayment) return expect(await openAt(now)).toBe('content_invalid')
        const expiry = Number((JSON.parse(plaintext) as { messageExpiration: string }).messageExpiration)
        expect(openGooglePayToken(token, { ...opener, now: expiry - 1 })).toEqual(JSON.parse(plaintext))
        expect(await openAt(expiry)).toBe('message_expired')
        expect(await openAt(now)).toBe('message_expired')
      })
    })
})
