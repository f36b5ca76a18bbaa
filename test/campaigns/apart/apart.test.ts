import { expect, test } from 'vitest'
import { cross } from './campaign.ts'

test('what one merchant has tells nothing at the address of another', { timeout: 120_000 }, async () => {
  const { told, blind, tried } = await cross(5, 10_000, 59)
  expect(blind).toEqual([])
  expect(told).toEqual([])
  expect(tried).toBe(10_000)
})
