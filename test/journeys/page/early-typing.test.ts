import type { BrowserContext, Page, Route } from 'playwright'
import { expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { cardFrame, fillCard, openForFile, pay, plainCard, screens, stateIs } from '../support/fixture.ts'
import { arrive } from '../support/shopper.ts'
import { poll } from '../../support/poll.ts'
import { share } from '../../support/extent.ts'

const fixture = await openForFile()

const { pan, expiry, cvc } = plainCard

/** Holds back every request of an address until it is released. */
function held() {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return { release, route: async (route: Route) => released.then(() => route.continue()) }
}

const number = (page: Page) => cardFrame(page).locator('#number')

test.each(screens)('a card typed before the script of the frame has run is paid with (%s)', async (_, device) => {
  const { route, release } = held()
  const prepare = (context: BrowserContext) => context.route('**/assets/card/card-*.js', route)
  const { page, orderNumber, complaints } = await arrive(fixture, { device, prepare })
  const frame = cardFrame(page)
  await number(page).pressSequentially(pan)
  await frame.locator('#expiry').pressSequentially(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await frame.locator('#cvc').pressSequentially(cvc)
  // Without a script nothing formats, and the button is none.
  expect(await number(page).inputValue()).toBe(pan)
  expect(await frame.getByTestId('pay').isDisabled()).toBe(true)
  await number(page).evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(6, 6)
    ;(globalThis as { first?: HTMLInputElement }).first = input
  })
  await page.keyboard.press('Enter')
  release()
  await stateIs(page, 'ready')
  const after = await number(page).evaluate((input: HTMLInputElement) => ({
    value: input.value,
    caret: input.selectionStart,
    isFocused: document.activeElement === input,
    isSame: (globalThis as { first?: HTMLInputElement }).first === input,
  }))
  expect(after).toEqual({ value: pan.replace(/(.{4})(?=.)/g, '$1 '), caret: 7, isFocused: true, isSame: true })
  expect(await frame.locator('#expiry').inputValue()).toBe(`${expiry.slice(4)} / ${expiry.slice(2, 4)}`)
  await frame.locator('#holder').fill('JANE DOE')
  await pay(page)
  await stateIs(page, 'paid')
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(complaints).toEqual([])
})

test('a card typed before the element’s code has arrived stays in the frame that the script tag has added', async () => {
  const { route, release } = held()
  const prepare = (context: BrowserContext) => context.route('**/chunks/define-*.js', route)
  const { page, orderNumber, complaints } = await arrive(fixture, { prepare })
  await number(page).pressSequentially(pan)
  await number(page).evaluate(() => ((globalThis as { isFirst?: boolean }).isFirst = true))
  expect(await page.evaluate(() => customElements.get('tender-checkout') === undefined)).toBe(true)
  release()
  await stateIs(page, 'ready')
  expect(await number(page).inputValue()).toBe(pan.replace(/(.{4})(?=.)/g, '$1 '))
  expect(await number(page).evaluate(() => (globalThis as { isFirst?: boolean }).isFirst)).toBe(true)
  await cardFrame(page)
    .locator('#expiry')
    .fill(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await cardFrame(page).locator('#cvc').fill(cvc)
  await cardFrame(page).locator('#holder').fill('JANE DOE')
  await pay(page)
  await stateIs(page, 'paid')
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(complaints).toEqual([])
})

const slowly = [
  ['the order is read for longer than a frame may take to connect', '**/api/checkout', 'loading'],
  ['the script of the frame comes later than that, after an alert', '**/assets/card/card-*.js', 'failed'],
] as const

test.each(share(slowly, 2))('a card stays that was typed while %s', async (_, file, state) => {
  const { route, release } = held()
  const prepare = (context: BrowserContext) => context.route(file, route)
  const { page, orderNumber } = await arrive(fixture, { prepare })
  await number(page).pressSequentially(pan)
  await page.waitForTimeout(9_000)
  await stateIs(page, state)
  release()
  await stateIs(page, 'ready')
  expect(await number(page).inputValue()).toBe(pan.replace(/(.{4})(?=.)/g, '$1 '))
  await fillCard(page, plainCard)
  await pay(page)
  await stateIs(page, 'paid')
  await allAgree(fixture, page, orderNumber, 'paid')
})

test('a card stays that was typed while the connection was gone, and the focus comes back to it', async () => {
  const prepare = (context: BrowserContext) => context.route('**/api/checkout', (route) => route.abort())
  const { page, context } = await arrive(fixture, { prepare })
  await number(page).pressSequentially(pan.slice(0, 8))
  await context.setOffline(true)
  await stateIs(page, 'failed')
  await poll(() => page.locator('tender-checkout h2').evaluate((it) => it.matches(':focus'))).toBe(true)
  await context.unroute('**/api/checkout')
  await context.setOffline(false)
  await stateIs(page, 'ready')
  expect(await number(page).inputValue()).toBe(`${pan.slice(0, 4)} ${pan.slice(4, 8)}`)
  await poll(() => number(page).evaluate((it) => it.matches(':focus'))).toBe(true)
})
