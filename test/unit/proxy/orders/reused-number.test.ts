import { expect, test } from 'vitest'
import { openTestProxy, order, type TestProxy } from '../support/test-proxy.ts'

const DAY = 86_400_000

/** A paid order with the ticket's number and sum, and the outcome that its shopper is shown. */
async function shown(proxy: TestProxy, date: number, status = 2) {
  const { orderNumber, amount, currency, returnUrl } = order
  Object.assign(proxy.gateway.add({ orderNumber, amount, currency, returnUrl }), { status, actionCode: 0, date })
  return (await proxy.ask('outcome')).json<object>()
}

test.each([1, 2, 4])('an order of 31 days before its ticket is not the ticket’s: orderStatus %i', async (status) => {
  const proxy = await openTestProxy()
  expect(await shown(proxy, proxy.clock.now() - 31 * DAY, status)).toMatchObject({ error: { code: 'order_mismatch' } })
  expect(proxy.log.join('')).toMatch(/registered on 20\d\d-\d\d-\d\d, long before the ticket/)
})

test.each([
  ['29 days before', (now: number) => now - 29 * DAY],
  ['a minute ahead', (now: number) => now + 60_000],
  ['in seconds', (now: number) => Math.floor(now / 1000)],
])('an order of another date is: %s', async (_, dateAt) => {
  const proxy = await openTestProxy()
  expect(await shown(proxy, dateAt(proxy.clock.now()))).toMatchObject({ state: 'paid' })
})

test('an old order that returns the terms which this proxy has signed is the ticket’s, whenever that is signed anew', async () => {
  const earlier = await openTestProxy()
  await earlier.prepare()
  const proxy = await openTestProxy()
  const paid = proxy.gateway.add(earlier.gateway.orders.get('A-17')!.registration)
  Object.assign(paid, { status: 2, actionCode: 0, date: proxy.clock.now() - 90 * DAY })
  expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
  const other = await proxy.ticketFor({ clientId: 'jane' })
  expect((await proxy.ask('outcome', undefined, other)).json()).toMatchObject({ error: { code: 'order_mismatch' } })
})
