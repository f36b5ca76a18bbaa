import { expect, test } from 'vitest'
import { compareAccents } from './bad-answers/run.ts'
import { answering, otherShapes } from './bad-answers/shapes.ts'

test.each(answering)('%s: a field of another type changes no verdict, unless it decides', (_, operation) => {
  expect(otherShapes(operation).findings).toEqual([])
})

test('every status field but those that decide was tried', () => {
  const [, status] = answering.find(([name]) => name === 'getOrderStatusExtended')!
  expect(otherShapes(status).cases).toBeGreaterThan(500)
})

test('an order is paid, declined and refunded alike, whatever the accent of the gateway', async () => {
  const { findings } = await compareAccents(120, 44)
  expect(findings).toEqual([])
})
