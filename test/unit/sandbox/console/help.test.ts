import { afterEach, expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { fakeClock } from '../../../support/clock.ts'

const shop = 'https://shop.example'
const switches = buildSwitches()
const clock = shiftedClock(fakeClock())
const app = buildConsole({
  clock,
  journal: buildJournal(clock),
  switches,
  cards: testCards,
  orders: { all: () => [], numberOf: () => undefined },
  allowedOrigins: () => [shop],
})
afterEach(() => switches.orders.clear('A-17'))

const address = (origin: string) => `/help?${new URLSearchParams({ order: 'A-17', origin, scheme: 'dark' }).toString()}`

test('the help has every test card as a button, and only pages of the shop may show it', async () => {
  const { body, headers } = await app.inject(address(shop))
  expect(body.match(/data-number="\d+"/g)).toEqual(testCards.map(({ pan }) => `data-number="${pan}"`))
  expect(body).toContain(`data-shop="${shop}"`)
  expect(body).toContain('data-scheme="dark"')
  expect(String(headers['content-security-policy'])).toContain(`frame-ancestors ${shop}`)
})

test('a page that is not of the shop gets no help', async () => {
  const { statusCode, body } = await app.inject(address('https://evil.example'))
  expect([statusCode, body]).toEqual([403, expect.stringContaining('start it with --shop ORIGIN')])
})

test.each([
  [address(shop), address(shop)],
  ['https://evil.example/', '/?order=A-17'],
])('a fault that is set on the page at %s leads to %s', async (back, to) => {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: `/scenario/orders/A-17?back=${encodeURIComponent(back)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'declineWith=116',
  })
  expect([statusCode, headers['location']]).toEqual([303, to])
  expect(switches.orders.of('A-17')).toEqual({ declineWith: 116 })
})
