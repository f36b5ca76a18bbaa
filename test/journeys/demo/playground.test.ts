import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillCard, openFixture, pay, plainCard, stateIs, type Fixture } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

test('the playground changes the checkout while a card is typed, and the address opens the same settings', async () => {
  const { page, context, complaints } = await fixture.shopper()
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
  expect(new URL(page.url()).search).toBe('?attribute.theme=contrast&token.--tender-gap=24px')
  expect(await page.locator('#code').innerText()).toContain('theme="contrast"')
  await pay(page)
  await stateIs(page, 'paid')
  await poll(() => page.locator('#events').innerText()).toContain('tender-paid')
  expect(complaints).toEqual([])
  await context.close()
})
