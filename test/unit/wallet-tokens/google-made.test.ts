import { generateKeyPairSync, sign } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { googlePrivateKey, openGooglePayToken, type GoogleOpener } from '#wallet-tokens/open-google-pay-token.ts'
import { intermediateInput, lv, messageInput } from '#wallet-tokens/google/lv.ts'
import type { GoogleToken, GoogleVersion } from '#wallet-tokens/google/shape.ts'
import {
  makeGooglePayToken,
  sealMessage,
  signMessage,
  type GoogleMaker,
} from '#sandbox/wallets/tokens/make-google-pay-token.ts'
import { makeGoogleRoot } from '#sandbox/wallets/tokens/google-root.ts'
import { googleDetails } from './details.ts'
import { clock, clockAt, flipped, NOW, places, random, refusalOf } from './tokens.ts'
import { runs } from '../../support/extent.ts'

const root = makeGoogleRoot({ clock })
const recipient = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pan = '4111111111111111'
const details = {
  gatewayMerchantId: 'shop-1',
  paymentMethodDetails: { pan, expirationMonth: 12, expirationYear: 2031, authMethod: 'PAN_ONLY' as const },
}
const makerOf = (protocolVersion: GoogleVersion): GoogleMaker => ({
  root,
  protocolVersion,
  recipientId: 'gateway:sandbox',
  recipientPublicKey: recipient.publicKey,
  clock,
  random,
})
const opener: GoogleOpener = {
  recipientId: 'gateway:sandbox',
  rootKeys: root.rootKeys,
  privateKeys: [recipient.privateKey],
  now: NOW,
}

describe.each(['ECv1', 'ECv2'] as const)('%s', (protocolVersion) => {
  const maker = makerOf(protocolVersion)
  const token = makeGooglePayToken(details, maker)
  const open = (value: unknown = token, opening: Partial<GoogleOpener> = {}) =>
    refusalOf(() => openGooglePayToken(value, { ...opener, ...opening }))
  const signed = (text: string) => open(signMessage(text, maker))
  const sealed = (content: unknown) =>
    signed(sealMessage(typeof content === 'string' ? content : JSON.stringify(content), maker))

  test('what is made opens to what it was made of', () => {
    fc.assert(
      fc.property(googleDetails, (payment) => {
        expect(openGooglePayToken(makeGooglePayToken(payment, maker), opener)).toEqual({
          messageExpiration: String(NOW + DAY),
          messageId: expect.stringMatching(/^[\w-]{32}$/) as string,
          paymentMethod: 'CARD',
          ...payment,
        })
      }),
      { numRuns: runs(60) },
    )
  })

  test('survives the trip as JSON, in which its signed texts hold escapes', async () => {
    expect(token.signedMessage).toContain('\\u003d')
    expect(await open(JSON.parse(JSON.stringify(token)))).toBe('opened')
  })

  test('is for its recipient, opens once, and for a day', async () => {
    expect(await open(token, { recipientId: 'gateway:other' })).toBe('signature_invalid')
    const used = new Set<string>()
    const seen = (id: string) => used.has(id) || !used.add(id)
    expect(await open(token, { seen })).toBe('opened')
    expect(await open(token, { seen })).toBe('replayed')
    expect(await open(token, { now: NOW + DAY - 1 })).toBe('opened')
    expect(await open(token, { now: NOW + DAY })).toBe('message_expired')
    expect(await open(token, { now: NaN })).not.toBe('opened')
  })

  test('is for one merchant of the gateway', async () => {
    expect(await open(token, { gatewayMerchantId: 'shop-1' })).toBe('opened')
    expect(await open(token, { gatewayMerchantId: 'shop-2' })).toBe('other_merchant')
    const { paymentMethodDetails } = details
    expect(await open(makeGooglePayToken({ paymentMethodDetails }, maker), { gatewayMerchantId: 'shop-1' })).toBe(
      'other_merchant',
    )
  })

  test('a used message is only remembered when all else was right', async () => {
    const request: string[] = []
    const seen = (id: string) => request.push(id) < 0
    await open(token, { seen, now: NOW + DAY })
    await open(token, { seen, gatewayMerchantId: 'shop-2' })
    expect(request).toEqual([])
    await open(token, { seen })
    expect(request).toHaveLength(1)
  })

  test('is not believed under a foreign root', async () => {
    expect(await open(token, { rootKeys: makeGoogleRoot({ clock }).rootKeys })).toBe('signature_invalid')
    const rootKeys = [...makeGoogleRoot({ clock }).rootKeys, ...root.rootKeys]
    expect(await open(token, { rootKeys })).toBe('opened')
  })

  test('a message that Google signed but that was tampered with before does not open', async () => {
    const message = JSON.parse(token.signedMessage) as Record<'encryptedMessage' | 'ephemeralPublicKey' | 'tag', string>
    for (const member of ['encryptedMessage', 'tag'] as const)
      for (const at of places(message[member], 20)) {
        const changed = { ...message, [member]: flipped(message[member], at) }
        expect(await signed(JSON.stringify(changed))).toBe('decryption_failed')
      }
    const short = Buffer.from(message.tag, 'base64').subarray(0, 16).toString('base64')
    expect(await signed(JSON.stringify({ ...message, tag: short }))).toBe('decryption_failed')
  })

  test('its ephemeral key must be a point of the curve, uncompressed', async () => {
    const message = JSON.parse(token.signedMessage) as Record<string, string>
    const point = Buffer.from(message.ephemeralPublicKey!, 'base64')
    const withPoint = (bytes: Buffer) =>
      signed(JSON.stringify({ ...message, ephemeralPublicKey: bytes.toString('base64') }))
    expect(await withPoint(Buffer.concat([Buffer.from([2 + (point[64]! & 1)]), point.subarray(1, 33)]))).toBe(
      'malformed',
    )
    expect(await withPoint(point.subarray(0, 64))).toBe('malformed')
    expect(await withPoint(Buffer.concat([point, Buffer.alloc(1)]))).toBe('malformed')
    expect(await withPoint(Buffer.concat([Buffer.from([6 + (point[64]! & 1)]), point.subarray(1)]))).toBe('malformed')
    expect(await withPoint(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))).toBe('malformed')
    expect(await withPoint(Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]))).toBe('malformed')
  })

  test('its message has exactly the members that are published', async () => {
    const message = JSON.parse(token.signedMessage) as Record<string, string>
    expect(await signed(JSON.stringify({ ...message, extra: '' }))).toBe('malformed')
    for (const member of Object.keys(message))
      for (const value of [undefined, '', 'not Base64!', `${message[member]}\n`])
        expect(await signed(JSON.stringify({ ...message, [member]: value }))).toBe('malformed')
    for (const text of ['', '[]', 'null', '{', message.tag!]) expect(await signed(text)).toBe('malformed')
  })

  test('what it holds must be a payment', async () => {
    const card = details.paymentMethodDetails
    const payment = {
      messageId: 'm',
      messageExpiration: String(NOW + 1),
      paymentMethod: 'CARD',
      paymentMethodDetails: card,
    }
    expect(await sealed(payment)).toBe('opened')
    expect(await sealed({ ...payment, somethingNew: 1 })).toBe('opened')
    const withCard = (changes: object) => ({ ...payment, paymentMethodDetails: { ...card, ...changes } })
    const wrong = [
      ...Object.keys(payment).map((member) => ({ ...payment, [member]: undefined })),
      ...Object.keys(card).map((member) => withCard({ [member]: undefined })),
      { ...payment, paymentMethod: 'TOKENIZED_CARD' },
      { ...payment, messageExpiration: 'never' },
      { ...payment, messageExpiration: NOW + 1 },
      withCard({ pan: '41111111111111111111' }),
      withCard({ pan: '4111 1111 1111 1111' }),
      withCard({ expirationMonth: 13 }),
      withCard({ expirationYear: 31 }),
      withCard({ authMethod: 'CRYPTOGRAM_3DS' }),
      `${pan} is what a parser would quote`,
      'null',
      '',
    ].filter((content) => content !== '')
    for (const content of wrong) expect(await sealed(content)).toBe('content_invalid')
  })

  test.each([undefined, null, '', 'text', 4, [], {}, { protocolVersion: 2 }])('%j is not a token', async (value) => {
    expect(await refusalOf(() => openGooglePayToken(value, opener))).toBe('malformed')
  })
})

