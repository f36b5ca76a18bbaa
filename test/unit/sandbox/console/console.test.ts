import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { buildSwitches, noFaults } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { fakeClock } from '../../../support/clock.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

const shop = 'https://shop.example'

const noOrders = { all: () => [], numberOf: () => undefined }

function openConsole(real = fakeClock()) {
  const clock = shiftedClock(real)
  const journal = buildJournal(clock)
  const switches = buildSwitches()
  const common = { clock, journal, switches, cards: testCards, orders: noOrders }
  const phones = buildPhones(memoryStore(), clock)
  const app = buildConsole({ ...common, phones, allowedOrigins: () => [shop] })
  open.push(app)
  const emit = (what: string) => journal.note({ from: 'browser', to: 'ACS', what })
  const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.inject({ method: 'POST', url: '/scenario', payload, headers })
  return { app, journal, switches, clock, phones, emit, post }
}

test('the test cards are published without the issuer’s own files', async () => {
  const { app } = openConsole()
  const cards = (await app.inject('/test-cards.json')).json<Record<string, unknown>[]>()
  const kind = ['brand', 'threeDs', 'method', 'transStatus']
  const fields = ['pan', 'expiry', 'cvc', ...kind, 'outcome', 'reason', 'code', 'what', 'label']
  expect(cards.map(({ pan }) => pan)).toEqual(testCards.map(({ pan }) => pan))
  for (const [at, card] of cards.entries()) {
    expect(fields).toEqual(expect.arrayContaining(Object.keys(card)))
    expect(testCards[at]).toMatchObject(card)
  }
})

test('a change sets what it names and leaves the rest', async () => {
  const { post, switches, app } = openConsole()
  const answer = await post('{"framing":"refused"}')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...noFaults, framing: 'refused' })
  await post('{"gatewayDelay":250}')
  expect(switches.read()).toEqual({ ...noFaults, framing: 'refused', gatewayDelay: 250 })
  expect((await app.inject('/scenario')).json()).toEqual(switches.read())
})

test.each([
  ['{"framing":"maybe"}', 'framing'],
  ['{"gatewayDelay":-1}', 'gatewayDelay'],
  ['{"gatewayDelay":"5"}', 'gatewayDelay'],
  ['{"gatewayDelay":null}', 'gatewayDelay'],
  ['{"framing":"refused","colour":"red"}', 'colour'],
  ['{"__proto__x":1}', '__proto__x'],
  ['[]', ''],
  ['7', ''],
])('%s is refused whole', async (body, field) => {
  const { post, switches } = openConsole()
  const answer = await post(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ error: { code: 'field_invalid', message: expect.stringMatching(/\w/), field } })
  expect(switches.read()).toEqual(noFaults)
})

test('what is no JSON is refused in the same shape', async () => {
  const answer = await openConsole().post('{')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: { code: 'body_malformed' } })
})

test('the page’s form works without scripts, and a foreign page’s form does not', async () => {
  const { post, switches } = openConsole()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const foreign = await post('framing=refused', { ...form, 'sec-fetch-site': 'cross-site' })
  expect(foreign.statusCode).toBe(403)
  expect(switches.read()).toEqual(noFaults)
  const own = await post('framing=refused&gatewayDelay=100&paymentAnswer=sent', {
    'content-type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8',
    'sec-fetch-site': 'same-origin',
  })
  expect(own.statusCode).toBe(303)
  expect(own.headers.location).toBe('/')
  expect(switches.read()).toEqual({ ...noFaults, framing: 'refused', gatewayDelay: 100 })
  expect((await post('framing=maybe', form)).statusCode).toBe(400)
  await post('framing=null', form)
  expect(switches.read().framing).toBe('refused')
})

test('the page shows how the switches stand, under a policy that lets nothing else in', async () => {
  const { app, switches } = openConsole()
  switches.set({ methodPage: 'silent', gatewayDelay: 1234 })
  const page = await app.inject('/')
  expect(page.body).toContain('<option selected>silent</option>')
  expect(page.body).toContain('value="1234"')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
})

test('only allowed origins may read', async () => {
  const { app } = openConsole()
  const allowed = async (origin: string) =>
    (await app.inject({ url: '/timeline.json', headers: { origin } })).headers['access-control-allow-origin']
  expect(await allowed(shop)).toBe(shop)
  expect(await allowed('https://evil.example')).toBeUndefined()
  expect(await allowed('null')).toBeUndefined()
})

/** Reads events until there are so many. */
async function events(response: Response, count: number): Promise<{ id: string; what: string }[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const found = () => [...text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)]
  let text = ''
  while (found().length < count) text += (await reader.read()).value ?? ''
  await reader.cancel()
  return found().map(([, id, data]) => ({ id: id!, what: (JSON.parse(data!) as { what: string }).what }))
}

