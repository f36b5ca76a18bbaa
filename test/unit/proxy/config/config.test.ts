import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, type ProxyConfig } from '#proxy/config/config.ts'
import { variables } from '#proxy/config/variables.ts'
import { environment } from '../support/test-proxy.ts'

const errorsOf = (change: Readonly<Record<string, string | undefined>>): readonly string[] =>
  readConfig({ ...environment, ...change }).errors ?? []

test('the least configuration is complete', () => {
  expect(readConfig(environment).config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'https://pay.shop.example',
    shopOrigins: ['https://shop.example', 'https://other.example'],
    gateway: {
      base: 'https://gateway.example',
      isLoopback: false,
      userName: 'shop-api',
      timeoutMs: 25_000,
      overload: 'refused',
    },
    trustProxy: [],
    lockTtlMs: 75_000,
    logLevel: 'info',
  })
})

test('without anything every required variable is named, and nothing else', () => {
  const named = (readConfig({}).errors ?? []).map((sentence) => sentence.split(' ')[0])
  const required = variables.filter((variable) => !('standard' in variable)).map(({ name }) => name)
  expect(named).toEqual([...required, 'TENDER_TICKET_SECRET'])
})

describe('one sentence per wrong variable', () => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['TENDER_PUBLIC_URL', 'http://pay.shop.example'],
    ['TENDER_PUBLIC_URL', 'https://pay.shop.example/path'],
    ['TENDER_PUBLIC_URL', 'pay.shop.example'],
    ['TENDER_SHOP_ORIGINS', 'https://shop.example/page'],
    ['TENDER_SHOP_ORIGINS', 'http://shop.example'],
    ['TENDER_SHOP_ORIGINS', 'https://*.shop.example'],
    ['TENDER_SHOP_ORIGINS', 'https://shop.example;sandbox'],
    ['TENDER_SHOP_ORIGINS', '*'],
    ['TENDER_GATEWAY_URL', 'http://gateway.example'],
    ['TENDER_GATEWAY_URL', 'https://gateway.example/?a=b'],
    ['TENDER_GATEWAY_URL', 'https://u:p@gateway.example/'],
    ['TENDER_GATEWAY_USERNAME', 'x'.repeat(51)],
    ['TENDER_GATEWAY_PASSWORD', 'x'.repeat(31)],
    ['TENDER_GATEWAY_TOKEN', 'token'],
    ['TENDER_TICKET_SECRET', 'short'],
    ['TENDER_TICKET_SECRETS', 'without-a-name'],
    ['TENDER_TICKET_SECRETS', 'a:short'],
    ['TENDER_TICKET_SECRETS', 'a:a-secret-of-thirty-two-bytes-or-more,a:another-secret-of-thirty-two-bytes'],
    ['TENDER_TICKET_PUBLIC_KEYS', 'not JSON'],
    ['TENDER_TICKET_PUBLIC_KEYS', '{"keys":[]}'],
    ['TENDER_TICKET_PUBLIC_KEYS', JSON.stringify({ keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] })],
    ['TENDER_TICKET_PUBLIC_KEYS', JSON.stringify({ keys: [{ ...key, d: key.x }] })],
    ['TENDER_TICKET_PUBLIC_KEYS', JSON.stringify({ keys: [key, key] })],
    ['TENDER_SIGNING_SECRET', 'short'],
    ['TENDER_CARD_BRANDS', 'visa,amex'],
    ['TENDER_CARD_BRANDS', 'Visa'],
    ['TENDER_BRAND_PARAM', 'payment system'],
    ['TENDER_BRAND_PARAM', 'eci'],
    ['TENDER_PORT', '65536'],
    ['TENDER_PORT', '80a'],
    ['TENDER_TRUST_PROXY', 'true'],
    ['TENDER_TRUST_PROXY', '10.0.0.0/33'],
    ['TENDER_TRUST_PROXY', '10.0.0.0/8/8'],
    ['TENDER_GATEWAY_TIMEOUT_MS', '0'],
    ['TENDER_GATEWAY_OVERLOAD', 'pending'],
    ['TENDER_GATEWAY_CURRENCY_ALIASES', '810'],
    ['TENDER_GATEWAY_CURRENCY_ALIASES', '810:RUR'],
    ['TENDER_GATEWAY_CURRENCY_ALIASES', '810:RUB:643'],
    ['TENDER_GATEWAY_CURRENCY_ALIASES', '978:643'],
    ['TENDER_LOCK_TTL_MS', '25000'],
    ['TENDER_LOG_LEVEL', 'loud'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ]
  test.each(rows)('%s=%s', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} .+\\.$`))])
  })

  test('the sentence does not repeat a secret', () => {
    expect(
      errorsOf({ TENDER_TICKET_SECRET: 'shortsecret', TENDER_GATEWAY_PASSWORD: 'x'.repeat(31) }).join(),
    ).not.toMatch(/shortsecret|xxx/)
  })
})

test.each(['http://localhost:3000', 'http://shop.localhost', 'http://127.0.0.1:1', 'http://[::1]:8080'])(
  'a shop may be at %s',
  (origin) => {
    expect(readConfig({ ...environment, TENDER_SHOP_ORIGINS: origin }).config?.shopOrigins).toEqual([origin])
  },
)

test('EdDSA keys alone need a signing secret', () => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const keys = {
    TENDER_TICKET_SECRET: undefined,
    TENDER_SIGNING_SECRET: undefined,
    TENDER_TICKET_PUBLIC_KEYS: JSON.stringify({ keys: [key] }),
  }
  expect(errorsOf(keys)).toEqual([expect.stringContaining('TENDER_SIGNING_SECRET is required')])
  expect(errorsOf({ ...keys, TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes' })).toEqual([])
})

test('webhooks need a signing secret, which outlives the ticket secrets', () => {
  const secret = `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`
  const on = { TENDER_WEBHOOK_URL: 'https://shop.example/hook', TENDER_WEBHOOK_SECRET: secret }
  expect(errorsOf({ ...on, TENDER_SIGNING_SECRET: undefined })).toEqual([
    expect.stringContaining('TENDER_SIGNING_SECRET is required where TENDER_WEBHOOK_URL is set'),
  ])
  expect(errorsOf({ TENDER_SIGNING_SECRET: undefined })).toEqual([])
})

test.each([
  [' canary-password', ' canary-password'],
  ['canary-password\t ', 'canary-password\t '],
  ['\uFEFFcanary-password\r\n', 'canary-password'],
])('the blanks of the password %j are a part of it, the end of its file is none', (given, expected) => {
  const { config, warnings = [] } = readConfig({ ...environment, TENDER_GATEWAY_PASSWORD: given }) as {
    config: ProxyConfig
    warnings?: readonly string[]
  }
  expect(config.gateway.password!.reveal()).toBe(expected)
  expect(warnings.join()).toBe(
    expected === expected.trim()
      ? ''
      : 'TENDER_GATEWAY_PASSWORD begins or ends with a blank, which is taken as a part of it.',
  )
})

test('secrets show themselves to nobody', () => {
  const { config } = readConfig(environment)
  const shown = [JSON.stringify(config!.gateway), inspect(config!.gateway), `${config!.gateway.password}`]
  for (const text of shown) expect(text).toContain('[secret]')
  expect(shown.join() + inspect(config!.signingSecret)).not.toContain('canary-password')
  expect(config!.gateway.password!.reveal()).toBe('canary-password')
})
