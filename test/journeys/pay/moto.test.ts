import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secrets } from '../../../demo/town.ts'
import { en } from '#texts/en.ts'
import { allAgree, lastWebhook } from '../support/agreement.ts'
import { begin, dictate, tryAgain } from '../support/shopper.ts'
import { cardFrame, cardThat, openStage, pay, screens, type Stage } from '../support/stage.ts'
import { poll } from '../../support/poll.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })

describe.each(screens)('by phone, on a %s', (_, device) => {
  test('a card pays without a code and without 3-D Secure', async () => {
    const desk = await begin(stage, { device, path: '/operator', isOperator: true })
    await dictate(desk.page, challenged)
    await pay(desk.page)
    await allAgree(stage, desk.page, desk.orderNumber, 'paid')
    await desk.page.getByRole('link', { name: 'Read again' }).press('Enter')
    const row = desk.page.locator('tr', { hasText: desk.orderNumber })
    await row.getByRole('button', { name: 'Refund' }).press('Enter')
    await desk.page.getByText(`${desk.orderNumber} is refunded.`).waitFor()
    expect((await stage.orderAt(desk.orderNumber)).orderStatus).toBe(4)
    await poll(() => lastWebhook(stage, desk.orderNumber)).toMatchObject({ type: 'order.refunded' })
    await desk.context.close()
  })

  test('a declined card is told, and another one pays', async () => {
    const desk = await begin(stage, { device, path: '/operator', isOperator: true })
    await dictate(desk.page, cardThat({ code: 116, threeDs: 'none' }))
    await pay(desk.page)
    await allAgree(stage, desk.page, desk.orderNumber, 'declined')
    await tryAgain(desk.page)
    await cardFrame(desk.page).getByLabel(en.card.number).fill(challenged.pan)
    await pay(desk.page)
    await allAgree(stage, desk.page, desk.orderNumber, 'paid', `${desk.orderNumber}-2`)
    await desk.context.close()
  })

  test('a ticket of the shop cannot take the operator’s way', async () => {
    const { page, context, orderNumber } = await begin(stage, { device })
    const answer = await stage.askProxy(page, '/api/moto', {
      requestId: crypto.randomUUID(),
      seToken: 'AAAA',
      cardholder: 'JANE DOE',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await stage.orderAt(orderNumber).catch(() => ({ orderStatus: undefined }))).not.toMatchObject({
      orderStatus: 2,
    })
    await context.close()
  })
})

test('the operator’s page opens to the key alone, and its buttons to the shop’s own pages', async () => {
  const { shop } = stage.town.addresses
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
