import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { environment } from '../support/test-proxy.ts'

const read = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change })
const redis = { TENDER_REDIS_URL: 'redis://:a-password@127.0.0.1:6379' }

test('several instances without a store that they share do not start', () => {
  expect(read({ TENDER_INSTANCES: 'several' }).errors).toEqual([
    'TENDER_REDIS_URL is required where TENDER_INSTANCES is several: without it an order may be paid twice.',
  ])
  expect(read({ TENDER_INSTANCES: 'several', ...redis }).errors).toBeUndefined()
})

test('several instances without a folder that they share are warned', () => {
  const warningsOf = (change: Readonly<Record<string, string>>) =>
    (read({ ...redis, ...change }) as { warnings?: readonly string[] }).warnings
  expect(warningsOf({ TENDER_INSTANCES: 'several' })).toEqual([expect.stringMatching(/^TENDER_RELEASES should be set/)])
  expect(warningsOf({ TENDER_INSTANCES: 'several', TENDER_RELEASES: '/releases' })).toEqual([])
  expect(warningsOf({ TENDER_INSTANCES: 'one' })).toEqual([])
})

test.each([{}, { TENDER_INSTANCES: 'one' }, redis])('one instance may have a store or not', (change) => {
  expect(read(change).errors).toBeUndefined()
})

test('their number is not asked for', () => {
  expect(read({ TENDER_INSTANCES: '2' }).errors).toEqual(['TENDER_INSTANCES must be one or several.'])
})
