import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { en } from '#texts/en.ts'
import { challengeShown } from '../support/challenge.ts'
import { begin, type Beginning, type Shopper } from '../support/shopper.ts'
import {
  acsFrame,
  cancelAt,
  cardFrame,
  challengeCard,
  fillCard,
  newClient,
  openFixture,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { pseudo, pseudoLocale } from '../support/pseudo-locale.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

/** A checkout in words that are 40 % longer, on a screen of this width. */
async function beginAt(width: number, beginning: Beginning = {}, at = fixture): Promise<Shopper> {
  const device = { viewport: { width, height: 740 }, hasTouch: true }
  const shopper = await begin(at, { ...beginning, device })
  const checkout = shopper.page.locator('tender-checkout')
  await checkout.evaluate((element, texts) => void Object.assign(element, { texts }), pseudoLocale)
  await poll(() => cardFrame(shopper.page).getByTestId('pay').innerText()).toMatch(/^⟦.*⟧$/s)
  return shopper
}

/** The parts of a document, or of a shadow root, that are wider than their place, or whose text is cut off. */
function tooWide(root: Element | ShadowRoot): string[] {
  const elements = [...root.querySelectorAll<HTMLElement>('*')].filter((it) => it instanceof HTMLElement)
  const isText = (it: HTMLElement): boolean =>
    [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  const isUnseen = (it: Element): boolean => it.closest('.unseen, [hidden], [inert], style, script') !== null
  const limit = document.documentElement.clientWidth
  return elements
    .filter((it) => !isUnseen(it) && it.getClientRects().length > 0)
    .filter((it) => {
      const { left, right } = it.getBoundingClientRect()
      const style = getComputedStyle(it)
      const overflows = style.display !== 'inline' && it.scrollWidth > it.clientWidth
      const isCut = isText(it) && style.overflow !== 'visible' && it.scrollHeight > it.clientHeight + 1
      return overflows || isCut || left < 0 || right > limit + 0.5
    })
    .map(
      (it) =>
        `${it.localName}#${it.id}.${it.className} ${it.scrollWidth} > ${it.clientWidth}: ${it.textContent.slice(0, 80)}`,
    )
}

/** Nothing of the checkout needs a horizontal scroll or is cut off. */
async function fits(page: Page): Promise<void> {
  const root = `document.querySelector('tender-checkout').shadowRoot`
  const element = await page.evaluate(`(${tooWide.toString()})(${root})`)
  expect(element).toEqual([])
  const frame = page.frames().find((one) => one.url().includes('/card?'))!
  expect(await frame.evaluate(`(${tooWide.toString()})(document.body)`)).toEqual([])
  const widths = `[document.documentElement.scrollWidth, document.documentElement.clientWidth]`
  for (const document of [page, frame]) {
    const [scrolled, visible] = (await document.evaluate(widths)) as [number, number]
    expect(scrolled).toBeLessThanOrEqual(visible)
  }
}

describe.each([280, 320, 375])('at %i pixels, words that are longer by two fifths fit', (width) => {
  test('in the form and its errors, and in the result', async () => {
    const { page, context } = await beginAt(width)
    await fits(page)
    await pay(page)
    await poll(() => cardFrame(page).locator('.error').count()).toBeGreaterThan(2)
    await fits(page)
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    expect(await page.locator('tender-checkout .screen').innerText()).toContain(pseudo(en.checkout.paid))
    await fits(page)
    await context.close()
  })

  test('in a form with stored cards, the payer’s data and the consent to store a card', async () => {
    const asking = await openFixture({ env: { TENDER_ASK: 'contact-visa,billing' } })
    const clientId = newClient()
    await asking.store(clientId, plainCard)
    const query = { clientId, save: 'ask', saveAs: 'recurrent', recurringFrequency: '28', recurringExpiry: '20351231' }
    const { page } = await beginAt(width, { query }, asking)
    await fits(page)
    await cardFrame(page).getByTestId('use-another-card').click()
    expect(await cardFrame(page).getByText(pseudo(en.card.billing)).count()).toBe(1)
    await fits(page)
    await asking.close()
  })

  test('around the dialog of the bank, and after a cancelled confirmation', async () => {
    const { page, context } = await beginAt(width)
    await fillCard(page, challengeCard)
    await pay(page)
    await challengeShown(page)
    await fits(page)
    await cancelAt(acsFrame(page))
    await stateIs(page, 'cancelled')
    await fits(page)
    await context.close()
  })
})
