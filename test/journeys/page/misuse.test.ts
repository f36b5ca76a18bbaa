import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { expectResult, fillCard, pay, startCheckout, testCard, type RunningCheckout } from '../../../server/testing.ts'
import { FRAME_TIMEOUT } from '#element/frames/card-connection.ts'
import { launchChromium } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { root } from '../../support/root.ts'
import { ours } from '../../support/signing-keys.ts'

/** The page that is written in its address. */
const written: RequestListener = ({ url }, response) => {
  const body = new URL(url ?? '/', 'http://localhost').searchParams.get('body') ?? ''
  response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
}

const certified = { key: ours.privateKey, cert: ours.certificate }

/** A server of pages that are written in their address. */
async function servePages(origin: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const { protocol, hostname } = new URL(origin)
  const server = protocol === 'https:' ? createSecure(certified, written) : createServer(written)
  await once(server.listen(0, hostname), 'listening')
  return { origin: `${origin}:${(server.address() as AddressInfo).port}`, server }
}

let checkout: RunningCheckout
let browser: Browser
let ticket: string
/** Origins that the proxy allows, by http, on its own host and by https, and two that it does not, one on its own host. */
let [shop, beside, secure, elsewhere, unlisted] = ['', '', '', '', '']
const servers: Server[] = []
beforeAll(async () => {
  const origins = ['http://localhost', 'http://127.0.0.1', 'https://localhost', 'http://localhost', 'http://127.0.0.1']
  const pages = await Promise.all(origins.map(servePages))
  servers.push(...pages.map(({ server }) => server))
  ;[shop, beside, secure, elsewhere, unlisted] = pages.map(({ origin }) => origin) as [
    string,
    string,
    string,
    string,
    string,
  ]
  checkout = await startCheckout({ shop, env: { TENDER_SHOP_ORIGINS: `${shop},${beside},${secure}` } })
  browser = await launchChromium()
  ticket = await checkout.sign()
})
afterAll(async () => {
  await browser.close()
  await checkout.close()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
})

interface Page {
  readonly attributes?: string
  readonly order?: string
  readonly src?: string
  readonly origin?: string
  readonly around?: (element: string) => string
  readonly tags?: number
  /** The element says it once it has waited for so long, in milliseconds; the test sets its clock ahead. */
  readonly after?: number
  /** The browser's machine has no network but itself, as a developer's in a train. */
  readonly isAlone?: boolean
}

function addressOf(page: Page): string {
  const { attributes = '', order = ticket, src = checkout.proxy, origin = shop, around = String, tags = 1 } = page
  const element = `<tender-checkout order="${order}" src="${src}" ${attributes}></tender-checkout>`
  const tag = `<script src="${checkout.proxy}/v1/checkout.js"></script>`
  const body = `<!doctype html><link rel="icon" href="data:,">${tag.repeat(tags)}${around(element)}`
  return `${origin}/?${new URLSearchParams({ body }).toString()}`
}

/** The lines of the checkout in the console of a page, once it is in one of the states. */
async function linesOf(page: Page, states: string): Promise<readonly string[]> {
  const { attributes = '', after, isAlone } = page
  const opened = await browser.newPage({ ignoreHTTPSErrors: true })
  const lines: string[] = []
  opened.on('console', (message) => message.text().startsWith('tender-checkout: ') && lines.push(message.text()))
  if (after !== undefined) await opened.clock.install()
  if (isAlone)
    await opened.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await opened.goto(addressOf(page), { waitUntil: 'domcontentloaded' })
  const reached = opened.locator(`tender-checkout:is(${states})`)
  if (after === undefined) await reached.waitFor({ state: 'attached' })
  // More than once, since the element begins to wait when its code has arrived.
  else await poll(() => opened.clock.fastForward(after).then(() => reached.count())).toBe(1)
  // What `debug` loads has been logged once it logs the first state.
  if (attributes.includes('debug')) await poll(() => lines.some((line) => line.includes(' ms state'))).toBe(true)
  await opened.close()
  return lines.filter((line) => !/^tender-checkout: \d+ ms /.test(line))
}

const failed = '[state=failed]'
/** A ticket that was signed two hours ago for a minute. */
const expired = (): Promise<string> =>
  signOrder({ orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: shop }, checkout.ticketSecret, {
    clock: { now: () => systemClock.now() - 7_200_000 },
    expiresIn: 60,
  })

/** A ticket of the right secret whose amount has a fraction: `signOrder` would refuse it. */
const fractional = (): Promise<string> =>
  new SignJWT({ orderNumber: 'A-17', amount: 49.9, currency: '978', returnUrl: `${shop}/` })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('20m')
    .sign(new TextEncoder().encode(checkout.ticketSecret))

/** Pays an order, and returns a ticket for its number with another amount. */
async function otherAmount(): Promise<string> {
  const page = await browser.newPage()
  await page.goto(addressOf({ order: await checkout.sign({ orderNumber: 'A-18' }) }))
  await fillCard(page, testCard({ threeDs: 'none', outcome: 'paid' }))
  await pay(page)
  await expectResult(page, 'paid')
  await page.close()
  return checkout.sign({ orderNumber: 'A-18', amount: 1 })
}

