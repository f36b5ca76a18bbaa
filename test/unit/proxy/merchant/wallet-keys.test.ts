import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { handClock } from '../../../conformance/gateway/stage.ts'
import { environment } from '../support/test-proxy.ts'
import { ownWallets, pemOf } from './bank.ts'

const { env } = await ownWallets({ clock: handClock() })
const errorsOf = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change }).errors

test('all of a wallet opens it', () => {
  const { config } = readConfig({ ...environment, ...env })
  expect(config?.wallets).toMatchObject({
    walletA: { roots: [expect.any(String)] },
    walletB: { recipientId: 'merchant:shop' },
  })
  expect(config?.wallets.walletA?.keys.size).toBe(1)
})

test('nothing of a wallet leaves it to the gateway', () => {
  expect(readConfig(environment).config).toMatchObject({ wallets: {}, plainCards: false })
})

test('line ends may be written out, and keys may be several', () => {
  const next = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  const both = (env.TENDER_WALLET_A_KEY + next).replaceAll('\n', String.raw`\n`)
  const { config } = readConfig({ ...environment, ...env, TENDER_WALLET_A_KEY: both, TENDER_WALLET_B_KEYS: both })
  expect(config?.wallets.walletA?.keys.size).toBe(2)
  expect(config?.wallets.walletB?.privateKeys).toHaveLength(2)
})

test('the root must be the one that Apple publishes unless another fingerprint is named', () => {
  const [error, ...more] = errorsOf({ ...env, TENDER_WALLET_A_ROOT_SHA256: '' })!
  expect(more).toEqual([])
  expect(error).toMatch(/^TENDER_WALLET_A_ROOT must .*Apple Root CA - G3/)
})

test.each([
  ['TENDER_WALLET_A_KEY', ''],
  ['TENDER_WALLET_A_KEY', 'canary'],
  ['TENDER_WALLET_A_KEY', '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----'],
  ['TENDER_WALLET_A_MERCHANT_ID', ''],
  ['TENDER_WALLET_A_ROOT', 'canary'],
  ['TENDER_WALLET_B_KEYS', 'canary'],
  ['TENDER_WALLET_B_KEYS', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
  ['TENDER_WALLET_B_RECIPIENT', 'shop'],
  ['TENDER_WALLET_B_RECIPIENT', ''],
  ['TENDER_WALLET_B_ROOTS', '{"keys":[]}'],
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
  expect(JSON.stringify(config)).not.toContain(env.TENDER_WALLET_B_KEYS.slice(20, 60))
})
