import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import {
  acsFrame,
  cardFrame,
  enterCode,
  fillCard,
  inWallet,
  openForFile,
  pay,
  plainCard,
  screens,
  stateIs,
} from '../support/fixture.ts'
import { share } from '../../support/extent.ts'

const fixture = await openForFile()

type WalletName = 'applePay' | 'googlePay'

const payBy = (page: Page, wallet: WalletName, card: string): Promise<void> =>
  inWallet(page, wallet, 'wallet-confirm', card)

/** The `paymentWay` of an order, as the gateway returns it. */
const methodOf = async (number: string): Promise<string | undefined> => (await fixture.orderAt(number)).paymentWay

/** Payments of an order that reached the gateway, by its journal. */
async function attemptsOf(orderNumber: string): Promise<string[]> {
  return fixture.stack.journal
    .entries()
    .filter(({ from, order, what }) => from === 'proxy' && order === orderNumber && what.startsWith('payment'))
    .map(({ what }) => what)
}

/** A wallet, one of its cards, and the paymentWay that the gateway notes. */
const payments = [
  ['applePay', 'device-visa', 'APPLE_PAY'],
  ['googlePay', 'device-mastercard', 'GOOGLE_PAY_TOKENIZED'],
  ['googlePay', 'file-frictionless', 'GOOGLE_PAY_CARD'],
] as const

describe.each(screens)('on a %s', (_, device) => {
  test.each(share(payments, 2))('%s pays with %s', async (wallet, card, screen) => {
    const { page, orderNumber } = await begin(fixture, { device })
    await payBy(page, wallet, card)
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await methodOf(orderNumber)).toBe(screen)
  })

  test('googlePay: a card on file is challenged', async () => {
    const { page, orderNumber } = await begin(fixture, { device })
    await payBy(page, 'googlePay', 'file-challenge')
    await enterCode(acsFrame(page))
    await allAgree(fixture, page, orderNumber, 'paid')
  })

  test.each(share(['applePay', 'googlePay'] as const, 2))(
    '%s: a sheet that is cancelled has sent nothing',
    async (wallet) => {
      const { page, context, orderNumber } = await begin(fixture, { device })
      await inWallet(page, wallet, 'wallet-cancel')
      await page.locator('tender-checkout dialog.wallet').waitFor({ state: 'detached' })
      await stateIs(page, 'ready')
      expect(await attemptsOf(orderNumber)).toEqual([])
      await context.close()
    },
  )

  test.each(share(['applePay', 'googlePay'] as const, 2))('%s is declined, and a card pays', async (wallet) => {
    const { page, orderNumber } = await begin(fixture, { device })
    await payBy(page, wallet, 'declined')
    await allAgree(fixture, page, orderNumber, 'declined')
    await tryAgain(page)
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })

  test('a ticket without a wallet shows none of it, and without a card no card', async () => {
    const onlyA = await begin(fixture, { device, query: { methods: 'applePay' } })
    await onlyA.page.getByTestId('wallet-apple-pay').waitFor()
    expect(await onlyA.page.getByTestId('wallet-google-pay').count()).toBe(0)
    expect(await cardFrame(onlyA.page).locator('[autocomplete="cc-number"]').count()).toBe(0)
    await onlyA.context.close()
    const onlyCard = await begin(fixture, { device, query: { methods: 'card' } })
    await cardFrame(onlyCard.page).locator('[autocomplete="cc-number"]').waitFor()
    expect(await onlyCard.page.locator('[data-testid^="wallet-"]').count()).toBe(0)
  })
})
