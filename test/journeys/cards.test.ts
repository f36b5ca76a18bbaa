import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import { en } from '#texts/en.ts'
import { acsFrame, enterCode, newOrder, openStage, pay, stateIs, typeCard, visit, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const statusOf = { paid: 2, declined: 6, pending: 7 } as const

describe('every row of the test-card table', () => {
  test.each(testCards.map((card) => [`${card.pan} ${card.what}`, card] as const))('%s', async (_, card) => {
    const { page, context } = await stage.shopper()
    const orderNumber = newOrder()
    await visit(stage, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, card)
    await pay(page)
    if (card.threeDs === 'challenge') await enterCode(acsFrame(page))
    if (card.threeDs === 'redirect') await enterCodeOnPage(page)
    await stateIs(page, card.outcome)
    const order = await stage.orderAt(orderNumber)
    expect(order.orderStatus).toBe(statusOf[card.outcome])
    expect(order.actionCode).toBe(card.code ?? 0)
    await showsReason(page, card)
    await context.close()
  })
})

async function enterCodeOnPage(page: Page): Promise<void> {
  await page.waitForURL(({ origin }) => origin === stage.town.addresses.acs)
  await enterCode(page)
}

async function showsReason(page: Page, { reason }: TestCard): Promise<void> {
  if (reason) expect(await page.locator('tender-checkout').getByText(en.reasons[reason]).isVisible()).toBe(true)
}
