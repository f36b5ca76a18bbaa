import type { BrowserContext, Page, Request, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import { arrive } from '../support/shopper.ts'
import { challengeCard, newClient, openFixture, pay, stateIs, typeCard, type Fixture } from '../support/fixture.ts'
import { openPhonePages } from '../../../scripts/bench/phone/pages.ts'
import { chromiumOptions, launchChromium } from '../../support/chromium.ts'
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
  '/v1/checkout.js': 11_470,
  '/v1/chunks/define.js': 22_010,
  '/card': 7_300,
  '/assets/card/card.js': 22_100,
  '/api/checkout': 1_450,
}

/**
 * All of them together, so that not each may use up its bound: some hundred bytes more than were measured
 * (docs/development/measurements.md).
 */
const ALL_UNTIL_READY = 64_200

/** Besides it, until a challenge has been passed and the order is paid. */
const untilPaid: Readonly<Record<string, number>> = {
  '/assets/card/on-focus.js': 4_750,
  // What the seal of a card and the proof of work both need of the library of hashes.
  '/assets/card/utils.js': 2_200,
  '/v1/chunks/three-ds.js': 7_870,
  '/v1/chunks/receipt-words.js': 3_300,
  '/api/prepare': 800,
  '/api/pay': 1_500,
  '/3ds': 2_000,
  '/assets/challenge/challenge.js': 2_750,
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
  // The script of the challenge is fetched while the card is typed.
  const ahead = ['/api/prepare', '/assets/challenge/challenge.js', '/v1/chunks/three-ds.js']
  await poll(async () => (await sent()).map(([name]) => name)).toEqual(expect.arrayContaining(ahead))
  const typed = (await sent()).length
  await pay(page)
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  const all = await sent()
  expect(tooMuch(all, { ...untilReady, ...untilPaid })).toEqual([])
  expect(new Set(all.map(([name]) => name))).toEqual(new Set(Object.keys({ ...untilReady, ...untilPaid })))
  // Beside the bank's method, the answers from the press to the bank's question: one document runs and shows both.
  const pressed = all.slice(typed).flatMap(([name, bytes]) => (bytes > 0 ? [name] : []))
  expect(pressed.slice(0, 4)).toEqual(['/api/pay', '/3ds', '/3ds/method', '/api/authenticate'])
  expect(all.filter(([name]) => name === '/3ds')).toHaveLength(1)
  const scripts = all.filter(([name, bytes]) => name.endsWith('.js') && bytes > 0).map(([name]) => name)
  expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted())
  await context.close()
})

/**
 * The answers of the proxy that follow one another until the wallets stand, of which there may be four: a request waits
 * for an answer of an earlier line, and for none of its own.
 */
const inARow: readonly (readonly string[])[] = [
  ['/v1/checkout.js'],
  [
    '/card',
    '/v1/chunks/define.js',
    '/v1/chunks/express.js',
    '/v1/chunks/marks.js',
    '/v1/chunks/sandbox-wallet.js',
    '/v1/chunks/wallet.js',
  ],
  ['/api/checkout', '/assets/card/card.js'],
]

/** Lets the requests of a line pass once all of them are there; returns what came that no line has, or twice. */
async function passInLines(context: BrowserContext): Promise<readonly string[]> {
  const held = inARow.map((line) => new Map<string, () => void>(line.map((name) => [name, () => {}])))
  const left = inARow.map((line) => new Set(line))
  const unexpected: string[] = []
  const { host } = new URL(fixture.stack.addresses.proxy)
  await context.route(
    (url) => url.host === host,
    async (route) => {
      const name = nameOf(route.request())
      const at = left.findIndex((line) => line.delete(name))
      if (at < 0) unexpected.push(name)
      else if (left[at]!.size > 0) await new Promise<void>((pass) => held[at]!.set(name, pass))
      else for (const pass of held[at]!.values()) pass()
      await route.continue()
    },
  )
  return unexpected
}

test('until the wallets stand, the answers of the proxy follow one another in three steps', async () => {
  let unexpected: readonly string[] = []
  const { page, context } = await arrive(fixture, {
    prepare: async (browser) => (unexpected = await passInLines(browser)),
  })
  await stateIs(page, 'ready')
  await page.getByTestId('wallet-google-pay').waitFor()
  expect(unexpected).toEqual([])
  await context.close()
})

test('what the form of an order needs besides is requested by the answer that says so, not once the page opens it', async () => {
  const asked: string[] = []
  let defines!: Route
  const { page, context } = await arrive(fixture, {
    query: { clientId: newClient(), save: 'ask', ask: 'billing' },
    prepare: async (browser) => {
      browser.on('request', (request) => void asked.push(nameOf(request)))
      await browser.route('**/v1/chunks/define-*.js', (route) => void (defines = route))
    },
  })
  await poll(() => asked).toEqual(expect.arrayContaining(['/assets/card/stored.js', '/assets/card/with-address.js']))
  await defines.continue()
  await stateIs(page, 'ready')
  expect(asked.filter((name, at) => name.startsWith('/assets/') && asked.indexOf(name) !== at)).toEqual([])
  await context.close()
})

/** Milliseconds and kbit/s: requests overlap as on a network, and none waits for long. */
const link = { rtt: 40, down: 100_000, up: 100_000 }

test.each(['tag', 'served'])('until the wallets stand, a page has two connections to the proxy (%s)', async (path) => {
  const pages = await openPhonePages(link, new Map(), undefined)
  const browser = await launchChromium({ ...chromiumOptions, args: [...chromiumOptions.args, ...pages.flags] })
  try {
    const page = await browser.newPage()
    await page.goto(`${pages.origin}/${path}`)
    await page.getByTestId('wallet-google-pay').waitFor()
    // That of the page, and that of the frame, which browsers keep apart.
    expect(pages.connections()).toBe(2)
  } finally {
    await browser.close()
    await pages.close()
  }
})
