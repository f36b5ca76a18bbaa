import { expect, test } from 'vitest'
import { runGatewayAddresses } from './runs/gateway-address.ts'
import { runReturnAddresses } from './runs/return.ts'

test('no hostile returnUrl or failUrl leads away from the shop', async () => {
  const { tried, refused, faults } = await runReturnAddresses(1)
  expect(faults).toEqual([])
  expect(refused).toBeGreaterThan(tried * 0.8)
  expect(refused).toBeLessThan(tried)
})

test('no hostile address of the gateway’s reaches a browser but as plain https', async () => {
  const { tried, refused, faults } = await runGatewayAddresses(17)
  expect(faults).toEqual([])
  expect(refused).toBeGreaterThan(tried / 2)
  expect(refused).toBeLessThan(tried)
})
