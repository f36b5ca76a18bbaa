import { expect, test } from 'vitest'
import { withFirstReading } from '#card-frame/proxy-client/first-reading.ts'
import type { FrameFetch } from '#card-frame/frame-fetch.ts'

const address = 'https://pay.shop.example/api/checkout'
const settings = { method: 'GET', headers: { authorization: 'Bearer ticket' } }
const [early, later] = [new Response('early'), new Response('later')]
const fetch: FrameFetch = async () => later

test('the first reading is the one that the document has begun, and only the first', async () => {
  const send = withFirstReading(fetch, { firstReading: { ticket: 'ticket', answer: Promise.resolve(early) } }, () => 1)
  expect(await send('https://pay.shop.example/api/texts/de', settings)).toBe(later)
  expect(await send(address, settings)).toBe(early)
  expect(await send(address, settings)).toBe(later)
})

test.each([
  ['of another ticket', 'other', 1],
  ['that may be out of date', 'ticket', 10_000],
])('one %s is not taken, and never again', async (_, ticket, age) => {
  const home = { firstReading: { ticket, answer: Promise.resolve(early) } }
  const send = withFirstReading(fetch, home, () => age)
  expect(await send(address, settings)).toBe(later)
  expect(home.firstReading).toBeUndefined()
})
