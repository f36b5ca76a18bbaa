import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { ours } from '../../../support/signing-keys.ts'
import { environment } from '../support/test-proxy.ts'

const apple = {
  TENDER_APPLE_PAY_NAME: 'A shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_NETWORKS: 'visa, mastercard, mir',
  TENDER_APPLE_PAY_MERCHANT_ID: 'merchant.example.shop',
  TENDER_APPLE_PAY_IDENTITY_CERT: ours.certificate,
  TENDER_APPLE_PAY_IDENTITY_KEY: ours.privateKey,
}
const google = {
  TENDER_GOOGLE_PAY_NAME: 'A shop',
  TENDER_GOOGLE_PAY_COUNTRY: 'LT',
  TENDER_GOOGLE_PAY_ENVIRONMENT: 'PRODUCTION',
  TENDER_GOOGLE_PAY_GATEWAY: 'thegateway',
  TENDER_GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4T',
}
const read = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change })

test('wallets are offered as they are set up', () => {
  const { config } = read({ ...apple, ...google, TENDER_GOOGLE_PAY_AUTH_METHODS: 'CRYPTOGRAM_3DS' })
  expect(config!.walletSettings.offers).toEqual({
    applePay: { merchantName: 'A shop', countryCode: 'LT', networks: ['visa', 'mastercard', 'mir'] },
    googlePay: {
      environment: 'PRODUCTION',
      gateway: 'thegateway',
      gatewayMerchantId: 'shop-api',
      merchantId: 'BCR2DN4T',
      merchantName: 'A shop',
      countryCode: 'LT',
      networks: ['visa', 'mastercard'],
      authMethods: ['CRYPTOGRAM_3DS'],
    },
  })
  expect(read({}).config!.walletSettings).toEqual({ offers: {} })
})

test('the key of the identity is hidden, and its line ends may be written out', () => {
  const inOneLine = (pem: string): string => pem.trim().replaceAll('\n', String.raw`\n`)
  const { config } = read({ ...apple, TENDER_APPLE_PAY_IDENTITY_KEY: inOneLine(ours.privateKey) })
  expect(config!.walletSettings.appleIdentity!.key.reveal()).toBe(ours.privateKey.trim())
  expect(JSON.stringify(config)).not.toContain(ours.privateKey.slice(60, 100))
})

test.each([
  ['TENDER_APPLE_PAY_COUNTRY', { ...apple, TENDER_APPLE_PAY_COUNTRY: '' }],
  ['TENDER_APPLE_PAY_COUNTRY', { ...apple, TENDER_APPLE_PAY_COUNTRY: 'Lithuania' }],
  ['TENDER_APPLE_PAY_NAME', { ...apple, TENDER_APPLE_PAY_NAME: '' }],
  ['TENDER_APPLE_PAY_NETWORKS', { ...apple, TENDER_APPLE_PAY_NETWORKS: 'Visa!' }],
  ['TENDER_APPLE_PAY_MERCHANT_ID', { ...apple, TENDER_APPLE_PAY_MERCHANT_ID: '' }],
  ['TENDER_APPLE_PAY_IDENTITY_KEY', { ...apple, TENDER_APPLE_PAY_IDENTITY_KEY: 'canary' }],
  ['TENDER_APPLE_PAY_IDENTITY_CERT', { ...apple, TENDER_APPLE_PAY_IDENTITY_CERT: 'canary' }],
  ['TENDER_APPLE_PAY_IDENTITY_CERT', { TENDER_APPLE_PAY_NAME: 'A shop', TENDER_APPLE_PAY_COUNTRY: 'LT' }],
  ['TENDER_GOOGLE_PAY_MERCHANT_ID', { ...google, TENDER_GOOGLE_PAY_MERCHANT_ID: '' }],
  ['TENDER_GOOGLE_PAY_GATEWAY', { ...google, TENDER_GOOGLE_PAY_GATEWAY: '' }],
  ['TENDER_GOOGLE_PAY_NAME', { ...google, TENDER_GOOGLE_PAY_NAME: '' }],
  ['TENDER_GOOGLE_PAY_ENVIRONMENT', { ...google, TENDER_GOOGLE_PAY_ENVIRONMENT: 'LIVE' }],
  ['TENDER_GOOGLE_PAY_AUTH_METHODS', { ...google, TENDER_GOOGLE_PAY_AUTH_METHODS: 'ANY' }],
  ['TENDER_GOOGLE_PAY_SHEET', { ...google, TENDER_GOOGLE_PAY_SHEET: 'http://localhost:8082/sheet' }],
  ['TENDER_APPLE_PAY_SHEET', { ...apple, TENDER_APPLE_PAY_SHEET: 'https://wallet.example/sheet' }],
  ['TENDER_BROWSER_INFO', { TENDER_BROWSER_INFO: 'maybe' }],
])('%s is named in the error (%#)', (name, change) => {
  const { errors } = read(change as Record<string, string>)
  expect(errors).toEqual([expect.stringMatching(`^${name} `)])
  expect(errors!.join()).not.toContain('canary')
})

test('a sandbox wallet stands beside a gateway of this machine only', () => {
  const local = { TENDER_GATEWAY_URL: 'http://localhost:8082' }
  const sheet = { ...google, TENDER_GOOGLE_PAY_GATEWAY: '', TENDER_GOOGLE_PAY_SHEET: 'http://localhost:8083/sheet' }
  expect(read({ ...local, ...sheet }).config!.walletSettings.offers.googlePay).toMatchObject({ gateway: 'sandbox' })
  const away = { ...local, ...sheet, TENDER_GOOGLE_PAY_SHEET: 'http://wallet.example/sheet' }
  expect(read(away).errors).toEqual([expect.stringMatching('^TENDER_GOOGLE_PAY_SHEET must be an https address')])
})
