import fastify from 'fastify'
import { expect, test } from 'vitest'
import { attributes, cssProperties } from '#element/description.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { codeOf, queryOf, type Settings } from '../../../demo/browser/playground/settings.ts'
import { servePlayground } from '../../../demo/playground/serve-playground.ts'
import { seenOrders } from '../../../demo/seen-orders.ts'

const origin = {
  shop: 'http://shop',
  proxy: 'http://proxy',
  gateway: 'http://g',
  console: 'http://c',
  wallets: 'http://w',
}

function playground() {
  const app = fastify()
  const switches = buildSwitches()
  servePlayground(app, {
    random: { uuid: () => '12345678-0000-4000-8000-000000000000' } as never,
    cards: testCards,
    addresses: () => origin,
    sign: async (claims) => JSON.stringify(claims),
    seen: seenOrders(),
    switches,
    hasHelp: false,
  })
  return { switches, get: (query: string) => app.inject({ url: `/playground${query}` }) }
}

test('the page has a control for every attribute and token of the element', async () => {
  const { body } = await playground().get('')
  const own = new Set(['order', 'src', 'name'])
  for (const name of [...Object.keys(attributes).filter((name) => !own.has(name)), ...Object.keys(cssProperties)])
    expect(body, name).toContain(`name="${name}"`)
})

test('each list begins with the value that a checkout has without it', async () => {
  const { body } = await playground().get('')
  const first = (name: string) => new RegExp(`<select name="${name}"><option value=""[^>]*>([^<]+)`).exec(body)?.[1]
  expect(['theme', 'layout', 'presentation', 'hide-button', '--tender-font', 'save', 'callbacks'].map(first)).toEqual([
    'auto (default)',
    'stack (default)',
    'dialog (default)',
    'no (default)',
    'system (default)',
    'never (default)',
    'sent (default)',
  ])
  expect(body).not.toContain('>default<')
})

test('an order has the claims of the query, its faults are its own, and its page shows it again', async () => {
  const { get, switches } = playground()
  const query = 'order.amount=1200&order.capture=two-phase&fault.paymentAnswer=lost-after&back=attribute.theme%3Dsoft'
  const { orderNumber, ticket } = (await get(`/order?${query}`)).json<{ orderNumber: string; ticket: string }>()
  expect(orderNumber).toBe('play-12345678')
  expect(JSON.parse(ticket)).toMatchObject({
    orderNumber,
    amount: 1200,
    capture: 'two-phase',
    returnUrl: 'http://shop/playground?attribute.theme=soft&orderNumber=play-12345678',
  })
  expect(switches.orders.of(orderNumber)).toEqual({ paymentAnswer: 'lost-after' })
  expect(switches.orders.of('another')).not.toHaveProperty('paymentAnswer')
})

test.each([
  ['order.amount=-1', 'amount'],
  ['order.colour=red', 'colour'],
  ['fault.paymentAnswer=eaten', 'paymentAnswer'],
  ['fault.issuing=strict', 'issuing'],
])('%s is refused by its name', async (query, field) => {
  const answer = await playground().get(`/order?${query}`)
  expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([400, field])
})

const settings = (given: Partial<Record<keyof Settings, Record<string, string>>>): Settings => ({
  attribute: new Map(Object.entries(given.attribute ?? {})),
  token: new Map(Object.entries(given.token ?? {})),
  order: new Map(Object.entries(given.order ?? {})),
  fault: new Map(Object.entries(given.fault ?? {})),
})

test('the address carries every setting that is not at its default', () => {
  const some = settings({
    attribute: { theme: 'soft' },
    token: { '--tender-gap': '8px' },
    fault: { framing: 'refused' },
  })
  expect(queryOf(some).toString()).toBe('attribute.theme=soft&token.--tender-gap=8px&fault.framing=refused')
})

test('the code has the attributes and the style, and quotes what a page would misread', () => {
  const code = codeOf(
    settings({ attribute: { 'hide-button': 'yes', locale: '"><b' }, token: { '--tender-accent': 'teal' } }),
    'http://proxy',
  )
  expect(code).toContain('src="http://proxy" hide-button locale="&quot;>&lt;b"></tender-checkout>')
  expect(code).toContain('tender-checkout {\n  --tender-accent: teal;\n}')
})
