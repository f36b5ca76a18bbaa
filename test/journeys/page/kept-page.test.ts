import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepingPages } from '../../support/chromium.ts'
import { allAgree, noteEvents } from '../support/agreement.ts'
import { appWith, challengeShown, confirmInDialog } from '../support/challenge.ts'
import {
  cardThat,
  fillCard,
  newOrder,
  openFixture,
  pay,
  phone,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { openKeptShop, type KeptShop } from '../support/kept-shop.ts'
import { poll } from '../../support/poll.ts'
import { inFull } from '../../support/extent.ts'

let shop: KeptShop
let fixture: Fixture
beforeAll(async () => {
  shop = await openKeptShop()
  fixture = await openFixture({ env: { TENDER_SHOP_ORIGINS: shop.address } }, keepingPages)
  shop.proxy = fixture.stack.addresses.proxy
})
afterAll(async () => {
  shop.close()
  await fixture.close()
})

type Shown = { wasKept?: boolean; ready?: number }

/** Opens the shop's page with a new order and fills in a card. */
async function typed(card: typeof plainCard, device: BrowserContextOptions = {}) {
  const { page, context } = await fixture.shopper(device)
  await noteEvents(context)
  await page.addInitScript(() => {
    const shown = globalThis as Shown
    addEventListener('pageshow', ({ persisted }) => {
      shown.wasKept = persisted
    })
    addEventListener('tender-ready', () => {
      shown.ready = (shown.ready ?? 0) + 1
    })
  })
  const orderNumber = newOrder()
  await page.goto(`${shop.address}/${orderNumber}`)
  await stateIs(page, 'ready')
  await fillCard(page, card)
  return { page, context, orderNumber }
}

/** The browser's own reasons not to have kept a page, such as 3 seconds without an answer to its request to freeze it. */
class NotKept extends Error {}

/** Leaves the page and goes back to it; a page restored from the back/forward cache fires no `load`. */
async function awayAndBack(page: Page, meanwhile?: () => Promise<unknown>): Promise<void> {
  const reasons: { type: string; reason: string }[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => reasons.push(...notRestoredExplanations))
  await page.goto(`${fixture.stack.addresses.console}/healthz`)
  await meanwhile?.()
  await page.goBack({ waitUntil: 'commit' })
  await poll(() => page.evaluate(() => (globalThis as Shown).wasKept)).toBeDefined()
  if (await page.evaluate(() => (globalThis as Shown).wasKept)) return
  await poll(() => reasons).not.toEqual([])
  const ofThePage = reasons.filter(({ type }) => type !== 'Circumstantial')
  expect(ofThePage, 'what keeps the browser from keeping the page').toEqual([])
  throw new NotKept(reasons.map(({ reason }) => reason).join(', '))
}

/** A busy browser does not keep every page: then the story begins anew, with a new order, some times. */
async function onKeptPage(story: () => Promise<void>): Promise<void> {
  for (let pages = 1; ; pages++)
    try {
      return await story()
    } catch (error) {
      if (!(error instanceof NotKept) || pages === 5) throw error
      process.stdout.write(`The browser did not keep page ${pages}: ${error.message}\n`)
    }
}

const asking = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })

/** Playwright sees no frames of a restored page, so the page is loaded again before the card is filled in. */
test('a page that the browser kept has its card frame anew, and the order is paid from there', () =>
  onKeptPage(async () => {
    const { page, context, orderNumber } = await typed(plainCard)
    await awayAndBack(page)
    await poll(() => page.evaluate(() => (globalThis as Shown).ready)).toBe(2)
    await page.reload()
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  }))

inFull('a challenge on a page that the browser kept goes on', () =>
  onKeptPage(async () => {
    const { page, context, orderNumber } = await typed(asking)
    await pay(page)
    await challengeShown(page)
    await awayAndBack(page)
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  }),
)

test('a page that a phone kept shows what the bank’s app confirmed meanwhile', () =>
  onKeptPage(async () => {
    const { page, context, orderNumber } = await typed(asking, phone)
    await pay(page)
    await awayAndBack(page, await appWith(page, fixture.stack.addresses.acs))
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  }))
