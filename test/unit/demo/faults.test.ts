import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { choicesOf, OrderChange } from '#sandbox/console/scenario-change.ts'
import { buildSwitches, noFaults, type Scenario } from '#sandbox/scenario/fault-switches.ts'
import { faultForm, takeFaults } from '../../../demo/shop/faults.ts'

const shop = 'http://shop.test'

let open: FastifyInstance | undefined
afterEach(() => open?.close())

function openFaults() {
  const app = (open = fastify())
  const switches = buildSwitches()
  takeFaults(app, switches, () => shop)
  const post = (fields: Record<string, string>, origin = shop) =>
    app.inject({
      method: 'POST',
      url: '/faults/A-17',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    })
  return { switches, post }
}

test('the form has every fault that has a list, with the one that the order meets', () => {
  const html = faultForm({
    orderNumber: 'A-17',
    usual: { ...noFaults, framing: 'refused' },
    chosen: { callbacks: 'never' },
    query: 'amount=1',
  })
  for (const name of Object.keys(OrderChange.shape) as (keyof Scenario)[])
    expect(html.includes(`<select name="${name}"`), name).toBe(choicesOf(name) !== undefined)
  expect(html).toContain('<option value="never" selected>')
  // The first choice is what all orders have, and the others are what this one may have in its place.
  expect(html).toContain('<option value="" selected>refused (default)</option><option value="allowed">')
})

test('what is chosen is met by this order alone, and what is emptied no longer', async () => {
  const { switches, post } = openFaults()
  switches.orders.set('A-17', { framing: 'refused' })
  const answer = await post({ paymentAnswer: 'lost-after', framing: '', back: 'amount=1&orderNumber=A-17' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/?amount=1&orderNumber=A-17'])
  expect(switches.orders.of('A-17')).toEqual({ paymentAnswer: 'lost-after' })
  expect(switches.read().paymentAnswer).toBe('sent')
})

test('neither another site nor an unknown fault changes anything', async () => {
  const { switches, post } = openFaults()
  expect((await post({ paymentAnswer: 'lost-after' }, 'http://evil.test')).statusCode).toBe(403)
  expect((await post({ paymentAnswer: 'eaten' })).json()).toMatchObject({ field: 'paymentAnswer' })
  expect(switches.orders.all()).toEqual({})
})
