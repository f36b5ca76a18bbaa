import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { instantClock } from '../../../support/clock.ts'
import { environment } from '../support/test-proxy.ts'
import { ownWallets, pemOf } from './bank.ts'

const { env } = await ownWallets({ clock: instantClock() })
const errorsOf = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change }).errors

test('all of a wallet opens it', () => {
  const { config } = readConfig({ ...environment, ...env })
  expect(config?.wallets).toMatchObject({
    applePay: { roots: [expect.any(String)] },
    googlePay: { recipientId: 'merchant:shop' },
  })
  expect(config?.wallets.applePay?.keys.size).toBe(1)
})

test('nothing of a wallet leaves it to the gateway', () => {
  expect(readConfig(environment).config).toMatchObject({ wallets: {}, plainCards: false })
})

test('line ends may be written out, and keys may be several', () => {
  const next = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  const both = (env.TENDER_APPLE_PAY_KEY + next).replaceAll('\n', String.raw`\n`)
  const { config } = readConfig({ ...environment, ...env, TENDER_APPLE_PAY_KEY: both, TENDER_GOOGLE_PAY_KEYS: both })
  expect(config?.wallets.applePay?.keys.size).toBe(2)
  expect(config?.wallets.googlePay?.privateKeys).toHaveLength(2)
})

test('the root must be the one that Apple publishes unless another fingerprint is named', () => {
  const [error, ...more] = errorsOf({ ...env, TENDER_APPLE_PAY_ROOT_SHA256: '' })!
  expect(more).toEqual([])
  expect(error).toMatch(/^TENDER_APPLE_PAY_ROOT must .*Apple Root CA - G3/)
})

test.each([
  ['TENDER_APPLE_PAY_KEY', ''],
  ['TENDER_APPLE_PAY_KEY', 'canary'],
  ['TENDER_APPLE_PAY_KEY', '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----'],
  ['TENDER_APPLE_PAY_MERCHANT_ID', ''],
  ['TENDER_APPLE_PAY_ROOT', 'canary'],
  ['TENDER_GOOGLE_PAY_KEYS', 'canary'],
  ['TENDER_GOOGLE_PAY_KEYS', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
  ['TENDER_GOOGLE_PAY_RECIPIENT', 'shop'],
  ['TENDER_GOOGLE_PAY_RECIPIENT', ''],
  ['TENDER_GOOGLE_PAY_ROOTS', '{"keys":[]}'],
  ['TENDER_PLAIN_CARDS', 'yes'],
])('%s of %j is refused by name, and not quoted', (name, value) => {
  const errors = errorsOf({ ...env, [name]: value })
  expect(errors).toEqual([expect.stringMatching(`^${name} `)])
  expect(errors!.join()).not.toContain('canary')
})

test('a login that paymentDirect.do cannot name is refused', () => {
  const errors = errorsOf({ ...env, TENDER_GATEWAY_USERNAME: 'x'.repeat(31) })
  expect(errors).toEqual([expect.stringContaining('30 characters where wallets are opened here')])
})

test('the keys are hidden in the configuration', () => {
  const { config } = readConfig({ ...environment, ...env })
  expect(JSON.stringify(config)).not.toContain(env.TENDER_GOOGLE_PAY_KEYS.slice(20, 60))
})
