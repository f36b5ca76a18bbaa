import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { begin, type Beginning, type Shopper } from '../support/shopper.ts'
import { cardFrame, fillCard, newClient, openForFile, pay, plainCard, stateIs } from '../support/fixture.ts'
import { share } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'
import { fits } from '../support/fits.ts'
import { pseudo, pseudoLocale } from '../support/pseudo-locale.ts'

const fixture = await openForFile()

/** A checkout in words that are 40 % longer, on a screen of this width. */
async function beginAt(width: number, beginning: Beginning = {}): Promise<Shopper> {
  const device = { viewport: { width, height: 740 }, hasTouch: true }
  const shopper = await begin(fixture, { ...beginning, device })
  const checkout = shopper.page.locator('tender-checkout')
  await checkout.evaluate((element, texts) => void Object.assign(element, { texts }), pseudoLocale)
  await poll(() => cardFrame(shopper.page).getByTestId('pay').innerText()).toMatch(/^⟦.*⟧$/s)
  return shopper
}

describe.each(share([280, 320, 375], 3))('at %i pixels, words that are longer by two fifths fit', (width) => {
  test('in the form and its errors, and in the result', async () => {
    const { page } = await beginAt(width)
    await fits(page)
    await pay(page)
    await poll(() => cardFrame(page).locator('.error').count()).toBeGreaterThan(2)
    await fits(page)
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    expect(await page.locator('tender-checkout .screen').innerText()).toContain(pseudo(en.checkout.paid))
    await fits(page)
  })

  test('in a form with stored cards, the payer’s data and the consent to store a card', async () => {
    const clientId = newClient()
    await fixture.store(clientId, plainCard)
    const recurring = { saveAs: 'recurrent', recurringFrequency: '28', recurringExpiry: '20351231' }
    const query = { clientId, ask: '["contact-visa","billing"]', save: 'ask', ...recurring }
    const { page } = await beginAt(width, { query })
    await fits(page)
    await cardFrame(page).getByTestId('use-another-card').click()
    await fillCard(page, plainCard)
    expect(await cardFrame(page).getByText(pseudo(en.card.billing)).count()).toBe(1)
    await fits(page)
  })
})
