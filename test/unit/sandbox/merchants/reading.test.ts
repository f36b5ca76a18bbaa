import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { usualPermissions } from '#sandbox/gateway/merchants/permissions.ts'
import { merchantsFile } from '#sandbox/merchants/merchants-file.ts'
import { readMerchants } from '#sandbox/merchants/read-merchants.ts'
import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import { folder } from '../store/folder.ts'
import { ours } from '../../../support/signing-keys.ts'

const standard = {
  login: 'sandbox-api',
  password: 'known',
  token: 'known-token',
  name: 'Sandbox Shop',
  mcc: '5499',
  city: 'Vilnius',
  country: 'LT',
  currency: '978',
  permissions: usualPermissions,
}
const acme = { login: 'acme-api', password: 'secret' }

const read = (...sent: readonly object[]) => readMerchants(sent as readonly MerchantSettings[], standard)

describe('who is known', () => {
  test('nobody but the standard merchant where nobody is listed', () => {
    expect(read()).toEqual([standard])
  })

  test('others stand beside it, and are like it in what they leave open, but for what opens it', () => {
    const { mcc, city, country, currency } = standard
    expect(read(acme)).toEqual([standard, { ...acme, name: 'acme-api', mcc, city, country, currency }])
    const whole = { ...acme, token: 't', name: 'Acme', mcc: '5411', currency: '933', permissions: ['fee'], demands: [] }
    expect(read(whole)[1]).toEqual({ ...whole, city, country })
  })

  test('an entry of its login changes the standard merchant, which stays the first', () => {
    const changed = { login: 'sandbox-api', demands: ['contact'], requestsPerSecond: 5 }
    expect(read(acme, changed).map(({ login }) => login)).toEqual(['sandbox-api', 'acme-api'])
    expect(read(acme, changed)[0]).toEqual({ ...standard, ...changed })
  })
})

const { privateKey, certificate } = ours
const small = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey

test('what a merchant may be set up with is taken', () => {
  const keys = [
    { kind: 'hmac', secret: 's' },
    { kind: 'rsa', privateKey, alias: 'a' },
  ]
  for (const key of keys) {
    const callback = { address: 'https://acme.test/', method: 'POST', key, repeatAfter: 1000, growth: 1.5, failures: 5 }
    const limits = { demands: ['contact'], permissions: ['externalThreeDs'], requestsPerSecond: 5 }
    const sent = { ...acme, ...limits, certificate, signature: 'required', callback, sessionTimeoutSecs: 60 }
    const child = { login: 'child-api', password: 'p', parent: 'acme-api', inn: '77', terminalId: '1' }
    expect(read(sent, child).slice(1)).toMatchObject([sent, child])
  }
})

test.each<[unknown, string | RegExp]>([
  [
    { ...acme, demands: ['contact', 'money'] },
    /^Merchant “acme-api”: field demands.1 must be one of contact, billing,/,
  ],
  [{ ...acme, permissions: ['all'] }, /field permissions.0 must be one of clientBrowserInfo, /],
  [{ ...acme, colour: 'red' }, 'Merchant “acme-api”: field colour is not a known field'],
  [{ login: 'acme-api' }, 'Merchant “acme-api”: field password is required'],
  [{ password: 'p' }, 'Merchant 1 of the list: field login is required'],
  ['acme', 'Merchant 1 of the list must be an object'],
  [{ ...acme, login: 'l'.repeat(51) }, /field login must have at most 50 characters/],
  [{ ...acme, mcc: '54' }, /field mcc must have at least 4 characters/],
  [{ ...acme, country: 'lt' }, /field country must be two capital letters/],
  [{ ...acme, requestsPerSecond: 0 }, /field requestsPerSecond must be at least 1/],
  [{ ...acme, signature: 'maybe' }, /field signature must be one of required/],
  [{ ...acme, signature: 'required' }, 'Merchant “acme-api”: field certificate is required where signature is'],
  [{ ...acme, certificate: 'signing.crt' }, /field certificate must be the PEM of a certificate of an RSA key of 2048/],
  [{ ...acme, callback: { address: 'acme.test' } }, /field callback.address must be an absolute http or https address/],
  [{ ...acme, callback: { key: { kind: 'md5' } } }, /field callback.key.kind must be hmac, with a secret, or rsa,/],
  [{ ...acme, callback: { key: { kind: 'hmac' } } }, /field callback.key.secret is required/],
  [{ ...acme, callback: { growth: 0.5 } }, /field callback.growth must be at least 1/],
  [
    { ...acme, callback: { key: { kind: 'rsa', privateKey: small, alias: 'a' } } },
    /field callback.key.privateKey must be the PEM of an RSA private key of 2048/,
  ],
  [{ ...acme, parent: 'nobody' }, 'Merchant “acme-api”: field parent must be the login of another merchant'],
  [{ ...acme, parent: 'acme-api' }, /field parent must be the login of another merchant/],
  [{ ...acme, inn: '77' }, /field inn needs a parent/],
  [{ ...acme, token: 'known-token' }, /field token must be of no other merchant/],
])('%j is refused by merchant, field and rule', (sent, sentence) => {
  expect(() => read(sent as object)).toThrow(sentence)
})

test('two of one login, and two children of one name, are refused', () => {
  expect(() => read(acme, acme)).toThrow('Merchant “acme-api”: field login must be the only one of that name')
  expect(() => read(standard, standard)).toThrow('Merchant “sandbox-api”: field login must be the only one')
  const child = { ...acme, parent: 'sandbox-api', inn: '77' }
  expect(() => read(child, { ...child, login: 'other-api' })).toThrow(/field inn must be of no other child/)
})

test('what is no list is refused', () => {
  expect(() => readMerchants({ merchants: [] } as never, standard)).toThrow('The merchants must be a list')
})

describe('a file of merchants', () => {
  const path = folder()
  const written = (name: string, text: string): string => {
    writeFileSync(path(name), text)
    return path(name)
  }

  test('may name a PEM by the path of its file, as seen from itself', () => {
    written('acme.crt', certificate)
    written('acme.key', privateKey)
    const key = { kind: 'rsa', privateKey: 'acme.key', alias: 'a' }
    const merchants = [{ ...acme, certificate: './acme.crt', callback: { key } }]
    const file = written('merchants.json', JSON.stringify(merchants))
    expect(merchantsFile(file)).toEqual([{ ...acme, certificate, callback: { key: { ...key, privateKey } } }])
    const inside = [{ ...acme, certificate }]
    expect(merchantsFile(written('inside.json', JSON.stringify(inside)))).toEqual(inside)
  })

  test('that is not there, is no JSON, or names a file that is not there is refused with a sentence', () => {
    expect(() => merchantsFile(path('none.json'))).toThrow(/none\.json cannot be read: ENOENT/)
    expect(() => merchantsFile(written('broken.json', '[{'))).toThrow(/broken\.json is no JSON: /)
    const lost = written('lost.json', JSON.stringify([{ ...acme, certificate: 'lost.crt' }]))
    expect(() => merchantsFile(lost)).toThrow(/lost\.crt cannot be read: ENOENT/)
  })
})