/** A page that cannot work, and the one sentence about it. */
const errors: readonly (readonly [what: string, page: () => Page | Promise<Page>, line: RegExp])[] = [
  ['no order', () => ({ order: '' }), /config_order: Attribute "order" must be the order ticket/],
  ['an order that is no ticket', () => ({ order: 'A-17' }), /config_order: .* signed by the shop’s server/],
  ['no src', () => ({ src: '' }), /config_src: Attribute "src" must be the origin of the proxy/],
  ['a src with a path', () => ({ src: `${checkout.proxy}/card` }), /config_src: /],
  ['a src by http on another host', () => ({ src: 'http://pay.shop.example' }), /config_src: .*https:/],
  [
    'a src by http in a page by https',
    () => ({ src: 'http://pay.shop.example', origin: secure }),
    /config_src: .*https:/,
  ],
  ['an unknown presentation', () => ({ attributes: 'presentation="popup"' }), /config_presentation: .*"dialog" or/],
  ['an unknown theme', () => ({ attributes: 'theme="sepia"' }), /config_theme: .*one of auto, light/],
  [
    'a wrong port',
    () => ({ src: 'http://127.0.0.1:9', after: FRAME_TIMEOUT }),
    /frame_timeout: No card frame from http:\/\/127\.0\.0\.1:9 .*\(src\).*frame-src/,
  ],
  [
    'an origin that the proxy does not list',
    () => ({ origin: elsewhere, after: FRAME_TIMEOUT }),
    /frame_timeout: .*TENDER_SHOP_ORIGINS has http:\/\/localhost:\d+, letter by letter/,
  ],
  [
    'the same on the proxy’s own host, in a page that asks for what is wrong',
    () => ({ origin: unlisted, attributes: 'debug', after: FRAME_TIMEOUT }),
    /frame_timeout: .*TENDER_SHOP_ORIGINS has http:\/\/127\.0\.0\.1:\d+, letter by letter/,
  ],
  [
    'the same on a machine without a network',
    () => ({ origin: elsewhere, after: FRAME_TIMEOUT, isAlone: true }),
    /frame_network: The browser is offline. No card frame from .*TENDER_SHOP_ORIGINS has http:\/\/localhost:\d+/,
  ],
  [
    'a ticket that has expired',
    async () => ({ order: await expired() }),
    /ticket_expired: The order ticket has expired; sign a new one\./,
  ],
  [
    'a ticket with a claim that breaks a rule',
    async () => ({ order: await fractional() }),
    /ticket_invalid: amount must be a whole number/,
  ],
  [
    'a ticket of another secret',
    () => ({ order: `${ticket.slice(0, -6)}AAAAAA` }),
    /ticket_forged: .*does not match .*: sign with the proxy’s TENDER_TICKET_SECRET/,
  ],
  [
    'an order number that the gateway has with another amount',
    async () => ({ order: await otherAmount() }),
    /order_mismatch: .*use a new order number/,
  ],
]

describe('a page that cannot work has one sentence in the console that says what to do', () => {
  test.concurrent.each(errors)('%s', { timeout: 120_000 }, async (_, page, line) => {
    expect(await linesOf(await page(), failed)).toEqual([expect.stringMatching(line)])
  })
})

/** A page that works otherwise than it says, and the sentences about it for who debugs it, one for each mistake. */
const notes: readonly (readonly [what: string, page: () => Page, lines: readonly RegExp[]])[] = [
  [
    'layout, button-text, locale, and a token that there is none of',
    () => ({ attributes: 'layout="tab" button-text="buy" locale="xx" style="--tender-colour: red"' }),
    [
      /config_layout: .*one of stack, tabs, accordion/,
      /config_button_text: .*one of pay, order, donate/,
      /config_locale: .*"xx" is none/,
      /config_token: --tender-colour is no token/,
    ],
  ],
  [
    'a hidden place',
    () => ({ around: (element) => `<div hidden>${element}</div>` }),
    [/config_hidden: .*display: none/],
  ],
  [
    'an opacity and a filter around it',
    () => ({
      around: (element) => `<div style="opacity: .99"><div style="filter: grayscale(0)">${element}</div></div>`,
    }),
    [/config_effect: .*press twice/],
  ],
  [
    'a page on the proxy’s host',
    () => ({ origin: beside }),
    [/config_site: The page and the proxy are both on 127\.0\.0\.1: serve the proxy from another site/],
  ],
]

describe('a checkout that is shown as if it were not there is reported where the page asks for it', () => {
  test.concurrent.each(notes)('%s', { timeout: 120_000 }, async (_, page, lines) => {
    const { attributes = '', ...rest } = page()
    const seen = [attributes, `${attributes} debug`].map((set) =>
      linesOf({ ...rest, attributes: set }, '[state=ready]'),
    )
    expect(await Promise.all(seen)).toEqual([[], lines.map((line) => expect.stringMatching(line) as string)])
  })
})

test('a value that its token does not take is reported, and not used', async () => {
  const attributes = 'style="--tender-label: below"'
  const line = /config_appearance: "--tender-label" must be one of above, floating/
  expect(await linesOf({ attributes }, '[state=ready]')).toEqual([expect.stringMatching(line)])
})

test('the script tag twice is no mistake', async () => {
  expect(await linesOf({ tags: 2 }, '[state=ready]')).toEqual([])
})

test('every code is in the tables of the documents', () => {
  const section = readFileSync(join(root, 'docs/errors.md'), 'utf8')
    .split('## What the console says')[1]!
    .split('## Refusals')[0]!
  const lines = [...errors.map(([, , line]) => line), ...notes.flatMap(([, , all]) => all)]
  const seen = lines.flatMap((line) => /^[a-z_]+(?=:)/.exec(line.source) ?? [])
  expect(new Set(seen).size).toBeGreaterThan(8)
  expect(seen.filter((code) => !section.includes(`\`${code}\``))).toEqual([])
})
