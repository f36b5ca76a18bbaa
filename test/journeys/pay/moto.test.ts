import { describe, expect, test } from 'vitest'
import { secrets } from '../../../demo/stack.ts'
import { allAgree, lastWebhook } from '../support/agreement.ts'
import { begin, dictate } from '../support/shopper.ts'
import { cardThat, openForFile, pay, screens } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile()

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })

describe.each(screens)('by phone, on a %s', (_, device) => {
  test('a card pays without a code and without 3-D Secure', async () => {
    const issuer = await begin(fixture, { device, path: '/operator', isOperator: true })
    await dictate(issuer.page, challenged)
    await pay(issuer.page)
    await allAgree(fixture, issuer.page, issuer.orderNumber, 'paid')
    await issuer.page.getByText('was charged to the customer’s card.').first().waitFor()
    await issuer.page.getByRole('link', { name: 'Read again' }).press('Enter')
    const row = issuer.page.locator('tr', { hasText: issuer.orderNumber })
    await row.getByRole('button', { name: 'Refund' }).press('Enter')
    await issuer.page.getByText(`${issuer.orderNumber} is refunded.`).waitFor()
    expect((await fixture.orderAt(issuer.orderNumber)).orderStatus).toBe(4)
    await poll(() => lastWebhook(fixture, issuer.orderNumber)).toMatchObject({ type: 'order.refunded' })
  })

  test('a ticket of the shop cannot take the operator’s way', async () => {
    const { page, orderNumber } = await begin(fixture, { device })
    const answer = await fixture.askProxy(page, '/api/moto', {
      requestId: crypto.randomUUID(),
      seToken: 'AAAA',
      cardholder: 'JANE DOE',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await fixture.orderAt(orderNumber).catch(() => ({ orderStatus: undefined }))).not.toMatchObject({
      orderStatus: 2,
    })
  })
})

test('the operator’s page opens to the key alone, and its buttons to the shop’s own pages', async () => {
  const { shop } = fixture.stack.addresses
  const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`
  expect((await fetch(`${shop}/operator`)).status).toBe(401)
  expect((await fetch(`${shop}/operator`, { headers: { authorization: basic('guess') } })).status).toBe(401)
  const post = (origin: string) =>
    fetch(`${shop}/operator/cancel`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: basic(secrets.apiKey), origin },
      body: new URLSearchParams({ orderNumber: 'nobody', query: '' }),
    })
  expect((await post('https://elsewhere.example')).status).toBe(403)
  expect((await post(shop)).status).toBe(303)
})
