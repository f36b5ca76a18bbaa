import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { environment } from '../support/test-proxy.ts'

const read = (env: Readonly<Record<string, string>>) => readConfig({ ...environment, ...env })
const on = { TENDER_SBP: 'on' } as const
const redis = { TENDER_REDIS_URL: 'redis://localhost:6379' } as const
const { TENDER_GATEWAY_USERNAME: _, TENDER_GATEWAY_PASSWORD: __, ...byToken } = environment

test('a method by a code is off unless it is switched on', () => {
  expect(read({}).config?.codeMethods).toEqual([])
  expect(read({ TENDER_SBP: 'off' }).config?.codeMethods).toEqual([])
  expect(read({ ...on, ...redis }).config?.codeMethods).toEqual(['sbp'])
  expect(read({ TENDER_SBP: 'yes' }).errors).toEqual(['TENDER_SBP must be on or off.'])
})

test('it needs login and password, and its operations at the gateway', () => {
  const { errors } = readConfig({ ...byToken, ...on, ...redis, TENDER_GATEWAY_TOKEN: 'a-token' })
  expect(errors).toEqual([
    'TENDER_SBP cannot be on with TENDER_GATEWAY_TOKEN: its operations take login and password only.',
  ])
  expect(read({ ...on, TENDER_GATEWAY_ABSENT: 'sbpRejectQr' }).errors).toEqual([
    'TENDER_SBP must not be on: the gateway has no sbpRejectQr.',
  ])
  expect(read({ ...on, TENDER_GATEWAY_ABSENT: 'sbpUnBind', ...redis }).errors).toBeUndefined()
})

test('a restart without Redis is warned of, but in front of a sandbox', () => {
  const warnings = (env: Readonly<Record<string, string>>) => {
    const result = read({ ...on, ...env })
    return result.errors ?? result.warnings.filter((line) => line.startsWith('TENDER_SBP'))
  }
  expect(warnings({})).toEqual([
    'TENDER_SBP should have TENDER_REDIS_URL beside it: without Redis a restart forgets which codes may still be paid.',
  ])
  expect(warnings(redis)).toEqual([])
  expect(warnings({ TENDER_GATEWAY_URL: 'http://localhost:8082' })).toEqual([])
})
