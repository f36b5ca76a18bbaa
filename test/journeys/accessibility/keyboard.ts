import type { Page } from 'playwright'
import { expect, test, describe, beforeAll, afterAll } from 'vitest'
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
  visit,
  type Fixture,
  type Typed,
} from '../support/fixture.ts'
import { challengeShown } from '../support/challenge.ts'
import { keyCounts } from '../support/key-counts.ts'
import { Keyboard } from './keys.ts'
import { openPlace, type Place } from './place.ts'

const date = ({ expiry }: Typed): string => `${expiry.slice(4)}${expiry.slice(2, 4)}`

async function typeCard(keys: Keyboard, card: Typed): Promise<void> {
  await keys.goTo('#number')
  await typeFromNumber(keys, card)
  await keys.goTo('#holder')
  await keys.type('JANE DOE')
}

/** Types a card up to its code; the focus is on the number. */
async function typeFromNumber(keys: Keyboard, card: Typed): Promise<void> {
  await keys.type(card.pan)
  await keys.goTo('#expiry')
  await keys.type(date(card))
  await keys.goTo('#cvc')
  await keys.type(card.cvc)
}

async function pay(keys: Keyboard, until: () => Promise<unknown>): Promise<void> {
  await keys.goTo('[data-testid=pay]')
  await keyCounts(keys.page)
  await keys.press('Enter', until)
}

/** The result is shown and has the focus. */
const showsResult = (keys: Keyboard, state: 'paid' | 'declined' | 'cancelled') => async (): Promise<void> => {
  await stateIs(keys.page, state)
  await keys.isOn('h2')
}

async function enterCode(keys: Keyboard, read: () => Promise<string>): Promise<void> {
  const code = await read()
  await keys.goTo('[autocomplete="one-time-code"]')
  await keys.type(code)
}

const sheetShown = ({ page }: Keyboard): Promise<void> =>
  page.frameLocator('dialog.wallet iframe').getByTestId('wallet-confirm').waitFor()

interface Journey {
  readonly claims?: (place: Place) => Promise<object>
  readonly attributes?: Readonly<Record<string, string>>
  /** In the demo's shop, which alone may frame the sheets of the sandbox's wallets. */
  readonly isInDemo?: true
  readonly go: (keys: Keyboard, fixture: Fixture) => Promise<void>
}

const cardOnly = async () => ({ methods: ['card'] })

const byWallet = (name: 'apple-pay' | 'google-pay', choose?: (keys: Keyboard) => Promise<void>): Journey => ({
  isInDemo: true,
  async go(keys) {
    await choose?.(keys)
    const button = `[data-testid=wallet-${name}]`
    await keys.goTo(button)
    await keys.press('Enter', () => sheetShown(keys))
    await keys.press('Escape', () => keys.isOn(button))
    await stateIs(keys.page, 'ready')
    await keys.press('Enter', () => sheetShown(keys))
    await keys.goTo('[data-testid=wallet-confirm]')
    await keys.press('Enter', showsResult(keys, 'paid'))
  },
})

