import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAgree, namedInTimeline } from '../support/agreement.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import {
  codeIsAsked,
  acsFrame,
  cardFrame,
  enterCode,
  fillCard,
  inWallet,
  openStage,
  pay,
  plainCard,
  screens,
  stateIs,
  type Stage,
} from '../support/stage.ts'
import { poll } from '../../support/poll.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

type WalletName = 'walletA' | 'walletB'

const payBy = (page: Page, wallet: WalletName, card: string): Promise<void> =>
  inWallet(page, wallet, 'wallet-confirm', card)

/** paymentWay of an order, as the gateway tells it. */
const wayOf = async (number: string): Promise<string | undefined> => (await stage.orderAt(number)).paymentWay

/** Payments of an order that reached the gateway, by its journal. */
async function attemptsOf(orderNumber: string): Promise<string[]> {
  return stage.town.journal
    .entries()
    .filter(({ from, order, what }) => from === 'proxy' && order === orderNumber && what.startsWith('payment'))
    .map(({ what }) => what)
}

describe.each(screens)('on a %s', (_, device) => {
  test.each([
    ['walletA', 'device-visa', 'APPLE_PAY'],
    ['walletB', 'device-mastercard', 'GOOGLE_PAY_TOKENIZED'],
    ['walletB', 'file-frictionless', 'GOOGLE_PAY_CARD'],
  ] as const)('%s pays with %s', async (wallet, card, way) => {
    const { page, context, orderNumber } = await begin(stage, { device })
    await payBy(page, wallet, card)
    await allAgree(stage, page, orderNumber, 'paid')
    expect(await wayOf(orderNumber)).toBe(way)
    await context.close()
  })

  test('walletB: a card on file is challenged', async () => {
    const { page, context, orderNumber } = await begin(stage, { device })
    await payBy(page, 'walletB', 'file-challenge')
    await enterCode(acsFrame(page))
    await allAgree(stage, page, orderNumber, 'paid')
    await context.close()
  })

  test('walletB: who cancels the challenge has cancelled', async () => {
    const { page, context, orderNumber } = await begin(stage, { device })
    await payBy(page, 'walletB', 'file-challenge')
    await codeIsAsked(acsFrame(page))
    await page.getByTestId('challenge-cancel').click()
    await allAgree(stage, page, orderNumber, 'cancelled')
    await context.close()
  })

  test.each(['walletA', 'walletB'] as const)('%s: a sheet that is cancelled has sent nothing', async (wallet) => {
    const { page, context, orderNumber } = await begin(stage, { device })
    await inWallet(page, wallet, 'wallet-cancel')
    await page.locator('tender-checkout dialog.wallet').waitFor({ state: 'detached' })
    await stateIs(page, 'ready')
    expect(await attemptsOf(orderNumber)).toEqual([])
    await context.close()
  })

  test.each(['walletA', 'walletB'] as const)('%s is declined, and a card pays', async (wallet) => {
    const { page, context, orderNumber } = await begin(stage, { device })
    await payBy(page, wallet, 'declined')
    await allAgree(stage, page, orderNumber, 'declined')
    await tryAgain(page)
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(stage, page, orderNumber, 'paid', `${orderNumber}-2`)
    await context.close()
  })

  test('a wallet holds money as a card does', async () => {
    const { page, context, orderNumber } = await begin(stage, { device, query: { capture: 'two-phase' } })
    await payBy(page, 'walletA', 'device-visa')
    await allAgree(stage, page, orderNumber, 'held')
    const said = stage.town.journal.entries().filter(({ order }) => order === orderNumber)
    expect(said.map(({ from, to }) => `${from} → ${to}`)).toContain('wallet → browser')
    await poll(() => namedInTimeline(page)).toContain('wallet')
    await context.close()
  })

  test('a ticket without a wallet shows none of it, and without a card no card', async () => {
    const onlyA = await begin(stage, { device, query: { methods: 'walletA' } })
    await onlyA.page.getByTestId('wallet-walletA').waitFor()
    expect(await onlyA.page.getByTestId('wallet-walletB').count()).toBe(0)
    expect(await cardFrame(onlyA.page).locator('[autocomplete="cc-number"]').count()).toBe(0)
    await onlyA.context.close()
    const onlyCard = await begin(stage, { device, query: { methods: 'card' } })
    await cardFrame(onlyCard.page).locator('[autocomplete="cc-number"]').waitFor()
    expect(await onlyCard.page.locator('[data-testid^="wallet-"]').count()).toBe(0)
    await onlyCard.context.close()
  })
})
