import type { BrowserContextOptions, Page } from 'playwright'
import type { ScenarioChange } from '#sandbox/scenario/scenario.ts'
import { poll } from '../../support/poll.ts'
import { challengeShown } from '../support/challenge.ts'
import {
  acsFrame,
  cancelAt,
  cardFrame,
  cardThat,
  challengeCard,
  enterCode,
  fillCard,
  newClient,
  newOrder,
  openFixture,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { openShopPage, type ShopPage } from './shop-page.ts'

/** A stack with a shop of its own. */
export interface Place {
  readonly fixture: Fixture
  readonly shop: ShopPage
  close(): Promise<void>
}

/** Opens a stack, of which each order asks for the payer's data or none does. */
export async function openPlace(asks = false): Promise<Place> {
  const shop = await openShopPage(() => fixture.stack.addresses.proxy)
  const env = { TENDER_SHOP_ORIGINS: shop.origin, ...(asks && { TENDER_ASK: 'email,phone,billing' }) }
  const fixture = await openFixture({ env })
  return {
    fixture,
    shop,
    async close() {
      shop.close()
      await fixture.close()
    },
  }
}

/** How a page comes to show a state. */
interface Shown {
  readonly ticket?: (place: Place) => Promise<object>
  readonly attributes?: Readonly<Record<string, string>>
  /** The order asks for the payer's data. */
  readonly asks?: true
  readonly troubles?: ScenarioChange
  readonly before?: (page: Page) => Promise<unknown>
  readonly reach: (page: Page) => Promise<unknown>
  /** The page is not the shop's. */
  readonly isElsewhere?: true
}

const ready = (page: Page): Promise<void> => stateIs(page, 'ready')

/** Types a card into the form and presses the button. */
const submitting =
  (card: Parameters<typeof fillCard>[1], ...then: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    await ready(page)
    await fillCard(page, card)
    await pay(page)
    for (const step of then) await step(page)
  }

const ends =
  (state: Parameters<typeof stateIs>[1]) =>
  (page: Page): Promise<void> =>
    stateIs(page, state)

/** Requests of this path are never answered. */
const held = (path: string) => (page: Page) => page.route(path, () => {})

const only =
  (...methods: string[]) =>
  () =>
    Promise.resolve({ methods })

async function withStoredCards({ fixture }: Place): Promise<object> {
  const clientId = newClient()
  await fixture.store(clientId, plainCard)
  await fixture.store(clientId, cardThat({ threeDs: 'frictionless', method: false, outcome: 'paid' }))
  return { clientId, save: 'ask' }
}

const refusal = { error: { code: 'too_many_tries', message: 'Too many tries.' } }

/** The states that a shopper may see, by a name. */
export const shownStates: Readonly<Record<string, Shown>> = {
  'the form': { reach: ready },
  'the skeleton of the form': {
    ticket: only('card'),
    before: held('**/api/checkout'),
    reach: (page) => cardFrame(page).locator('#number').waitFor(),
  },
  'the methods as tabs': { attributes: { layout: 'tabs' }, reach: ready },
  'the methods as an accordion': { attributes: { layout: 'accordion' }, reach: ready },
  'stored cards': { ticket: withStoredCards, reach: ready },
  'a stored card to be removed': {
    ticket: withStoredCards,
    reach: async (page) => {
      await ready(page)
      await cardFrame(page).getByTestId('remove-card').first().click()
      await cardFrame(page).getByTestId('remove-confirm').waitFor()
    },
  },
  'the payer’s data': { asks: true, reach: ready },
  'errors in the form': {
    asks: true,
    reach: async (page) => {
      await ready(page)
      await pay(page)
      await poll(() => cardFrame(page).locator('.error').count()).toBeGreaterThan(4)
    },
  },
  'a payment that is sent': {
    before: held('**/api/pay'),
    reach: submitting(plainCard, ends('submitting')),
  },
  'a payment that was refused': {
    before: (page) => page.route('**/api/pay', (route) => route.fulfill({ status: 429, json: refusal })),
    reach: submitting(plainCard, (page) => cardFrame(page).locator('#note.bad').waitFor()),
  },
  'the dialog of the bank': { reach: submitting(challengeCard, challengeShown) },
  'the page of the bank': {
    attributes: { presentation: 'redirect' },
    reach: submitting(challengeCard, (page) => page.locator('[autocomplete="one-time-code"]').waitFor()),
    isElsewhere: true,
  },
  'back from the page of the bank': {
    attributes: { presentation: 'redirect' },
    reach: submitting(challengeCard, (page) => enterCode(page), ends('paid')),
  },
  paid: { reach: submitting(plainCard, ends('paid')) },
  held: { ticket: async () => ({ capture: 'two-phase' }), reach: submitting(plainCard, ends('held')) },
  verified: {
    ticket: async () => ({ amount: 0, features: ['VERIFY'], save: 'required', clientId: newClient() }),
    reach: submitting(plainCard, ends('verified')),
  },
  declined: { reach: submitting(cardThat({ threeDs: 'none', code: 116 }), ends('declined')) },
  cancelled: {
    reach: submitting(challengeCard, challengeShown, (page) => cancelAt(acsFrame(page)), ends('cancelled')),
  },
  pending: { reach: submitting(cardThat({ threeDs: 'none', outcome: 'pending' }), ends('pending')) },
  failed: { before: (page) => page.route('**/card?*', (route) => route.abort()), reach: ends('failed') },
}

/** Opens a page that shows a state. */
export async function show(
  place: Place,
  name: string,
  { theme = 'auto', locale = 'en' }: { readonly theme?: string; readonly locale?: string } = {},
  device: BrowserContextOptions = {},
): Promise<Page> {
  const { ticket, attributes, troubles, before, reach } = shownStates[name]!
  const { page } = await place.fixture.shopper({ locale, ...device })
  await before?.(page)
  const orderNumber = newOrder()
  if (troubles) place.fixture.stack.switches.orders.set(orderNumber, troubles)
  const claims = { orderNumber, ...(await ticket?.(place)) }
  await page.goto(place.shop.address(claims, locale, { theme, ...attributes }), { waitUntil: 'domcontentloaded' })
  await reach(page)
  return page
}