test('an intermediate key lives for two days, and only the root of its version may sign it', async () => {
  const maker = makerOf('ECv2')
  const token = makeGooglePayToken(details, { ...maker, clock: clockAt(NOW - 2 * DAY) })
  expect(await refusalOf(() => openGooglePayToken(token, opener))).toBe('key_expired')
  const { privateKeys } = root
  const swapped = { ...root, privateKeys: { ECv1: privateKeys.ECv2, ECv2: privateKeys.ECv1 } }
  for (const protocolVersion of ['ECv1', 'ECv2'] as const) {
    const forged = makeGooglePayToken(details, { ...maker, protocolVersion, root: swapped })
    expect(await refusalOf(() => openGooglePayToken(forged, opener))).toBe('signature_invalid')
  }
})

test('an intermediate key may say more than its value and expiry, but not less', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keyValue = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const { signedMessage } = makeGooglePayToken(details, makerOf('ECv2'))
  const signature = sign('sha256', messageInput('gateway:sandbox', 'ECv2', signedMessage), privateKey).toString(
    'base64',
  )
  const openWith = (key: object) => {
    const signedKey = JSON.stringify(key)
    const signatures = [sign('sha256', intermediateInput('ECv2', signedKey), root.privateKeys.ECv2).toString('base64')]
    const token: GoogleToken = {
      protocolVersion: 'ECv2',
      signedMessage,
      signature,
      intermediateSigningKey: { signedKey, signatures },
    }
    return refusalOf(() => openGooglePayToken(token, opener))
  }
  const keyExpiration = String(NOW + 1)
  expect(await openWith({ keyValue, keyExpiration, more: 1 })).toBe('opened')
  expect(await openWith({ keyValue })).toBe('malformed')
  expect(await openWith({ keyExpiration })).toBe('malformed')
  expect(await openWith({ keyValue, keyExpiration: String(NOW) })).toBe('key_expired')
  const { publicKey: p384 } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const foreignCurve = p384.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(await openWith({ keyValue: foreignCurve, keyExpiration })).toBe('malformed')
})

test('lengths are counted in bytes of UTF-8 and written little-endian', () => {
  expect(lv('Google', 'é', '').toString('hex')).toBe(
    `06000000${Buffer.from('Google').toString('hex')}02000000c3a900000000`,
  )
})

test('a private key is read from PEM and from Base64 of PKCS #8', () => {
  const pem = recipient.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const der = recipient.privateKey.export({ format: 'der', type: 'pkcs8' })
  for (const text of [pem, der.toString('base64')])
    expect(googlePrivateKey(text).equals(recipient.privateKey)).toBe(true)
})
