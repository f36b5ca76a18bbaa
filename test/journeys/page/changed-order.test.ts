import type { Browser, Frame, Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardFrame, expectResult, pay, startCheckout, testCard, type RunningCheckout } from '../../../server/testing.ts'
import { poll } from '../../support/poll.ts'
import { translate } from '../../browser/translate.ts'
import { closeContexts, sharedBrowser } from '../support/browser.ts'

let checkout: RunningCheckout
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
  checkout = await startCheckout()
})
afterAll(async () => {
  await closeContexts(browser)
  await checkout.close()
})

const { pan, expiry, cvc } = testCard({ threeDs: 'none', outcome: 'paid' })

/** A basket whose ticket is too long for a header. */
const items = Array.from({ length: 100 }, (_, at) => ({
  positionId: at + 1,
  name: `Чайник заварочный стеклянный с фильтром, артикул ${at}`,
  quantity: { value: 1, measure: 'шт' },
  itemPrice: 375,
  tax: { taxType: 6 },
  itemAttributes: { attributes: [{ name: 'supplier_info.name', value: 'ООО «Поставщик»'.repeat(10) }] },
}))

/** Where the shopper types, and what is there. */
const typingIn = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => ({
    value: input.value,
    caret: input.selectionStart,
    hasFocus: document.activeElement === input,
  }))

test('an order that becomes a basket of 100 positions while the shopper types keeps every field, the focus and the caret, and is paid', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(await checkout.pageFor({ orderNumber: 'changed-1', amount: 4990 }))
  const field = (name: string) => cardFrame(page).locator(`[autocomplete="${name}"]`)
  await field('cc-name').fill('JANE DOE')
  await field('cc-exp').fill(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await field('cc-csc').fill(cvc)
  await field('cc-number').pressSequentially(pan.slice(0, 9))
  await page.keyboard.press('ArrowLeft')
  const before = await typingIn(field('cc-number'))
  expect(before).toMatchObject({ value: expect.stringMatching(/^\d{4} \d{4} \d$/), hasFocus: true })

  const orderBundle = { cartItems: { items } }
  const ticket = await checkout.sign({ orderNumber: 'changed-2', amount: 3750, orderBundle })
  expect(ticket.length).toBeGreaterThan(65_536)
  await page.locator('tender-checkout').evaluate((element, order) => element.setAttribute('order', order), ticket)
  await poll(() => cardFrame(page).getByTestId('amount').innerText()).toBe('€37.50')
  expect(await typingIn(field('cc-number'))).toEqual(before)
  const others = ['cc-exp', 'cc-csc', 'cc-name'].map((name) => field(name).inputValue())
  expect(await Promise.all(others)).toEqual([`${expiry.slice(4)} / ${expiry.slice(2, 4)}`, cvc, 'JANE DOE'])

  await page.keyboard.press('End')
  await page.keyboard.type(pan.slice(9))
  await pay(page)
  await expectResult(page, 'paid')
  expect(await checkout.merchant.order({ orderNumber: 'changed-2' })).toMatchObject({
    state: 'paid',
    current: { amount: 3750 },
  })
})

/** Translates a document with its open shadow roots, as a translator that runs in each frame does. */
const translated = (document: Frame) =>
  document.evaluateHandle(`(() => {
    const translate = ${translate.toString()}
    const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot)
    return [document.body, ...hosts.map((element) => element.shadowRoot)].map((root) => translate(root))
  })()`)

test('on a translated page another order is shown and charged, and when the translation is undone, too', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(await checkout.pageFor({ orderNumber: 'changed-3', amount: 4990 }))
  await poll(() => cardFrame(page).getByTestId('amount').innerText()).toBe('€49.90')
  const frame = page.frames().find((one) => one.url().includes('/card?'))!
  const translators = [await translated(page.mainFrame()), await translated(frame)]
  await poll(() => cardFrame(page).getByTestId('pay').innerText()).toBe('«Pay »€49.90')

  const ticket = await checkout.sign({ orderNumber: 'changed-4', amount: 7770 })
  await page.locator('tender-checkout').evaluate((element, order) => element.setAttribute('order', order), ticket)
  await poll(() => cardFrame(page).getByTestId('pay').innerText()).toBe('«Pay »€77.70')
  expect(await cardFrame(page).locator('h1').textContent()).toBe('«Pay »€77.70')
  await expect(pay(page)).rejects.toThrow('shows an error')
  await poll(() => cardFrame(page).locator('#number-error').innerText()).toBe('«Enter the card number.»')
  const values = {
    'cc-number': pan,
    'cc-exp': `${expiry.slice(4)}${expiry.slice(2, 4)}`,
    'cc-csc': cvc,
    'cc-name': 'JANE DOE',
  }
  for (const [name, value] of Object.entries(values))
    await cardFrame(page).locator(`[autocomplete="${name}"]`).pressSequentially(value)
  await poll(() => cardFrame(page).locator('.error:not(.kept)').count()).toBe(0)
  await pay(page)
  await expectResult(page, 'paid')
  const screen = page.locator('tender-checkout .screen')
  const receipt = async () => (await screen.innerText()).replaceAll(/\s+/g, ' ')
  await poll(receipt).toMatch(/^«Payment successful» «Thank you\. You paid »€77\.70«\.» .*€77\.70/)
  for (const translator of translators)
    await translator.evaluate((all) => (all as readonly { undo(): void }[]).forEach((one) => one.undo()))
  await poll(receipt).toMatch(/^Payment successful Thank you\. You paid €77\.70\. .*€77\.70/)
  expect(await receipt()).not.toMatch(/[«»]|49\.90/)
  expect(await checkout.merchant.order({ orderNumber: 'changed-4' })).toMatchObject({ current: { amount: 7770 } })
})
