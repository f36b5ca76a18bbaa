import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { privateKeyIn, publicKeyIn } from '#signature/pem.ts'
import { hashOf, requestSigner, signatureOf, verify, type ReceivedHeaders } from '#signature/signature.ts'
import { ours, theirs } from '../../support/signing-keys.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const privateKey = privateKeyIn(ours.privateKey)
const publicKey = publicKeyIn(ours.certificate)
const form = bytes('amount=10000&password=gcjgcW1&returnUrl=http&userName=signature-api')

function headersOf(body: Uint8Array): Record<string, string> {
  const { 'X-Hash': hash, 'X-Signature': signature } = requestSigner(privateKey)(body)
  return { 'x-hash': hash, 'x-signature': signature }
}

test("X-Hash of the family's vector", () => {
  expect(hashOf(form).toString('base64')).toBe('eYkMUF+xaYJhsETTIGsctl6DBNZha1ITN8muCcWQtZk=')
  expect(headersOf(form)['x-hash']).toBe('eYkMUF+xaYJhsETTIGsctl6DBNZha1ITN8muCcWQtZk=')
})

test('the signature is SHA256withRSA over the 32 bytes of the hash, not over the body', () => {
  const over = (data: Uint8Array) =>
    createVerify('RSA-SHA256').update(data).verify(publicKey, signatureOf(form, privateKey))
  expect(over(hashOf(form))).toBe(true)
  expect(over(form)).toBe(false)
})

describe.each([
  ['a form', form],
  ['JSON', bytes('{"userName":"api","amount":1,"description":"Küche — ещё"}')],
  ['an empty body', bytes('')],
])('%s', (_, body) => {
  const good = headersOf(body)

  test('signed is verified', () => {
    expect(verify(body, good, publicKey)).toEqual({ ok: true })
  })

  test('with one byte changed, added or taken is refused', () => {
    const others = [...body.keys()].map((at) => body.map((byte, i) => (i === at ? byte ^ 1 : byte)))
    if (body.length) others.push(body.slice(0, -1))
    for (const other of [...others, new Uint8Array([...body, 0x0a])])
      expect(verify(other, good, publicKey)).toEqual({ ok: false, broken: 'hash-of-other-body' })
  })

  test('verified with another key is refused', () => {
    expect(verify(body, good, publicKeyIn(theirs.certificate))).toEqual({ ok: false, broken: 'signature-wrong' })
  })
})

const good = headersOf(form)
const of = (name: string): string => good[name]!
const changed = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

test.each<[string, ReceivedHeaders, string]>([
  ['neither', {}, 'hash-missing'],
  ['no hash', { 'x-signature': of('x-signature') }, 'hash-missing'],
  ['an empty hash', { ...good, 'x-hash': '' }, 'hash-missing'],
  ['no signature', { 'x-hash': of('x-hash') }, 'signature-missing'],
  ['the two swapped', { 'x-hash': of('x-signature'), 'x-signature': of('x-hash') }, 'hash-not-base64'],
  ['a hash in hex', { ...good, 'x-hash': hashOf(form).toString('hex') }, 'hash-not-base64'],
  ['a hash in base64url', { ...good, 'x-hash': hashOf(form).toString('base64url') }, 'hash-not-base64'],
  ['two hashes', { ...good, 'x-hash': [of('x-hash'), of('x-hash')] }, 'hash-not-base64'],
  ['another hash', { ...good, 'x-hash': changed(of('x-hash')) }, 'hash-of-other-body'],
  ['a signature with a space', { ...good, 'x-signature': ` ${of('x-signature')}` }, 'signature-not-base64'],
  ['another signature', { ...good, 'x-signature': changed(of('x-signature')) }, 'signature-wrong'],
  ['the hash for a signature', { ...good, 'x-signature': of('x-hash') }, 'signature-wrong'],
  ["another body's signature", { ...good, 'x-signature': headersOf(bytes('a'))['x-signature']! }, 'signature-wrong'],
])('%s: refused by name', (_, headers, broken) => {
  expect(verify(form, headers, publicKey)).toEqual({ ok: false, broken })
})

describe('keys', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

  test('are read from one line too', () => {
    expect(privateKeyIn(ours.privateKey.replaceAll('\n', String.raw`\n`)).equals(privateKey)).toBe(true)
  })

  test.each([
    ['no PEM', 'a secret'],
    ['a certificate', ours.certificate],
    ['a short key', pemOf(short)],
    ['a key of another kind', pemOf(curve)],
  ])('%s is refused without being shown', (_, pem) => {
    const rule = 'must be the PEM of an RSA private key of 2048 bits or more'
    expect(() => privateKeyIn(pem)).toThrow(new Error(rule))
  })

  test.each([
    ['no PEM', 'a text'],
    ['a private key', ours.privateKey],
  ])('%s is no certificate', (_, pem) => {
    expect(() => publicKeyIn(pem)).toThrow('must be the PEM of a certificate of an RSA key of 2048 bits or more')
  })
})
