import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright'
import type { TenderCheckout } from '#element/element.ts'
import { locales } from '#texts/locales.ts'
import { language as german } from '#texts/languages/de.ts'
import { secrets } from '../../../demo/stack.ts'
import { signOrder } from '../../../server/ticket.ts'
import { poll } from '../../support/poll.ts'
import { reachIn, states, statesEnv, type State } from '../states/states.ts'
import { cardFrame, newOrder, openFixture, type Fixture } from '../support/fixture.ts'
import { lengthened } from '../support/pseudo-locale.ts'

/** The languages of the pictures; `long` is German with words that are longer by two fifths. */
export const languages = ['en', 'ar', 'long'] as const
export type Language = (typeof languages)[number]

export const devices = {
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1024, height: 800 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>
export type Device = keyof typeof devices

const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The dark differs in its colours alone, which are those of every language: from right to left it is not taken again. */
export const schemesIn = (language: Language): readonly Scheme[] => (language === 'ar' ? ['light'] : schemes)

/** The stack of the pictures, and the shop's page in front of it. */
export interface Shop {
  readonly fixture: Fixture
  /** Serves a document, and resolves with its address. */
  serve(html: string): string
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const documents: string[] = []
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(documents[Number(url!.slice(1))])
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const shop = `http://localhost:${(server.address() as AddressInfo).port}`
  const env = { ...statesEnv, TENDER_SHOP_ORIGINS: shop }
  const fixture = await openFixture({ env, shops: [shop] })
  return {
    fixture,
    serve: (html) => `${shop}/${documents.push(html) - 1}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await fixture.close()
    },
  }
}

/** Opens a checkout and goes to the state. */
export async function reach(name: string, shop: Shop, device: Device, language: Language): Promise<Page> {
  const state = states[name]!
  const { fixture } = shop
  const page = await open(shop, device, language, state)
  const lengthened = async (): Promise<void> => {
    if (language === 'long') await lengthen(page)
  }
  await reachIn(page, fixture, state, lengthened)
  // A page that is loaded again, or a checkout that is added anew, has its own words.
  if (!state.isOfProxy && (await page.locator('tender-checkout').getAttribute('state'))) await lengthened()
  return page
}

/** A page with nothing but a checkout, in one language and on one device. */
async function open(
  { serve, fixture }: Shop,
  device: Device,
  language: Language,
  { ticket, attributes = {}, prepare, locale = language === 'long' ? 'de' : language }: State,
): Promise<Page> {
  const { page } = await fixture.shopper({ ...devices[device], locale, colorScheme: 'light' })
  const order = { orderNumber: newOrder(), amount: 4990, currency: '978', returnUrl: serve('<title>Shop</title>') }
  const signed = await signOrder({ ...order, ...(await ticket?.(fixture)) }, secrets.ticketSecret)
  const { proxy } = fixture.stack.addresses
  const direction = locales.get(locale)!.direction
  const given = Object.entries({ order: signed, src: proxy, ...attributes })
  const html = `<!doctype html><html lang="${locale}" dir="${direction}"><meta name="viewport" content="width=device-width">
    <title>Shop</title><link rel="icon" href="data:,"><script src="${proxy}/v1/checkout.js"></script>
    <style>html { color-scheme: light dark; background: Canvas } body { margin: 0 } main { max-width: 560px; margin: auto; padding: 20px }</style>
    <main><tender-checkout ${given.map(([name, value]) => `${name}="${value}"`).join(' ')}></tender-checkout></main></html>`
  // The sandbox shows Apple Pay in every browser; elsewhere only those of Apple announce it.
  await page.addInitScript(() => Object.assign(globalThis, { ApplePaySession: () => undefined }))
  await prepare?.(page)
  await page.goto(serve(html), { waitUntil: 'domcontentloaded' })
  return page
}

/** Gives a checkout in German the longer words, and waits until it shows them. */
async function lengthen(page: Page): Promise<void> {
  const checkout = page.locator('tender-checkout')
  if (await checkout.evaluate((element) => (element as TenderCheckout).texts !== undefined)) return
  await checkout.evaluate((element, texts) => void Object.assign(element, { texts }), lengthened(german))
  const isReady = (await checkout.getAttribute('state')) === 'ready'
  const box = checkout.locator('.box')
  const hasForm = (await box.getAttribute('data-form')) === ''
  const words = isReady ? cardFrame(page).getByTestId('pay') : checkout.locator('.screen :is(h2, p), .alert').first()
  const read = () => (isReady && !hasForm ? box.getAttribute('aria-label') : words.innerText())
  await poll(read).toMatch(/^⟦.*⟧$/s)
}
