import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'
import { challengeShown } from '../support/challenge.ts'
import {
  acsFrame,
  cardFrame,
  cardThat,
  challengeCard,
  newClient,
  newOrder,
  openFixture,
  plainCard,
  stateIs,
  type Fixture,
  type Typed,
} from '../support/fixture.ts'
import { keyCounts } from '../support/key-counts.ts'
import { ScreenReader } from './screen-reader.ts'
import { openShopPage, type ShopPage } from './shop-page.ts'

let shop: ShopPage
let fixture: Fixture
beforeAll(async () => {
  shop = await openShopPage(() => fixture.stack.addresses.proxy)
  fixture = await openFixture({ env: { TENDER_SHOP_ORIGINS: shop.origin } })
})
afterAll(async () => {
  shop.close()
  await fixture.close()
})

interface Visit {
  readonly page: Page
  readonly reader: ScreenReader
  readonly orderNumber: string
}

const declinedCard = cardThat({ threeDs: 'none', code: 5 })

/** Opens the page and goes to the field before the checkout. */
async function arrive(locale: string, ticket: object, prepare?: (page: Page) => Promise<unknown>): Promise<Visit> {
  const { context, page } = await fixture.shopper({ locale })
  const reader = await ScreenReader.of(context, page)
  await prepare?.(page)
  const orderNumber = newOrder()
  await page.goto(shop.address({ orderNumber, ...ticket }, locale), { waitUntil: 'domcontentloaded' })
  await reader.wait('opens the page', () => stateIs(page, 'ready', 'failed'), 'alerts')
  await reader.move('Tab')
  return { page, reader, orderNumber }
}

/** Types a card into the fields from the one with the focus on. */
async function typeCard(reader: ScreenReader, { pan, expiry, cvc }: Typed): Promise<void> {
  const date = `${expiry.slice(4)}${expiry.slice(2, 4)}`
  for (const [at, text] of [pan, date, cvc, 'JANE DOE'].entries()) {
    if (at > 0) await reader.move('Tab')
    await reader.type(text, ['the number', 'the date', 'the code', 'the name'][at])
  }
}

/** Goes to the button and presses it once that counts. */
async function pay({ page, reader }: Visit, until: () => Promise<unknown>): Promise<void> {
  await reader.move('Tab', () => keyCounts(page))
  await reader.press('Enter', until)
}

const headingHasFocus = (page: Page): Promise<void> =>
  poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName)).toBe('h2')

const showsResult = async (page: Page, state: 'paid' | 'declined' | 'cancelled'): Promise<void> => {
  await stateIs(page, state)
  await headingHasFocus(page)
}

type Journey = (locale: string) => Promise<Visit>

const cardOnly = { methods: ['card'] }

