import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { weakSecrets } from '#proxy/config/weak-secrets.ts'
import { publicDocuments } from '../../../support/links.ts'
import { exampleSecrets } from './example-secrets.ts'
import { environment } from '../support/test-proxy.ts'

const read = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change })
const errorsOf = (change: Readonly<Record<string, string>>) => read(change).errors ?? []
const about = (name: string, rule: string) => [expect.stringMatching(new RegExp(`^${name} ${rule}`))]
const webhook = (secret: string) => ({
  TENDER_WEBHOOK_URL: 'https://shop.example/webhooks',
  TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from(secret).toString('base64')}`,
})
const good = 'a-secret-of-some-other-thing-than-tickets'

describe('a weak secret', () => {
  const weak = [
    'x'.repeat(32),
    '0'.repeat(64),
    'abcdefg'.repeat(5),
    '1234567890'.repeat(4),
    'correct-horse-battery-staple-'.repeat(2),
    'changeme-changeme-please-change-me-now',
    'your-256-bit-secret-goes-right-here-please',
    'the-very-example-of-a-ticket-secret-32',
  ]
  test.each(weak)('%s is refused wherever it stands', (secret) => {
    expect(errorsOf({ TENDER_TICKET_SECRET: secret })).toEqual(about('TENDER_TICKET_SECRET', 'must'))
    expect(errorsOf({ TENDER_TICKET_SECRETS: `a:${good},b:${secret}` })).toEqual(about('TENDER_TICKET_SECRETS', 'must'))
    expect(errorsOf({ TENDER_SIGNING_SECRET: `${good},${secret}` })).toEqual(about('TENDER_SIGNING_SECRET', 'must'))
    expect(errorsOf({ TENDER_API_KEYS: secret })).toEqual(about('TENDER_API_KEYS', 'must'))
    expect(errorsOf(webhook(secret))).toEqual(about('TENDER_WEBHOOK_SECRET', 'must'))
    expect(errorsOf({ TENDER_API_KEYS: secret }).join()).not.toContain(secret)
  })

  test('no secret of openssl rand is one', () => {
    for (let time = 0; time < 2000; time += 1)
      for (const secret of [
        randomBytes(32).toString('base64'),
        randomBytes(32).toString('hex'),
        randomBytes(16).toString('hex'),
      ])
        expect(weakSecrets((name) => (name === 'TENDER_API_KEYS' ? secret : ''))).toEqual([])
  })
})

describe('a published secret', () => {
  test.each([
    ['TENDER_TICKET_SECRET', 'a-string-secret-at-least-256-bits-long'],
    ['TENDER_WEBHOOK_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['TENDER_CALLBACK_SECRET', 'ooc7slpvc61k7sf7ma7p4hrefr'],
  ])('%s=%s is refused', (name, secret) => {
    expect(errorsOf({ ...webhook(good), [name]: secret })).toEqual(about(name, 'must not be a published example'))
  })

  test('the documents print no secret that would be accepted', () => {
    const printed = publicDocuments.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(TENDER_\w*(?:SECRETS?|API_KEYS))=['"]?([^\s'"`]{24,})/g),
    ])
    const accepted = printed.filter(
      ([, name, secret]) => !secret!.includes('$(') && !errorsOf({ ...webhook(good), [name!]: secret! }).length,
    )
    expect(accepted.map(([text]) => text)).toEqual([])
  })
})

