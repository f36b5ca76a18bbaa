import { expect, test } from 'vitest'
import { challengedOrders, forwarded, oneAddress, oneOpenSession, oneSession } from './card-testing.ts'

test('of many cards for one order three reach the gateway', async () => {
  expect(await oneSession(20)).toEqual({ offered: 20, reached: 3 })
})

test('of many cards for an order that the gateway leaves open five do', async () => {
  expect(await oneOpenSession(20)).toEqual({ offered: 20, reached: 5 })
})

test.each(['in turn', 'at once'] as const)(
  'of many orders from one address ten are declined, %s',
  async (behaviour) => {
    expect(await oneAddress(25, behaviour)).toEqual({ offered: 25, reached: 10 })
  },
)

test.each([1, 4])('of many orders from one address ten are challenged, with %i processes', async (processes) => {
  expect(await challengedOrders(40, processes)).toEqual({ offered: 40, reached: 10 })
})

test('a made-up X-Forwarded-For makes no other address', async () => {
  expect(await forwarded(20, false)).toEqual({ offered: 20, reached: 10 })
})

test('behind a trusted reverse proxy each shopper has an address', async () => {
  expect(await forwarded(20, true)).toEqual({ offered: 20, reached: 20 })
})
