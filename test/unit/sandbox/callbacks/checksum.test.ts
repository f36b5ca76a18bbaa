import { constants, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { signerOf } from '#sandbox/gateway/callbacks/callback-checksum.ts'
import { javaDate } from '#sandbox/gateway/callbacks/callback-events.ts'
import { ours } from '../../../support/signing-keys.ts'
import { secret } from './stand.ts'

/** The family's published example. */
const published = {
  text: 'mdOrder;06cf5599-3f17-7c86-bdbc-bd7d00a8b38b;operation;approved;orderNumber;2003;status;1;',
  checksum: 'EAF2FB72CAB99FD5067F4BA493DD84F4D79C1589FDE8ED29622F0F07215AA972',
}
const fields = {
  status: '1',
  orderNumber: '2003',
  operation: 'approved',
  mdOrder: '06cf5599-3f17-7c86-bdbc-bd7d00a8b38b',
}

const pem = (type: 'rsa' | 'ec') =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
const textOf = (key: ReturnType<typeof pem>['privateKey']): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('the string to sign', () => {
  test('is the published one, whatever order the parameters come in', () => {
    expect(stringToSign(fields)).toBe(published.text)
    expect(stringToSign(Object.fromEntries(Object.entries(fields).toReversed()))).toBe(published.text)
  })

  test('leaves out the checksum and the name of its key, and nothing else', () => {
    expect(stringToSign({ ...fields, checksum: 'AB', sign_alias: 'key' })).toBe(published.text)
    expect(stringToSign({ Zulu: '1', alpha: 'a;b', zulu: '' })).toBe('Zulu;1;alpha;a;b;zulu;;')
  })
})

describe('the checksum', () => {
  test('symmetric: is the published one', () => {
    expect(signerOf({ kind: 'hmac', secret })(fields)).toEqual({ ...fields, checksum: published.checksum })
  })

  test('asymmetric: RSA PKCS#1 v1.5 with SHA-512, with the name of the key beside it', () => {
    const { privateKey, publicKey } = pem('rsa')
    const { checksum, ...rest } = signerOf({ kind: 'rsa', privateKey: textOf(privateKey), alias: 'the key' })(fields)
    expect(rest).toEqual({ ...fields, sign_alias: 'the key' })
    expect(checksum).toMatch(/^[0-9A-F]{512}$/)
    const signature = Buffer.from(checksum!, 'hex')
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING }
    expect(verify('sha512', Buffer.from(published.text), key, signature)).toBe(true)
    expect(verify('sha256', Buffer.from(published.text), key, signature)).toBe(false)
    expect(verify('sha512', Buffer.from(`${published.text}x`), key, signature)).toBe(false)
  })

  test('without a key there is none', () => expect(signerOf(undefined)(fields)).toEqual(fields))

  test('a key that cannot sign is refused before anything is signed', () => {
    for (const privateKey of ['no key', textOf(pem('ec').privateKey)])
      expect(() => signerOf({ kind: 'rsa', privateKey, alias: 'a' })).toThrow(
        'The callback key a must be the PEM of an RSA private key of 2048 bits or more',
      )
  })

  test(String.raw`a key may have \n for its line ends, as the variables and the merchants file may`, () => {
    const oneLine = ours.privateKey.replaceAll('\n', String.raw`\n`)
    const [signed, same] = [ours.privateKey, oneLine].map((privateKey) =>
      signerOf({ kind: 'rsa', privateKey, alias: 'a' })(fields),
    )
    expect(same).toEqual(signed)
  })
})

test('a date is written as Java does', () => {
  expect(javaDate(Date.UTC(2022, 0, 31, 21, 46, 52))).toBe('Mon Jan 31 21:46:52 UTC 2022')
  expect(javaDate(Date.UTC(2030, 10, 5, 1, 2, 3))).toBe('Tue Nov 05 01:02:03 UTC 2030')
})