async function listening(app: ReturnType<typeof openConsole>['app']): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

test('the timeline is sent from its beginning, then live, in order, to each who watches', async () => {
  const { app, emit } = openConsole()
  const base = await listening(app)
  emit('first')
  emit('second')
  const early = await fetch(`${base}/timeline`, { headers: { origin: shop } })
  emit('third')
  const late = await fetch(`${base}/timeline`)
  emit('fourth')
  expect(early.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(early.headers.get('access-control-allow-origin')).toBe(shop)
  const whats = ['first', 'second', 'third', 'fourth']
  const result = await Promise.all([events(early, 4), events(late, 4)])
  expect(result.map((one) => one.map(({ what }) => what))).toEqual([whats, whats])
  const json = (await (await fetch(`${base}/timeline.json`)).json()) as { what: string }[]
  expect(json.map(({ what }) => what)).toEqual(whats)
})

test('who comes back receives only what is new, unless the sandbox was started anew', async () => {
  const { app, emit } = openConsole()
  const base = await listening(app)
  emit('first')
  emit('second')
  const [, second] = await events(await fetch(`${base}/timeline`), 2)
  emit('third')
  const again = await fetch(`${base}/timeline`, { headers: { 'last-event-id': second!.id } })
  expect((await events(again, 1)).map(({ what }) => what)).toEqual(['third'])

  const restarted = openConsole(fakeClock(Date.UTC(2031, 0, 1)))
  const other = await listening(restarted.app)
  restarted.emit('anew')
  const back = await fetch(`${other}/timeline`, { headers: { 'last-event-id': second!.id } })
  expect((await events(back, 1)).map(({ what }) => what)).toEqual(['anew'])
})

test('who leaves is no longer written to, and closing ends who stays', async () => {
  const { app, journal } = openConsole()
  let watching = 0
  const { watch } = journal
  Object.assign(journal, {
    watch: (seen: Parameters<typeof watch>[0]) => {
      const stop = watch(seen)
      watching += 1
      return () => {
        watching -= 1
        return stop()
      }
    },
  })
  const base = await listening(app)
  const leaving = new AbortController()
  await fetch(`${base}/timeline`, { signal: leaving.signal })
  const staying = await fetch(`${base}/timeline`)
  expect(watching).toBe(2)
  leaving.abort()
  await expect.poll(() => watching).toBe(1)
  const cut = expect(staying.text()).rejects.toThrow()
  await app.close()
  await cut
  await expect.poll(() => watching).toBe(0)
})

test('what is sent to a phone is read in the inbox, the newest first, and is no markup', async () => {
  const { app, phones, clock } = openConsole()
  phones.send('+375 29 123-45-67', 'first')
  phones.send('375291234567', '<b>second</b>')
  const at = clock.now()
  const phone = '375291234567'
  expect((await app.inject('/messages')).json()).toEqual([
    { phone, text: '<b>second</b>', at },
    { phone, text: 'first', at },
  ])
  const page = (await app.inject('/')).body
  expect(page).toContain('&lt;b&gt;second&lt;/b&gt;')
  expect(page).not.toContain('<b>second')
})

test('the rules of card management are set for all, and no order has a say in them', async () => {
  const { app, post, switches } = openConsole()
  await post('{"issuing":"strict"}')
  expect(switches.read().issuing).toBe('strict')
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({
    method: 'POST',
    url: '/scenario/orders/A-1',
    payload: '{"issuing":"full"}',
    headers,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: { field: 'issuing' } })
})

test.each(['/', '/orders', '/scenario', '/test-cards.json', '/timeline.json', '/healthz'])(
  'HEAD %s has the headers of the GET, those for the shop’s pages too',
  async (url) => {
    const { app } = openConsole()
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => app.inject({ method, url, headers: { origin: shop } })),
    )
    expect(get!.headers['access-control-allow-origin']).toBe(shop)
    const { date: _, ...headers } = get!.headers
    expect([head!.statusCode, head!.body]).toEqual([get!.statusCode, ''])
    expect(head!.headers).toMatchObject(headers)
  },
)

test('HEAD of the timeline ends at once, and nobody goes on watching', async () => {
  const clock = shiftedClock(fakeClock())
  const journal = buildJournal(clock)
  let watching = 0
  const watch: typeof journal.watch = (seen) => {
    const stop = journal.watch(seen)
    watching += 1
    return () => ((watching -= 1), stop())
  }
  const options = { clock, switches: buildSwitches(), cards: testCards, orders: noOrders, allowedOrigins: () => [shop] }
  const app = buildConsole({ ...options, journal: { ...journal, watch } })
  open.push(app)
  const head = await app.inject({ method: 'HEAD', url: '/timeline' })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '',
  ])
  expect(watching).toBe(0)
})
