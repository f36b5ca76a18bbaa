import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { allAgree } from '../support/agreement.ts'
import { begin, payAgain } from '../support/shopper.ts'
import { fillCard, openForFile, pay, plainCard, screens, stateIs } from '../support/fixture.ts'

const fixture = await openForFile()

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

describe.each(screens)('a single page with the npm package, on a %s', (_, device) => {
  test('takes the checkout away, puts it back and moves it, and it still is declined and pays', async () => {
    const { page, orderNumber } = await begin(fixture, { device, path: '/spa' })
    await press(page, 'Take the checkout away')
    expect(await page.locator('tender-checkout').count()).toBe(0)
    await press(page, 'Put it back')
    await stateIs(page, 'ready')
    await press(page, 'Move it to the other side')
    await page.locator('[data-place="right"] tender-checkout').waitFor()
    await stateIs(page, 'ready')
    fixture.stack.switches.orders.set(orderNumber, { declineWith: 5 })
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'declined')
    fixture.stack.switches.orders.clear(orderNumber)
    await payAgain(page, plainCard.cvc)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })
})
