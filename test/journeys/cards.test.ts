import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import { en } from '#texts/en.ts'
import {
  acsFrame,
  enterCode,
  newOrder,
  openStage,
  pay,
  stateIs,
  typeCard,
  visit,
  type Stage,
  walksAll,
} from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const statusOf = { paid: 2, declined: 6, pending: 7 } as const

/** What a card goes through; cards that differ only in the reason of a decline go through the same. */
const courseOf = ({ threeDs, method, outcome }: TestCard): string => `${threeDs} ${method} ${outcome}`

/** One of each course in `npm test`; all in `npm run walk`. */
const rows = testCards.filter(
  (card, at) => walksAll || testCards.findIndex((other) => courseOf(other) === courseOf(card)) === at,
)

describe('the rows of the test-card table', () => {
  test.each(rows.map((card) => [`${card.pan} ${card.what}`, card] as const))('%s', async (_, card) => {
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
