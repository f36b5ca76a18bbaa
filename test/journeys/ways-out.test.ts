import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { allAgree, lastWebhook } from './agreement.ts'
import { arrive } from './shopper.ts'
import { cardThat, enterCode, openStage, plainCard, screens, stateIs, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })
const poor = cardThat({ threeDs: 'none', code: 116 })
const at = (page: Page, where: 'gateway' | 'acs' | 'shop') =>
  page.waitForURL(({ origin }) => origin === stage.town.addresses[where])

/** Text selectors pass over `noscript`. */
const saysWithoutScript = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.locator('noscript p').allInnerTexts()).toEqual([text])

/** Pays on the gateway's own page. */
async function payThere(page: Page, { pan, cvc }: TestCard): Promise<void> {
  await at(page, 'gateway')
  await page.locator('[autocomplete="cc-number"]').fill(pan)
  await page.locator('[autocomplete="cc-exp"]').fill('12/34')
  await page.locator('[autocomplete="cc-csc"]').fill(cvc)
  await page.locator('[autocomplete="cc-name"]').fill('JANE DOE')
  await page.getByRole('button', { name: 'Pay' }).click()
}

describe.each(screens)('the gateway’s own page, on a %s', (_, device) => {
  test('without JavaScript: a card pays, and the shop says so', async () => {
    const { page, context, orderNumber } = await arrive(stage, { device: { ...device, javaScriptEnabled: false } })
    await page.getByRole('button', { name: 'Pay on the bank’s page' }).click()
    await payThere(page, plainCard)
    await at(page, 'shop')
    await saysWithoutScript(page, 'The order is paid.')
    expect(await stage.orderAt(orderNumber)).toMatchObject({ orderStatus: 2 })
    await expect.poll(() => lastWebhook(stage, orderNumber)).toMatchObject({ type: 'order.paid' })
    await context.close()
  })

  test('without JavaScript: a declined card is told, and the next one pays as an order of its own', async () => {
    const { page, context, orderNumber } = await arrive(stage, { device: { ...device, javaScriptEnabled: false } })
    const out = page.getByRole('button', { name: 'Pay on the bank’s page' })
    await out.click()
    await payThere(page, poor)
    await at(page, 'shop')
    await saysWithoutScript(page, 'The payment is declined.')
    expect(await stage.orderAt(orderNumber)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    await expect.poll(() => lastWebhook(stage, orderNumber)).toMatchObject({ type: 'order.declined' })
    await out.click()
    await payThere(page, plainCard)
    await at(page, 'shop')
    await saysWithoutScript(page, 'The order is paid.')
    expect(await stage.orderAt(`${orderNumber}-2`)).toMatchObject({ orderStatus: 2 })
    await context.close()
  })

  test('with a blocked frame: a challenged card pays there, and the checkout knows', async () => {
    const { page, context, orderNumber } = await arrive(stage, { device, blocked: '**/card' })
    await stateIs(page, 'failed')
    await page.getByTestId('bank-page').click()
    await payThere(page, challenged)
    await at(page, 'acs')
    await page.unroute('**/card')
    await enterCode(page)
    await at(page, 'shop')
    await allAgree(stage, page, orderNumber, 'paid')
    await context.close()
  })
})
