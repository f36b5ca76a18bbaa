import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { language as en } from '#texts/languages/en.ts'
import { allAgree } from '../support/agreement.ts'
import { begin, isAt } from '../support/shopper.ts'
import { acsFrame, enterCode, fillCard, openForFile, pay, screensFromDesktop } from '../support/fixture.ts'
import { oneOfEach } from '../../support/extent.ts'

const fixture = await openForFile()

/** One card of each authentication and of each outcome in `npm test`; all in `npm run test:full`. */
const rows = oneOfEach(
  testCards,
  ({ threeDs }) => threeDs,
  ({ outcome }) => outcome,
)

describe.each(screensFromDesktop)('the rows of the test-card table, on a %s', (_, device) => {
  test.each(rows.map((card) => [`${card.pan} ${card.what}`, card] as const))('%s', async (__, card) => {
    const { page, orderNumber } = await begin(fixture, { device })
    await fillCard(page, card)
    await pay(page)
    if (card.threeDs === 'challenge') await enterCode(acsFrame(page))
    if (card.threeDs === 'redirect') await enterCodeOnPage(page)
    await allAgree(fixture, page, orderNumber, card.outcome)
    expect((await fixture.orderAt(orderNumber)).actionCode).toBe(card.code ?? 0)
    await showsReason(page, card)
  })
})

async function enterCodeOnPage(page: Page): Promise<void> {
  await isAt(fixture, page, 'acs')
  await enterCode(page)
}

async function showsReason(page: Page, { reason }: TestCard): Promise<void> {
  if (reason) expect(await page.locator('tender-checkout').getByText(en.reasons[reason]).isVisible()).toBe(true)
}
