import { expect, test, describe } from 'vitest'
import { decodeJwt } from 'jose'
import { allAgree, lastWebhook, noteEvents } from '../support/agreement.ts'
import { submit } from '../support/shopper.ts'
import {
  cardFrame,
  fillCard,
  newClient,
  openForFile,
  pay,
  plainCard,
  screens,
  screensFromDesktop,
  stateIs,
  visitAt,
} from '../support/fixture.ts'
import { share } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile()

const kinds = [
  ['a common card', 'common', 'U'],
  ['a recurrent card', 'recurrent', 'R'],
] as const

describe.each(screens)('charges without the shopper, on a %s', (_, device) => {
  test.each(share(kinds, 2))('%s is stored by its holder, and charged by the operator', async (__, saveAs, tii) => {
    const clientId = newClient()
    const shopper = await submit(fixture, plainCard, {
      device,
      isOperator: true,
      query: { clientId, save: 'required', saveAs },
    })
    await allAgree(fixture, shopper.page, shopper.orderNumber, 'paid')
    await visitAt(fixture, shopper.page, '/operator', { clientId, amount: '1500' })
    await shopper.page.getByRole('button', { name: `Charge €15.00 (tii ${tii})` }).press('Enter')
    const message = await shopper.page.getByRole('status').filter({ hasText: ' is paid.' }).innerText()
    const [number] = message.split(' ')
    expect(await fixture.orderAt(number!)).toMatchObject({ orderStatus: 2, amount: 1500 })
    await poll(() => lastWebhook(fixture, number!)).toMatchObject({ type: 'order.paid' })
  })
})

describe.each(screensFromDesktop)('the shop’s panel, on a %s', (_, device) => {
  test('leads from an order that breaks a rule to one that is as it was chosen', async () => {
    const { page, context } = await fixture.shopper(device)
    await noteEvents(context)
    await visitAt(fixture, page, '/', { amount: '1234567890123' })
    expect(await page.getByRole('main').innerText()).toContain('amount must be at most 999999999999')
    await page.getByRole('link', { name: 'Start a new order' }).click()

    const clientId = newClient()
    const panel = page.getByRole('complementary')
    await panel.getByText('Developer panel').click()
    await panel.getByText('Order', { exact: true }).click()
    await panel.getByLabel('Amount').fill('7700')
    await panel.getByLabel('Capture').selectOption('Two-phase: hold')
    await panel.getByLabel('Client').fill(clientId)
    await panel.getByLabel(/^Store the card/).selectOption('Ask')
    await panel.getByLabel('Store it for').selectOption('Recurrent: 28 days')
    await panel.getByLabel('Language').selectOption('العربية')
    await panel.locator('[name="presentation"]').selectOption('As a full page')
    await panel.getByLabel('Google Pay').uncheck()
    await panel.getByRole('button', { name: 'New order' }).click()
    await page.waitForURL(({ searchParams }) => searchParams.get('clientId') === clientId)
    await stateIs(page, 'ready')

    const checkout = page.locator('tender-checkout')
    const orderNumber = new URL(page.url()).searchParams.get('orderNumber')!
    const ticket = await checkout.getAttribute('order')
    expect(decodeJwt(ticket!)).toMatchObject({
      orderNumber,
      amount: 7700,
      currency: '978',
      capture: 'two-phase',
      clientId,
      save: 'ask',
      saveAs: 'recurrent',
      recurringFrequency: '28',
      language: 'ar',
      methods: ['card', 'binding', 'applePay', 'sbp'],
    })
    expect(await checkout.getAttribute('locale')).toBe('ar')
    expect(await checkout.getAttribute('presentation')).toBe('redirect')
    expect(await page.getByTestId('wallet-apple-pay').count()).toBe(1)
    expect(await page.getByTestId('wallet-google-pay').count()).toBe(0)
    expect(await cardFrame(page).getByTestId('save-card').count()).toBe(1)
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'held')
  })
})