const journeys: Readonly<Record<string, Journey>> = {
  'a card with errors, then paid': async (locale) => {
    const visit = await arrive(locale, cardOnly)
    const { page, reader } = visit
    await reader.move('Tab')
    await keyCounts(page)
    await reader.press('Enter', () => poll(() => cardFrame(page).locator('#number-error').count()).toBe(1))
    await typeCard(reader, plainCard)
    await pay(visit, () => showsResult(page, 'paid'))
    return visit
  },
  'a challenge, then paid': async (locale) => {
    const visit = await arrive(locale, cardOnly)
    const { page, reader } = visit
    await reader.move('Tab')
    await typeCard(reader, challengeCard)
    await pay(visit, () => challengeShown(page))
    const code = await acsFrame(page).getByTestId('sms-code').innerText()
    await reader.move('Tab')
    await reader.move('Tab')
    await reader.type(code, 'the code of the bank')
    await reader.press('Enter', () => showsResult(page, 'paid'))
    return visit
  },
  'a declined card, and another try': async (locale) => {
    const visit = await arrive(locale, cardOnly)
    const { page, reader } = visit
    await reader.move('Tab')
    await typeCard(reader, declinedCard)
    await pay(visit, async () => {
      await stateIs(page, 'declined')
      await isFocused(page, '#cvc')
    })
    return visit
  },
  'a stored card': async (locale) => {
    const visit = await arrive(locale, await withStoredCard())
    const { page, reader } = visit
    await reader.move('Tab')
    await reader.move('Tab')
    await reader.type(plainCard.cvc, 'the code')
    await reader.move('Tab')
    await pay(visit, () => showsResult(page, 'paid'))
    return visit
  },
  'a challenge that is left by Escape': async (locale) => {
    const visit = await arrive(locale, cardOnly)
    const { page, reader } = visit
    await reader.move('Tab')
    await typeCard(reader, challengeCard)
    await pay(visit, () => challengeShown(page))
    await reader.press('Escape', () => showsResult(page, 'cancelled'))
    await reader.move('Tab')
    return visit
  },
  'a stored card that is kept, then removed': async (locale) => {
    const visit = await arrive(locale, await withStoredCard())
    const { page, reader } = visit
    await reader.move('Tab')
    await reader.move('ArrowDown')
    await reader.move('ArrowUp')
    await reader.move('Tab')
    await reader.move('Tab')
    await reader.press('Enter', () => isFocused(page, '[data-act=keep]'))
    await reader.press('Escape', () => isFocused(page, '[data-act=ask]'))
    await reader.press('Enter', () => isFocused(page, '[data-act=keep]'))
    await reader.move('Shift+Tab')
    await reader.press('Enter', () => isFocused(page, '#number'))
    return visit
  },
  'a code for an app that takes its time, then paid': async (locale) => {
    const visit = await arrive(locale, { methods: ['card', 'sbp'], amount: 129_900, currency: '643' })
    const { page, reader } = visit
    await reader.move('Tab')
    await reader.press('Enter', async () => {
      await page.getByTestId('code-app').waitFor()
      await headingHasFocus(page)
    })
    await reader.move('Tab')
    await reader.move('Tab')
    const app = `${await page.getByTestId('code-app').getAttribute('href')}?bank=alder`
    const act = (what: 'wait' | 'confirm') => page.request.post(app, { form: { act: what } })
    await reader.wait('presses "Pay" in the app', async () => {
      await act('wait')
      await page.getByTestId('code-app').waitFor({ state: 'detached' })
      await headingHasFocus(page)
    })
    await reader.wait('waits for the bank', async () => {
      await act('confirm')
      await showsResult(page, 'paid')
    })
    return visit
  },
  'the gateway’s page where the frame is blocked': async (locale) => {
    const blocked = (page: Page) => page.route('**/card?*', (route) => route.abort())
    const visit = await arrive(locale, cardOnly, blocked)
    const { page, reader } = visit
    await reader.move('Tab')
    await reader.move('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href.startsWith(fixture.stack.addresses.gateway))
    return visit
  },
}

const isFocused = (page: Page, selector: string): Promise<void> =>
  poll(() =>
    cardFrame(page)
      .locator(selector)
      .evaluateAll(([it]) => it?.matches(':focus')),
  ).toBe(true)

async function withStoredCard(): Promise<object> {
  const clientId = newClient()
  await fixture.store(clientId, plainCard)
  return { clientId, methods: ['card', 'binding'] }
}

/** In a full run every journey in English, and the main ones in Arabic; `npm test` has time for one. */
const main = Object.keys(journeys).slice(0, 4)
const languages = isFull ? ['en', 'ar'] : ['en']
const journeysIn = (locale: string): string[] =>
  isFull ? (locale === 'en' ? Object.keys(journeys) : main) : main.slice(0, 1)

describe.each(languages)('in %s, by the keyboard alone', (locale) => {
  test.each(journeysIn(locale))('%s', async (name) => {
    const { page, reader, orderNumber } = await journeys[name]!(locale)
    const file = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.${locale}.txt`
    await expect(reader.transcript({ orderNumber })).toMatchFileSnapshot(`transcripts/${file}`)
    await page.context().close()
  })
})