describe('an example of this repository', () => {
  const local = { TENDER_GATEWAY_URL: 'http://127.0.0.1:8082' }
  const inVariables: Readonly<Record<string, (secret: string) => Record<string, string>>> = {
    TENDER_TICKET_SECRET: (secret) => ({ TENDER_TICKET_SECRET: secret }),
    TENDER_TICKET_SECRETS: (secret) => ({ TENDER_TICKET_SECRETS: `a:${good},b:${secret}` }),
    TENDER_SIGNING_SECRET: (secret) => ({ TENDER_SIGNING_SECRET: `${good},${secret}` }),
    TENDER_API_KEYS: (secret) => ({ TENDER_API_KEYS: secret }),
    TENDER_WEBHOOK_SECRET: webhook,
    TENDER_CALLBACK_SECRET: (secret) => ({ ...webhook(good), TENDER_CALLBACK_SECRET: secret }),
    TENDER_METRICS_TOKEN: (secret) => ({ TENDER_METRICS_PORT: '9464', TENDER_METRICS_TOKEN: secret }),
    TENDER_REDIS_URL: (secret) => ({ TENDER_REDIS_URL: `rediss://:${secret}@redis.shop.example` }),
    TENDER_GATEWAY_PASSWORD: (secret) => ({ TENDER_GATEWAY_PASSWORD: secret }),
    TENDER_GATEWAY_TOKEN: (secret) => ({
      TENDER_GATEWAY_TOKEN: secret,
      TENDER_GATEWAY_USERNAME: '',
      TENDER_GATEWAY_PASSWORD: '',
    }),
  }
  const wholes = [...exampleSecrets()].filter((secret) => Buffer.byteLength(secret) >= 32)

  test('is found in each folder that has one', () => {
    const found = exampleSecrets()
    expect([...found]).toEqual(
      expect.arrayContaining(['sandbox-password', 'sandbox-token', 'password', 'acme-password', 'known-to-both']),
    )
    expect(wholes).toHaveLength(4)
  })

  test.each([...exampleSecrets()])('%s is refused, by the name of each variable that may have it', (secret) => {
    for (const [name, change] of Object.entries(inVariables))
      expect(errorsOf(change(secret)).filter((error) => error.startsWith(`${name} must`))).not.toEqual([])
  })

  test.each(wholes)('%s is accepted in front of a gateway on this machine alone', (secret) => {
    expect(errorsOf({ TENDER_API_KEYS: secret })).toEqual(about('TENDER_API_KEYS', 'must not be a published example'))
    expect(errorsOf({ ...local, TENDER_API_KEYS: secret })).toEqual([])
  })
})

describe('one secret for two things', () => {
  const secret = environment.TENDER_TICKET_SECRET
  test.each([
    ['TENDER_SIGNING_SECRET', { TENDER_SIGNING_SECRET: `${good},${secret}` }],
    ['TENDER_API_KEYS', { TENDER_API_KEYS: secret }],
    ['TENDER_WEBHOOK_SECRET', webhook(secret)],
    ['TENDER_CALLBACK_SECRET', { ...webhook(good), TENDER_CALLBACK_SECRET: secret }],
  ])('%s is refused', (name, change) => {
    expect(errorsOf(change)).toEqual(about(name, 'must not be the secret of TENDER_TICKET_SECRET too'))
  })

  test("an API key that is the gateway's password is refused, and old names of a ticket secret are not", () => {
    const password = 'a-password-of-30-bytes-4-a-bank'
    expect(
      errorsOf({
        TENDER_CALLBACK_SECRET: password.slice(1),
        TENDER_GATEWAY_PASSWORD: password.slice(1),
        ...webhook(good),
      }),
    ).toEqual(about('TENDER_GATEWAY_PASSWORD', 'must not be the secret of TENDER_CALLBACK_SECRET too'))
    expect(errorsOf({ TENDER_TICKET_SECRETS: `one:${secret}` })).toEqual([])
  })
})

describe('a trusted network', () => {
  test.each([
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '2000::/3',
    '::ffff:0.0.0.0/96',
    '::ffff:0:0/96',
    '10.0.0.0/8,::/0',
  ])('of nearly all addresses is refused: %s', (networks) => {
    expect(errorsOf({ TENDER_TRUST_PROXY: networks })).toEqual(
      about('TENDER_TRUST_PROXY', 'must name your reverse proxies'),
    )
  })

  test.each(['10.0.0.0/8', 'fc00::/7', '192.0.2.1', '::1', '::ffff:10.0.0.0/104', '2001:db8::/32'])(
    'may be %s',
    (networks) => {
      expect(errorsOf({ TENDER_TRUST_PROXY: networks })).toEqual([])
    },
  )
})

describe('Redis without TLS', () => {
  const redis = (url: string) => read({ TENDER_REDIS_URL: url })

  test.each(['redis://203.0.113.7:6379', 'redis://:hidden@8.8.8.8', 'redis://[2001:db8::1]:6379'])(
    '%s is refused',
    (url) => {
      expect(redis(url).errors).toEqual(about('TENDER_REDIS_URL', 'must begin with rediss://'))
    },
  )

  test.each(['redis://redis:6379', 'redis://cache.internal', 'redis://redis.shop.example'])(
    '%s is allowed with a warning',
    (url) => {
      expect(redis(url)).toMatchObject({ warnings: about('TENDER_REDIS_URL', 'is not encrypted: use rediss://') })
    },
  )

  test.each([
    'redis://127.0.0.1',
    'redis://localhost:1',
    'redis://[::1]:6379',
    'redis://10.1.2.3',
    'redis://[fd00::1]',
    'rediss://8.8.8.8',
  ])('%s is allowed', (url) => {
    expect(redis(url)).toMatchObject({ warnings: [] })
  })
})
