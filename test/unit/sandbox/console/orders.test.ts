import { afterEach, expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildSwitches, noFaults } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { fakeClock } from '../../../support/clock.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

const orders = [
  { orderNumber: 'A-17', orderId: 'id-17', state: 'deposited', amount: 4990, currency: '978', merchant: 'shop-api' },
  { orderNumber: '<b>&"1', orderId: 'id-1', state: 'registered', amount: 100, currency: '933', merchant: '<i>&api' },
]

function openConsole() {
  const clock = shiftedClock(fakeClock())
  const journal = buildJournal(clock)
  const switches = buildSwitches()
  const numberOf = (name: string) => orders.find(({ orderId }) => orderId === name)?.orderNumber
  switches.learnNames(numberOf)
  const view = { all: () => orders, numberOf }
  const app = buildConsole({ clock, journal, switches, orders: view, cards: [], allowedOrigins: () => [] })
  open.push(app)
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers, ...(body && { payload: body }) })
  const fill = (url: string, fields: Record<string, string>, site = 'same-origin') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: new URLSearchParams(fields).toString(),
    })
  return { app, clock, journal, switches, ask, fill }
}

const of = '/scenario/orders/A-17'

test('what is set for an order goes before what is set for all, also for its further tries, and for no other', async () => {
  const { ask, switches } = openConsole()
  await ask('POST', '/scenario', { statusDelay: 7, paymentAnswer: 'malformed' })
  const answer = await ask('POST', of, { paymentAnswer: 'refused-429' })
  expect(answer.json()).toEqual({ paymentAnswer: 'refused-429' })
  const own = { ...noFaults, statusDelay: 7, paymentAnswer: 'refused-429' }
  for (const name of ['A-17', 'A-17-2', 'A-17-10', 'id-17']) expect(switches.read(name)).toEqual(own)
  for (const name of ['A-1', 'A', 'A-17-', 'A-17-2-x', 'id-1', undefined])
    expect(switches.read(name)).toEqual({ ...own, paymentAnswer: 'malformed' })
})

test('what is set for a try by its own name goes before what is set for the order', async () => {
  const { ask, switches } = openConsole()
  await ask('POST', of, { declineWith: 116, statusDelay: 1 })
  await ask('POST', `${of}-2`, { declineWith: 0 })
  expect(switches.read('A-17-2')).toMatchObject({ declineWith: 0, statusDelay: 1 })
  expect(switches.read('A-17-3')).toMatchObject({ declineWith: 116 })
})

test('an order’s switches are added to, read, listed and taken away', async () => {
  const { ask, switches } = openConsole()
  await ask('POST', of, { declineWith: 116 })
  await ask('POST', of, { framing: 'refused' })
  const both = { declineWith: 116, framing: 'refused' }
  expect((await ask('GET', of)).json()).toEqual(both)
  expect((await ask('GET', '/scenario/orders')).json()).toEqual({ 'A-17': both })
  expect((await ask('GET', '/scenario')).json()).toEqual(noFaults)
  expect((await ask('DELETE', of)).json()).toEqual({})
  expect(switches.read('A-17')).toEqual(noFaults)
  expect((await ask('GET', '/scenario/orders')).json()).toEqual({})
})

test.each([
  [of, { paymentAnswer: 'maybe' }, 'paymentAnswer', /must be one of sent, lost-before/],
  [of, { gatewayDelay: 120_001 }, 'gatewayDelay', /at most 120000/],
  [of, { declineWith: 1.5 }, 'declineWith', /whole number/],
  [of, { colour: 'red' }, 'colour', /not a known field/],
  [of, { issuingLists: 'nested' }, 'issuingLists', /not a known field/],
  [of, { bindingAnswer: 'malformed' }, 'bindingAnswer', /not a known field/],
  [`/scenario/orders/${'x'.repeat(37)}`, { framing: 'refused' }, 'orderNumber', /at most 36/],
  ['/clock', { forwardMs: 0 }, 'forwardMs', /at least 1/],
  ['/clock', { forwardMs: '5' }, 'forwardMs', /number/],
  ['/clock', {}, 'forwardMs', /required/],
  ['/clock', { forwardMs: 1, by: 'me' }, 'by', /not a known field/],
] as const)('%s refuses %j, by field and rule', async (url, body, field, rule) => {
  const { ask, switches, clock } = openConsole()
  const answer = await ask('POST', url, body)
  expect(answer.statusCode).toBe(400)
  const { error } = answer.json<{ error: object }>()
  expect(error).toEqual({ code: 'field_invalid', field, message: expect.stringMatching(rule) })
  expect(switches.orders.all()).toEqual({})
  expect(clock.ahead()).toBe(0)
})

