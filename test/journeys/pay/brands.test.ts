import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { allAgree } from '../support/agreement.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import { cardFrame, cardThat, fillCard, openForFile, pay, screens, type Typed } from '../support/fixture.ts'
import { inFull, isFull } from '../../support/extent.ts'

const fixture = await openForFile()

const coBadged = cardThat({ what: 'Co-badged: the payer chooses Maestro or Mir' })
const local = cardThat({ brand: 'humo' })
const unknown = cardThat({ brand: 'unknown' })

const withoutCode = (card: Typed): Typed => ({ ...card, cvc: '' })

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

  inFull('a co-badged card is declined, and one of an unknown brand pays without a code', async () => {
    const { page, orderNumber } = await begin(fixture, { device, faults: { declineWith: 5 } })
    await payAsMir(page)
    await allAgree(fixture, page, orderNumber, 'declined')
    expect(await page.getByText(en.reasons.bank_declined).isVisible()).toBe(true)
    fixture.stack.switches.orders.clear(orderNumber)
    await tryAgain(page)
    expect(await cardFrame(page).getByRole('radio', { name: 'Mir' }).isChecked()).toBe(true)
    await fillCard(page, withoutCode(unknown))
    expect(await cardFrame(page).getByRole('radio').count()).toBe(0)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })

  const bare = [
    ['a local scheme', local],
    ['an unknown brand', unknown],
  ] as const
  if (isFull)
    test.each(bare)('a card of %s is declined without a code, and pays with one', async (__, card) => {
      const { page, orderNumber } = await begin(fixture, { device, faults: { declineWith: 5 } })
      await fillCard(page, withoutCode(card))
      await pay(page)
      await allAgree(fixture, page, orderNumber, 'declined')
      fixture.stack.switches.orders.clear(orderNumber)
      await tryAgain(page)
      await fillCard(page, card)
      await pay(page)
      await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
    })
})
