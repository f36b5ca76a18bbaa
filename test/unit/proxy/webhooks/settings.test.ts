import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { environment } from '../support/test-proxy.ts'
import { ours } from '../../../support/signing-keys.ts'
import { webhookSecret } from './stand.ts'

const on = { TENDER_WEBHOOK_URL: 'https://shop.example/webhooks?a=b', TENDER_WEBHOOK_SECRET: webhookSecret }
const read = (change: Record<string, string>) => readConfig({ ...environment, ...change })

test('without any of it there is nothing', () => {
  const { config } = read({})
  expect([config!.webhook, config!.redisUrl]).toEqual([undefined, undefined])
})

test('an address, its secrets, the keys of callbacks and Redis', () => {
  const { config } = read({
    ...on,
    TENDER_WEBHOOK_SECRET: `${webhookSecret},${webhookSecret}`,
    TENDER_CALLBACK_SECRET: 'callback canary',
    TENDER_CALLBACK_CERTIFICATE: ours.certificate,
    TENDER_REDIS_URL: 'rediss://:canary@redis.example:6380/1',
  })
  expect(config!.webhook!.url).toBe('https://shop.example/webhooks?a=b')
  expect(config!.webhook!.secrets.map((secret) => secret.reveal())).toEqual([webhookSecret, webhookSecret])
  expect(config!.webhook!.callbacks.secret!.reveal()).toBe('callback canary')
  expect(config!.redisUrl!.reveal()).toContain('canary')
  expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toMatch(/canary|whsec_/)
})

test.each(['http://localhost:3000/x', 'http://127.0.0.1/x'])('on this machine http will do: %s', (address) => {
  expect(read({ ...on, TENDER_WEBHOOK_URL: address }).errors).toBeUndefined()
})

const secretOf = (bytes: number) =>
  `whsec_${Buffer.from(Array.from({ length: bytes }, (_, at) => at)).toString('base64')}`

test.each([
  ['TENDER_WEBHOOK_URL', { ...on, TENDER_WEBHOOK_URL: 'http://shop.example/' }],
  ['TENDER_WEBHOOK_URL', { ...on, TENDER_WEBHOOK_URL: 'https://u:p@shop.example/' }],
  ['TENDER_WEBHOOK_URL', { ...on, TENDER_WEBHOOK_URL: 'https://shop.example/#a' }],
  ['TENDER_WEBHOOK_URL', { ...on, TENDER_WEBHOOK_URL: 'shop' }],
  ['TENDER_WEBHOOK_SECRET', { TENDER_WEBHOOK_URL: on.TENDER_WEBHOOK_URL }],
  ['TENDER_WEBHOOK_SECRET', { TENDER_WEBHOOK_SECRET: webhookSecret }],
  ['TENDER_WEBHOOK_SECRET', { ...on, TENDER_WEBHOOK_SECRET: webhookSecret.slice(6) }],
  ['TENDER_WEBHOOK_SECRET', { ...on, TENDER_WEBHOOK_SECRET: secretOf(23) }],
  ['TENDER_WEBHOOK_SECRET', { ...on, TENDER_WEBHOOK_SECRET: secretOf(65) }],
  ['TENDER_WEBHOOK_SECRET', { ...on, TENDER_WEBHOOK_SECRET: `${webhookSecret},whsec_*` }],
  ['TENDER_CALLBACK_SECRET', { TENDER_CALLBACK_SECRET: 'a' }],
  ['TENDER_CALLBACK_CERTIFICATE', { TENDER_CALLBACK_CERTIFICATE: ours.certificate }],
  ['TENDER_CALLBACK_CERTIFICATE', { ...on, TENDER_CALLBACK_CERTIFICATE: ours.privateKey }],
  ['TENDER_REDIS_URL', { ...on, TENDER_REDIS_URL: 'https://redis.example' }],
] as readonly (readonly [string, Record<string, string>])[])('one sentence about %s', (name, change) => {
  const { errors } = read(change)
  expect(errors!.map((sentence) => sentence.split(' ')[0])).toEqual([name])
  expect(errors!.join('')).not.toMatch(/whsec_[A-Za-z]|PRIVATE/)
})

test.each([24, 64])('a secret may have %i bytes', (bytes) => {
  expect(read({ ...on, TENDER_WEBHOOK_SECRET: secretOf(bytes) }).errors).toBeUndefined()
})
