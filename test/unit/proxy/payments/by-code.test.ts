import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { losing } from '../support/sandbox-shop.ts'
import { codeStepIn, openCodeShop, payloadIn, type CodeShop } from '../support/code-shop.ts'

let shop: CodeShop
beforeAll(async () => {
  shop = await openCodeShop()
})
afterAll(() => shop.fixture.close())

/** Milliseconds: more than between two questions about a code. */
const pass = (ms = 2500): void => shop.fixture.clock.advance(ms)

test('a code is paid in the app; a reload, a poll and the request itself tell of it alike', async () => {
  const order = shop.order()
  const first = await order.code()
  const step = codeStepIn(first)
  expect(step).toMatchObject({ method: 'sbp', accepted: false, payload: expect.stringContaining('/nspk/') })
  expect(step.remainingMs).toBeGreaterThan(1_190_000)
  expect(step.remainingMs).toBeLessThanOrEqual(1_200_000)
  const { outcome, codes } = await shop.checkout(order.ticket)
  expect(codes).toEqual({ sbp: { stores: false } })
  for (const told of [outcome, await order.read(), await order.code(), await shop.outcome('prepare', {}, order.ticket)])
    expect(payloadIn(told)).toBe(step.payload)
  expect(shop.request('sbp/c2b/qr/dynamic/get.do')).toHaveLength(1)
  await order.inApp(step.payload!, 'wait')
  pass()
  const accepted = codeStepIn(await order.read())
  expect(accepted).toMatchObject({ accepted: true })
  expect(accepted.payload).toBeUndefined()
  await order.inApp(step.payload!, 'confirm')
  expect(await order.read()).toMatchObject({ state: 'paid', amount: 1234 })
})

test('while a code may be paid, nothing else pays; taken back, the same order is paid by a card', async () => {
  const order = shop.order()
  const code = await order.code()
  expect(payloadIn(await shop.outcome('pay', await shop.cardBody(code.orderId!), order.ticket))).toBe(payloadIn(code))
  expect(await order.cancel()).toMatchObject({ state: 'open', orderId: code.orderId })
  expect(await order.read()).toMatchObject({ state: 'open' })
  expect(await order.byCard()).toMatchObject({ state: 'paid', orderId: code.orderId })
})
