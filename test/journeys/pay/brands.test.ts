import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin } from '../support/shopper.ts'
import { cardFrame, cardThat, fillCard, openForFile, pay, screens } from '../support/fixture.ts'

const fixture = await openForFile()

const coBadged = cardThat({ what: 'Co-badged: the payer chooses Maestro or Mir' })

/** Chooses the second brand of the co-badged card, and pays. */
async function payAsMir(page: Page): Promise<void> {
  await fillCard(page, coBadged)
  await cardFrame(page).getByRole('radio', { name: 'Mir' }).check()
  await pay(page)
}

describe.each(screens)('on a %s', (_, device) => {
  test('a co-badged card pays by the brand that is chosen', async () => {
    const { page, orderNumber } = await begin(fixture, { device })
    await payAsMir(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    const { merchantOrderParams } = await fixture.orderAt(orderNumber)
    expect(merchantOrderParams).toContainEqual({ name: 'paymentSystem', value: 'MIR' })
  })
})
