import { expect, test } from 'vitest'
import { misuse, tenants } from './tokens.ts'

test('no ticket of more than 200 bad ones is accepted, and the good ones are', async () => {
  const { tried, accepted, controls } = await misuse()
  expect(accepted).toEqual([])
  expect(tried).toBeGreaterThan(200)
  expect(controls).toBe(3)
})

test('a tenant’s ticket opens nothing of another tenant', async () => {
  const { own, crossed } = await tenants(3)
  expect([own, crossed]).toEqual([3, []])
})
