import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { TextOverrides } from '#texts/overrides.ts'
import { allAgree } from '../support/agreement.ts'
import { begin } from '../support/shopper.ts'
import { cardFrame, fillCard, openForFile, pay, plainCard } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile()

/** Sets the element's `texts`, as a script of the shop's page does. */
const setTexts = (page: Page, texts: TextOverrides): Promise<void> =>
  page.locator('tender-checkout').evaluate((element, texts) => void Object.assign(element, { texts }), texts)

const label = (page: Page): Promise<string> => cardFrame(page).getByTestId('pay').innerText()

test('a shop’s own texts are shown in the card frame and in the result, and the payment is made', async () => {
  const { page, orderNumber, complaints } = await begin(fixture, {})
  const shown = await label(page)
  const amount = await cardFrame(page).getByTestId('amount').innerText()
  await setTexts(page, {
    card: { pay: 'Donate {amount}', number: 'Number of your card' },
    checkout: { paid: 'You are kind', paidHint: '{amount} is on its way.' },
  })
  await poll(() => label(page)).toBe(`Donate ${amount}`)
  expect(shown).toBe(`Pay ${amount}`)
  expect(await cardFrame(page).getByLabel('Number of your card').count()).toBe(1)
  await fillCard(page, plainCard)
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  const screen = page.locator('tender-checkout .screen')
  expect(await screen.innerText()).toContain('You are kind')
  expect(await screen.innerText()).toContain(`${amount} is on its way.`)
  expect(complaints).toEqual([])
})

test('texts that a page sets before the checkout is there are shown as soon as it is', async () => {
  const { page } = await begin(fixture, {
    prepare: (context) =>
      context.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          const texts = { card: { pay: 'Donate {amount}' } }
          for (const checkout of document.querySelectorAll('tender-checkout')) Object.assign(checkout, { texts })
        })
      }),
  })
  await poll(() => label(page)).toMatch(/^Donate \S/)
})
