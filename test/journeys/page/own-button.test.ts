import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { cardFrame, openForFile, plainCard, stateIs, typeCard } from '../support/fixture.ts'
import { begin } from '../support/shopper.ts'

const fixture = await openForFile()

/** Gives the checkout of the page `hide-button`, and a button of the shop's own in its slot. */
const addOwnButton = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const checkout = document.querySelector('tender-checkout')!
    const button = Object.assign(document.createElement('button'), {
      slot: 'button',
      id: 'own',
      textContent: 'Order now',
    })
    button.addEventListener('click', () => void checkout.submit())
    checkout.append(button)
    checkout.hideButton = true
  })

/**
 * With a key, since the frame has become shorter just before, and for some milliseconds a browser gives a pointer's press
 * on what has moved up to the frame that was there.
 */
const pressOwnButton = (page: Page): Promise<void> => page.locator('#own').press('Enter')

test('a page with a button of its own pays with it, and the form shows none', async () => {
  const { page, complaints } = await begin(fixture, {})
  await addOwnButton(page)
  const form = cardFrame(page)
  await form.getByTestId('pay').waitFor({ state: 'hidden' })
  await pressOwnButton(page)
  await form.locator('#number-error').waitFor()
  expect(await form.locator('#number').evaluate((input) => input === document.activeElement)).toBe(true)
  await typeCard(page, plainCard)
  await pressOwnButton(page)
  await stateIs(page, 'paid')
  expect(complaints).toEqual([])
})

test('a payment goes on where a handler of tender-submit waits for `submit()`', async () => {
  const { page } = await begin(fixture, {})
  await page.evaluate(() => {
    const checkout = document.querySelector('tender-checkout')!
    checkout.addEventListener('tender-submit', (event) => event.waitUntil(checkout.submit()))
  })
  await typeCard(page, plainCard)
  await cardFrame(page).getByTestId('pay').click()
  await stateIs(page, 'paid')
})

test('the form shows its button where the shopper must press it: what a page submits without a shopper is not paid', async () => {
  const { page } = await begin(fixture, {})
  await addOwnButton(page)
  await cardFrame(page).getByTestId('pay').waitFor({ state: 'hidden' })
  await cardFrame(page)
    .locator('form')
    .evaluate((form) => {
      for (const [id, value] of [
        ['number', '4444555511113333'],
        ['expiry', '12/34'],
        ['cvc', '123'],
        ['holder', 'A B'],
      ] as const) {
        const input = form.querySelector<HTMLInputElement>(`#${id}`)!
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
  await page.evaluate(() => void document.querySelector('tender-checkout')!.submit())
  await cardFrame(page).getByTestId('pay').waitFor({ state: 'visible' })
  await stateIs(page, 'ready')
})

test.each(['tabs', 'accordion'] as const)(
  'a form of the page pays by the wallet that is chosen as %s, with its own button',
  async (layout) => {
    const { page, complaints } = await begin(fixture, {})
    await page.evaluate((arrangement) => {
      const checkout = document.querySelector('tender-checkout')!
      Object.assign(checkout, { layout: arrangement, hideButton: true })
      const form = document.createElement('form')
      form.append(Object.assign(document.createElement('button'), { id: 'own', textContent: 'Order now' }))
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        void checkout.submit()
      })
      checkout.after(form)
    }, layout)
    await page.getByTestId('method-applePay').click()
    await page.getByTestId('wallet-apple-pay').waitFor()
    await page.locator('#own').press('Enter')
    await page.frameLocator('dialog.wallet iframe').getByTestId('wallet-confirm').click()
    await stateIs(page, 'paid')
    expect(complaints).toEqual([])
  },
)
