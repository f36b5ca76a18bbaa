import { describe, expect, test } from 'vitest'
import { allAgree, cardWebhooks, lastWebhook } from '../support/agreement.ts'
import { begin } from '../support/shopper.ts'
import { cardFrame, fillCard, newClient, openForFile, pay, plainCard, screens, visitAt } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile()

const query = { capture: 'two-phase' }

describe.each(screens)('on a %s', (_, device) => {
  test.each([
    ['Capture', 'paid', 2],
    ['Give back', 'reversed', 3],
  ])('a hold: the operator presses %s, and it is %s', async (button, state, orderStatus) => {
    const { page, orderNumber } = await begin(fixture, { device, isOperator: true, query })
    expect(await cardFrame(page).getByTestId('pay').innerText()).toContain('Reserve')
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'held')
    await visitAt(fixture, page, '/operator', {})
    const facts = page.locator('details', { has: page.locator(`summary[aria-label$="${orderNumber}"]`) }).locator('dl')
    expect(await facts.textContent()).toContain('Approval code')
    await page.locator('tr', { hasText: orderNumber }).getByRole('button', { name: button }).press('Enter')
    await page.getByText(`${orderNumber} is ${state}.`).waitFor()
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ orderStatus })
    await poll(() => lastWebhook(fixture, orderNumber)).toMatchObject({ type: `order.${state}` })
  })

  test('a card is checked and stored, nothing is charged, and it pays later', async () => {
    const clientId = newClient()
    const { page, context, orderNumber } = await begin(fixture, { device, query: { verify: 'yes', clientId } })
    expect(await cardFrame(page).getByTestId('amount').count()).toBe(0)
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'verified')
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ amount: 0 })
    await poll(() => cardWebhooks(fixture, clientId)).toEqual(['card.stored'])
    const later = await begin(fixture, { device, query: { clientId } })
    await cardFrame(later.page).locator('[autocomplete="cc-csc"]').fill(plainCard.cvc)
    await pay(later.page)
    await allAgree(fixture, later.page, later.orderNumber, 'paid')
    await Promise.all([context.close(), later.context.close()])
  })
})