test('a foreign page sets nothing', async () => {
  const { ask, fill, switches, clock } = openConsole()
  switches.orders.set('A-17', { declineWith: 5 })
  expect((await fill(of, { declineWith: '116' }, 'cross-site')).statusCode).toBe(403)
  expect((await fill('/clock', { forwardMs: '1' }, 'cross-site')).statusCode).toBe(403)
  expect((await ask('DELETE', of, undefined, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(switches.orders.of('A-17')).toEqual({ declineWith: 5 })
  expect(clock.ahead()).toBe(0)
})

test('the page’s form for an order sets what is filled in, and what is left empty is as for all again', async () => {
  const { fill, switches } = openConsole()
  const answer = await fill(of, { framing: '', declineWith: '-2007', gatewayDelay: '', callbacks: 'never' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/?order=A-17'])
  expect(switches.orders.of('A-17')).toEqual({ declineWith: -2007, callbacks: 'never' })
  await fill(of, { framing: '', declineWith: '', callbacks: 'never' })
  expect(switches.orders.of('A-17')).toEqual({ callbacks: 'never' })
  await fill(of, { callbacks: '' })
  expect(switches.orders.all()).toEqual({})
})

test('the page lists the orders and leads to each; an order’s page shows its own switches', async () => {
  const { app, switches } = openConsole()
  switches.orders.set('<b>&"1', { declineWith: 116 })
  const page = (await app.inject('/')).body
  expect(page).toContain(
    '<a href="/?order=A-17">A-17</a></td><td>deposited</td><td>4990</td><td>978</td><td>shop-api</td>',
  )
  expect(page).toContain('href="/?order=%3Cb%3E%26%221">&lt;b&gt;&amp;&quot;1</a>')
  expect(page).not.toMatch(/<[bi]>/)
  expect(page).toContain('<td>&lt;i&gt;&amp;api</td>')
  expect(page).toContain('<form method="post" action="/scenario">')
  const own = (await app.inject('/?order=%3Cb%3E%26%221')).body
  expect(own).toContain('<form method="post" action="/scenario/orders/%3Cb%3E%26%221">')
  expect(own).toContain('Switches of order &lt;b&gt;&amp;&quot;1')
  expect(own).toMatch(/name="declineWith"[^>]* value="116"/)
  expect(own).toContain('<option value="">as for all</option><option>allowed</option>')
  expect(own).not.toContain('<b>')
  expect((await app.inject('/orders')).json()).toEqual(orders)
})

test('the page shows every switch and each of its choices', async () => {
  const page = (await openConsole().app.inject('/')).body
  for (const name of Object.keys(noFaults)) expect(page).toContain(`name="${name}"`)
  for (const choice of ['refused-429', 'error-502', 'lost-before', 'silent', 'reordered'])
    expect(page).toContain(`<option>${choice}</option>`)
})

test('a timeline can be of one order, by whichever name it was noted', async () => {
  const { app, journal } = openConsole()
  for (const order of ['A-17', 'id-17', 'id-1', undefined])
    journal.note({ from: 'proxy', to: 'gateway', what: `about ${order}`, ...(order && { order }) })
  const result = (await app.inject('/timeline.json?order=A-17')).json<{ what: string }[]>()
  expect(result.map(({ what }) => what)).toEqual(['about A-17', 'about id-17'])
  expect((await app.inject('/timeline.json')).json()).toHaveLength(4)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const live = await fetch(`http://127.0.0.1:${port}/timeline?order=A-17`)
  journal.note({ from: 'proxy', to: 'gateway', what: 'more', order: 'id-1' })
  journal.note({ from: 'proxy', to: 'gateway', what: 'last', order: 'id-17' })
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('last')) text += (await reader.read()).value ?? ''
  await reader.cancel()
  expect([...text.matchAll(/"what":"([^"]*)"/g)].map(([, what]) => what)).toEqual(['about A-17', 'about id-17', 'last'])
})

test('the clock is read and put forward, by program and by form', async () => {
  const { ask, fill, clock } = openConsole()
  const start = clock.now()
  expect((await ask('GET', '/clock')).json()).toEqual({ now: start, aheadMs: 0 })
  expect((await ask('POST', '/clock', { forwardMs: 1000 })).json()).toEqual({ now: start + 1000, aheadMs: 1000 })
  expect((await fill('/clock', { forwardMs: '500' })).headers.location).toBe('/')
  expect(clock.now()).toBe(start + 1500)
})
