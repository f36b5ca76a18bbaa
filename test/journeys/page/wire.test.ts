import type { Page, Request } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import { arrive } from '../support/shopper.ts'
import { challengeCard, openFixture, pay, stateIs, typeCard, type Fixture } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

let fixture: Fixture
beforeAll(async () => {
  // The choice between the brands of a co-badged card is sent only where the gateway takes it.
  fixture = await openFixture({ env: { TENDER_BRAND_PARAM: 'none' } })
})
afterAll(() => fixture.close())

/**
 * What the proxy may send until the form is ready: by the name without the hash, bytes with the headers.
 */
const untilReady: Readonly<Record<string, number>> = {
  '/v1/checkout.js': 11_040,
  '/v1/chunks/define.js': 23_310,
  '/card': 7_230,
  '/assets/card/card.js': 23_300,
  '/api/checkout': 1_470,
}

/**
 * All of them together, so that not each may use up its bound: some fifty bytes more than were measured
 * (docs/development/measurements.md).
 */
const ALL_UNTIL_READY = 66_220

/** Besides it, until a challenge has been passed and the order is paid. */
const untilPaid: Readonly<Record<string, number>> = {
  '/assets/card/on-focus.js': 4_700,
  // What the seal of a card and the proof of work both need of the library of hashes.
  '/assets/card/utils.js': 2_200,
  '/v1/chunks/three-ds.js': 7_700,
  '/v1/chunks/receipt-words.js': 3_300,
  '/api/prepare': 800,
  '/api/pay': 1_500,
  '/3ds': 2_000,
  '/assets/challenge/challenge.js': 4_400,
  '/3ds/method': 1_600,
  '/api/authenticate': 1_400,
  '/3ds/return': 1_600,
  '/api/outcome': 900,
}

type Sent = readonly (readonly [name: string, bytes: number])[]

const nameOf = (request: Request): string => new URL(request.url()).pathname.replace(/-[\w-]{8}(?=\.js$)/, '')

/** Counts each answer of the proxy to a page and its frames, as the network counts it; none for one from a cache. */
function countSent(page: Page): () => Promise<Sent> {
  const finished: Request[] = []
  const { host } = new URL(fixture.stack.addresses.proxy)
  page.on('requestfinished', (request) => void (new URL(request.url()).host === host && finished.push(request)))
  return async () => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()))
    return sizes.map((size, at) => [nameOf(finished[at]!), size.responseHeadersSize + size.responseBodySize] as const)
  }
}

/** What was sent although no list has it, or with more bytes than its list allows. */
const tooMuch = (sent: Sent, most: Readonly<Record<string, number>>): readonly string[] =>
  sent
    .filter(([name, bytes]) => bytes > (most[name] ?? -1))
    .map(([name, bytes]) => `${name} came with ${bytes} bytes, and may have ${most[name] ?? 'none'}`)

test('from the script tag to an order paid by a challenge, nothing comes that is not needed by then, and nothing large', async () => {
  let sent!: () => Promise<Sent>
  const { page, context, orderNumber } = await arrive(fixture, {
    query: { methods: 'card' },
    prepare: async (browser) => (sent = countSent(browser.pages()[0]!)),
  })
  await stateIs(page, 'ready')
  await poll(async () => (await sent()).map(([name]) => name).toSorted()).toEqual(Object.keys(untilReady).toSorted())
  expect(tooMuch(await sent(), untilReady)).toEqual([])
  expect((await sent()).reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(ALL_UNTIL_READY)
  await typeCard(page, challengeCard)
  await pay(page)
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  const all = await sent()
  expect(tooMuch(all, { ...untilReady, ...untilPaid })).toEqual([])
  expect(new Set(all.map(([name]) => name))).toEqual(new Set(Object.keys({ ...untilReady, ...untilPaid })))
  const scripts = all.filter(([name, bytes]) => name.endsWith('.js') && bytes > 0).map(([name]) => name)
  expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted())
  await context.close()
})