/** By each payment method, and what leads to it. */
export const journeys: Readonly<Record<string, Journey>> = {
  'by Google Pay, whose sheet was closed once': byWallet('google-pay'),
  'by Apple Pay, whose sheet was closed once': byWallet('apple-pay'),
  'by Google Pay, chosen in tabs': {
    ...byWallet('google-pay', async (keys) => {
      await keys.goTo('#method-card')
      await keys.goTo('#method-googlePay', 'ArrowRight')
    }),
    attributes: { layout: 'tabs' },
  },
  'by Apple Pay, chosen in an accordion': {
    ...byWallet('apple-pay', async (keys) => {
      await keys.goTo('#method-card')
      await keys.goTo('#method-applePay', 'ArrowDown')
    }),
    attributes: { layout: 'accordion' },
  },
  'by a card, after its first error': {
    claims: cardOnly,
    async go(keys) {
      await pay(keys, () => keys.isOn('#number'))
      expect(await cardFrame(keys.page).locator('#number').getAttribute('aria-invalid')).toBe('true')
      await typeFromNumber(keys, plainCard)
      await keys.goTo('#holder')
      await keys.type('JANE DOE')
      await pay(keys, showsResult(keys, 'paid'))
      expect(keys.stops.slice(-4)).toEqual(['expiry', 'cvc', 'holder', 'pay'])
    },
  },
  'by a stored card': {
    async claims({ fixture }) {
      const clientId = newClient()
      await fixture.store(clientId, plainCard)
      return { clientId, methods: ['card', 'binding'] }
    },
    async go(keys) {
      await keys.goTo('#cvc')
      await keys.type(plainCard.cvc)
      await pay(keys, showsResult(keys, 'paid'))
    },
  },
  'by a challenge in the dialog, cancelled once': {
    claims: cardOnly,
    async go(keys) {
      await typeCard(keys, challengeCard)
      await pay(keys, () => challengeShown(keys.page))
      await keys.press('Escape', showsResult(keys, 'cancelled'))
      await keys.goTo('[data-testid=retry]')
      await keys.press('Enter', () => keys.isOn('#cvc'))
      await keys.type(challengeCard.cvc)
      await pay(keys, () => challengeShown(keys.page))
      await enterCode(keys, () => acsFrame(keys.page).getByTestId('sms-code').innerText())
      await keys.press('Enter', showsResult(keys, 'paid'))
    },
  },
  'by a challenge on the bank’s whole page': {
    claims: cardOnly,
    attributes: { presentation: 'redirect' },
    async go(keys) {
      await typeCard(keys, challengeCard)
      await pay(keys, () => keys.page.locator('[autocomplete="one-time-code"]').waitFor())
      await enterCode(keys, () => keys.page.getByTestId('sms-code').innerText())
      await keys.press('Enter', () => stateIs(keys.page, 'paid'))
    },
  },
  'with the payer’s address': {
    claims: async () => ({ methods: ['card'], ask: ['email', 'phone', 'billing'] }),
    async go(keys) {
      await typeCard(keys, plainCard)
      for (const [field, text] of [
        ['email', 'jane@shop.example'],
        ['phone', '+37060012345'],
        ['country', 'Lithuania'],
        ['address', '1 Main Street'],
        ['addressLine2', 'Flat 2'],
        ['postalCode', '01100'],
        ['city', 'Vilnius'],
      ] as const) {
        await keys.goTo(`#${field}`)
        await keys.type(text)
      }
      await pay(keys, showsResult(keys, 'paid'))
    },
  },
  'by the same card after a decline': {
    claims: cardOnly,
    async go(keys, fixture) {
      fixture.stack.switches.orders.set(keys.orderNumber, { declineWith: 5 })
      await typeCard(keys, plainCard)
      await pay(keys, () => keys.isOn('#cvc'))
      await stateIs(keys.page, 'declined')
      fixture.stack.switches.orders.clear(keys.orderNumber)
      await keys.type(plainCard.cvc)
      await pay(keys, showsResult(keys, 'paid'))
    },
  },
  'by another card after a hard decline': {
    claims: cardOnly,
    async go(keys) {
      await typeCard(keys, cardThat({ threeDs: 'none', code: 208 }))
      await pay(keys, showsResult(keys, 'declined'))
      await keys.goTo('[data-testid=retry]')
      await keys.press('Enter', () => keys.isOn('#number'))
      await typeFromNumber(keys, plainCard)
      await pay(keys, showsResult(keys, 'paid'))
    },
  },
}

/** Arranges the methods as the attribute does, with all of them there. */
async function arrange(page: Page, layout: string | undefined): Promise<void> {
  if (!layout) return
  await page.locator('tender-checkout').evaluate((checkout, name) => checkout.setAttribute('layout', name), layout)
  // The wallets come a little later than the form, and an arrow leads nowhere until then.
  for (const name of ['card', 'applePay', 'googlePay']) await page.locator(`#method-${name}`).waitFor()
}

/** Declares the journeys of these names. */
export function checkKeyboard(names: readonly string[]): void {
  let plain: Place
  let demo: Fixture
  const isAnyOf = (kind: (journey: Journey) => unknown): boolean => names.some((name) => kind(journeys[name]!))
  beforeAll(async () => {
    if (isAnyOf(({ isInDemo }) => !isInDemo)) plain = await openPlace()
    if (isAnyOf(({ isInDemo }) => isInDemo)) demo = await openFixture()
  })
  afterAll(async () => {
    for (const place of [plain, demo] as readonly ({ close(): Promise<void> } | undefined)[]) await place?.close()
  })

  describe('with the keyboard alone, and the focus seen at each stop, an order is paid', () => {
    test.each(names)('%s', async (name) => {
      const { claims, attributes = {}, isInDemo, go } = journeys[name]!
      const fixture = isInDemo ? demo : plain.fixture
      const { page, context } = await fixture.shopper()
      const orderNumber = newOrder()
      if (isInDemo) await visit(fixture, page, orderNumber)
      else {
        const ticket = { orderNumber, ...(await claims?.(plain)) }
        await page.goto(plain.shop.address(ticket, 'en', attributes), { waitUntil: 'domcontentloaded' })
      }
      await stateIs(page, 'ready')
      if (isInDemo) await arrange(page, attributes['layout'])
      await go(new Keyboard(page, orderNumber), fixture)
      await context.close()
    })
  })
}
