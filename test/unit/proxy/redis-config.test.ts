import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config.ts'
import { environment } from './world.ts'

const read = (change: Readonly<Record<string, string>>) => readConfig({ ...environment, ...change })
const redis = { TENDER_REDIS_URL: 'redis://:a-password@127.0.0.1:6379' }

test('several instances without a store that they share do not start', () => {
  expect(read({ TENDER_INSTANCES: 'several' }).errors).toEqual([
    'TENDER_REDIS_URL is required where TENDER_INSTANCES is several: without it an order may be paid twice.',
  ])
  expect(read({ TENDER_INSTANCES: 'several', ...redis }).errors).toBeUndefined()
})

test.each([{}, { TENDER_INSTANCES: 'one' }, redis])('one instance may have a store or not', (change) => {
  expect(read(change).errors).toBeUndefined()
})

test('their number is not asked for', () => {
  expect(read({ TENDER_INSTANCES: '2' }).errors).toEqual(['TENDER_INSTANCES must be one or several.'])
})
