import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { cssProperties, type CssPropertyDescription } from '#element/description.ts'
import { share } from '../../support/extent.ts'
import { cardFrame, fillCard, openForFile, pay, plainCard, stateIs } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { countWrites, draw, writesOf } from './address-writes.ts'

const fixture = await openForFile()

test('the playground changes the checkout while a card is typed, and the address opens the same settings', async () => {
  const { page, complaints } = await fixture.shopper()
  await countWrites(page)
  await page.goto(`${fixture.stack.addresses.shop}/playground?attribute.theme=soft`, {
    waitUntil: 'domcontentloaded',
  })
  await stateIs(page, 'ready')
  const checkout = page.locator('tender-checkout')
  expect(await checkout.getAttribute('theme')).toBe('soft')
  await fillCard(page, plainCard)
  await page.locator('select[name="theme"]').selectOption('contrast')
  await page.getByText('Tokens').click()
  await page.locator('[name="--tender-gap"]').fill('24px')
  await page.locator('[name="--tender-gap"]').blur()
  await poll(() => new URL(page.url()).search).toBe('?attribute.theme=contrast&token.--tender-gap=24px')
  const before = await writesOf(page)
  const values = await draw(page, page.getByRole('slider', { name: '--tender-padding' }))
  expect(values).toBeGreaterThan(10)
  await poll(() => new URL(page.url()).search).toMatch(/&token\.--tender-padding=40px$/)
  expect((await writesOf(page)) - before).toBeLessThan(values / 2)
  expect(await page.locator('#code').innerText()).toContain('theme="contrast"')
  await pay(page)
  await stateIs(page, 'paid')
  await poll(() => page.locator('#events').innerText()).toContain('tender-paid')
  expect(complaints).toEqual([])
})

/** Opens the playground with a wrong number in the form, and the focus on it. */
async function openWithError(): Promise<Page> {
  const { page } = await fixture.shopper({ viewport: { width: 1024, height: 900 } })
  await page.goto(`${fixture.stack.addresses.shop}/playground?order.methods=card`)
  await stateIs(page, 'ready')
  await fillCard(page, { ...plainCard, pan: '4111111111111112' })
  await pay(page)
  await cardFrame(page).locator('#number-error').waitFor()
  return page
}

const pictureOf = (page: Page): Promise<string> =>
  page
    .locator('tender-checkout')
    .screenshot({ animations: 'disabled' })
    .then((png) => png.toString('base64'))

/** Colours that other ones are read on, or that are read on the button: a dark one would be corrected. */
const pale = new Set(['--tender-on-accent', '--tender-background', '--tender-field'])

/** A value of a token that differs from its default. */
function valueOf(name: string, { syntax, what, standard }: CssPropertyDescription): string {
  if (syntax === '<color>') return pale.has(name) ? '#ffe9c4' : '#8a0055'
  if (syntax === '<length>') return `${/to (\d+)px/.exec(what)![1]}px`
  return [...what.matchAll(/`([\w.-]+)`/g)].map(([, value]) => value!).find((value) => !standard.includes(value))!
}

/** Sets a control as a shopper of settings does, and leaves the focus in the card form. */
const choose = (page: Page, name: string, value: string): Promise<void> =>
  page.locator(`#controls [name="${name}"]`).evaluate((control, chosen) => {
    ;(control as HTMLInputElement).value = chosen
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }, value)

/** Tokens that the form with an error does not show. */
const elsewhere = new Set(['--tender-success', '--tender-motion'])
const inForm = Object.entries(cssProperties).filter(([name]) => !elsewhere.has(name))

test('each token that is set there changes what is shown, and is taken back', { timeout: 180_000 }, async () => {
  const page = await openWithError()
  const before = await pictureOf(page)
  for (const [name, described] of share(inForm, 20)) {
    await choose(page, name, valueOf(name, described))
    await poll(async () => `${name}: ${(await pictureOf(page)) !== before}`).toBe(`${name}: true`)
    await choose(page, name, '')
    await poll(async () => `without ${name}: ${(await pictureOf(page)) === before}`).toBe(`without ${name}: true`)
  }
  await page.context().close()
})
