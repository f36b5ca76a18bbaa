import type { Page } from 'playwright'
import { expect, test } from 'vitest'
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
  openForFile,
  pay,
  phone,
  plainCard,
  stateIs,
} from '../support/fixture.ts'
import { sentToGateway } from '../support/own-three-ds.ts'
import { atChallenge, begin } from '../support/shopper.ts'

const fixture = await openForFile()

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
