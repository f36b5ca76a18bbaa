import { expect, test } from 'vitest'
import { openTestProxy } from '../support/test-proxy.ts'

const env = { TENDER_GATEWAY_ORDER_NUMBER_LENGTH: '10' }

test('a ticket whose number leaves no room for the -2 of a second attempt is refused by its claim', async () => {
  const proxy = await openTestProxy({ env })
  const answer = await proxy.ask('prepare', {}, await proxy.ticketFor({ orderNumber: 'A-1234567' }))
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    {
      error: { code: 'ticket_invalid', field: 'orderNumber', message: expect.stringContaining('ORDER_NUMBER_LENGTH') },
    },
  ])
  expect(proxy.gateway.calls).toEqual([])
})

test('attempts end before a number that the gateway does not take, which is neither registered nor read', async () => {
  const proxy = await openTestProxy({ env })
  const ticket = await proxy.ticketFor({ orderNumber: 'A-123456' })
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    expect(await proxy.prepare(ticket)).toMatchObject({ state: 'open' })
    Object.assign([...proxy.gateway.orders.values()].at(-1)!, { status: 6, actionCode: -2007 })
  }
  expect(await proxy.outcome('prepare', {}, ticket)).toMatchObject({
    state: 'declined',
    reason: 'order_expired',
    again: false,
  })
  expect([...proxy.gateway.orders.keys()].at(-1)).toBe('A-123456-9')
  expect(proxy.gateway.calls.filter(({ fields }) => (fields['orderNumber'] ?? '').length > 10)).toEqual([])
})
