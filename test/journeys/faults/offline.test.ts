import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { inFull } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'
import { allAgree } from '../support/agreement.ts'
import { challengeShown, confirmInDialog } from '../support/challenge.ts'
import {
  acsFrame,
  cardFrame,
  challengeCard,
  enterCode,
  fillCard,
  openFixture,
  pay,
  phone,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { sentToGateway } from '../support/own-three-ds.ts'
import { atChallenge, begin } from '../support/shopper.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const { troubleOffline, troubleLost } = en.checkout

const note = (page: Page): Promise<string> => cardFrame(page).locator('#note').innerText()

/** Waits until the order is registered, which a card that is typed begins. */
const isRegistered = (orderNumber: string): Promise<void> =>
  poll(async () => (await fixture.orderAt(orderNumber).catch(() => undefined))?.orderStatus).toBe(0)

test('a press without a connection says at once that nothing was charged, keeps the card, and pays once afterwards', async () => {
  const { page, context, orderNumber } = await begin(fixture, { device: phone })
  await fillCard(page, plainCard)
  await isRegistered(orderNumber)
  await context.setOffline(true)
  await pay(page)
  await poll(() => note(page)).toBe(troubleOffline)
  await stateIs(page, 'ready')
  expect(await cardFrame(page).locator('#cvc').inputValue()).toBe(plainCard.cvc)
  expect(await sentToGateway(fixture, orderNumber)).toEqual([])
  await context.setOffline(false)
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(await sentToGateway(fixture, orderNumber)).toHaveLength(1)
  await context.close()
})

inFull(
  'a connection that is lost during the challenge is named in the dialog, and the bank’s page comes back with it',
  async () => {
    const { page, context, orderNumber } = await atChallenge(fixture, challengeCard, { device: phone })
    const alert = page.locator('tender-checkout dialog [role=alert]')
    await context.setOffline(true)
    await poll(() => alert.innerText()).toBe(troubleLost)
    await enterCode(acsFrame(page))
    await acsFrame(page).locator('[autocomplete="one-time-code"]').waitFor({ state: 'detached' })
    await context.setOffline(false)
    await poll(() => alert.count()).toBe(0)
    await challengeShown(page)
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  },
)

inFull('a payment whose answer is lost with the connection is looked for as soon as it is back', async () => {
  const { page, context, orderNumber } = await begin(fixture, { device: phone })
  await fillCard(page, plainCard)
  await isRegistered(orderNumber)
  await page.route('**/api/pay', async (route) => {
    const { authorization = '' } = await route.request().allHeaders()
    const headers = {
      authorization,
      'content-type': 'application/json',
      origin: fixture.stack.addresses.proxy,
      'sec-fetch-site': 'same-origin',
    }
    const answer = await fetch(route.request().url(), { method: 'POST', headers, body: route.request().postData() })
    expect(answer.status).toBe(200)
    await context.setOffline(true)
    await route.abort()
  })
  await pay(page)
  await poll(() => note(page)).toBe(troubleLost)
  await stateIs(page, 'submitting')
  await context.setOffline(false)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(await sentToGateway(fixture, orderNumber)).toHaveLength(1)
  await context.close()
})

inFull('a checkout that is added without a connection says so, and opens by itself once there is one', async () => {
  const { page, context, orderNumber } = await begin(fixture, { device: phone })
  await context.setOffline(true)
  await page.locator('tender-checkout').evaluate((old) => {
    const added = document.createElement('tender-checkout')
    for (const name of ['order', 'src']) added.setAttribute(name, old.getAttribute(name)!)
    old.replaceWith(added)
  })
  await stateIs(page, 'failed')
  const alert = page.locator('tender-checkout [role=alert]')
  expect([troubleOffline, en.checkout.troubleReach]).toContain(await alert.locator('p').innerText())
  await context.setOffline(false)
  await stateIs(page, 'ready')
  await fillCard(page, plainCard)
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  await context.close()
})
