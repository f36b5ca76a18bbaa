import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { allAgree } from '../support/agreement.ts'
import { begin, payAgain } from '../support/shopper.ts'
import { cardFrame, fillCard, openForFile, pay, plainCard, screens, stateIs } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { inFull } from '../../support/extent.ts'

const fixture = await openForFile()

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const numberOn = async (page: Page): Promise<string> => /[\w-]+$/.exec(await page.locator('#sum').innerText())![0]

describe.each(screens)('a single page with the npm package, on a %s', (_, device) => {
  inFull('changes the order while the card is typed, and pays the new one', async () => {
    const { page, orderNumber: first } = await begin(fixture, { device, path: '/spa' })
    await fillCard(page, plainCard)
    expect(await numberOn(page)).toBe(first)
    await press(page, 'One more cup')
    await poll(() => cardFrame(page).getByTestId('amount').innerText()).toBe('€37.50')
    expect(await cardFrame(page).locator('[autocomplete="cc-number"]').inputValue()).toBe('4444 5555 1111 3333')
    const orderNumber = await numberOn(page)
    expect(orderNumber).not.toBe(first)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ amount: 3750 })
    await page.reload()
    await stateIs(page, 'paid')
    expect(await page.locator('#sum').innerText()).toBe(`3 × cup · €37.50 · ${orderNumber}`)
  })

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
