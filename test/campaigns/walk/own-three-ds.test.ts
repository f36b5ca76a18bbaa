import { describe, expect, test } from 'vitest'
import { allAgree } from '../../journeys/support/agreement.ts'
import { challengeShown, confirmInDialog } from '../../journeys/support/challenge.ts'
import { confirmed, ownServer } from '../../journeys/support/own-three-ds.ts'
import { submit } from '../../journeys/support/shopper.ts'
import {
  challengeCard,
  cardThat,
  fillCard,
  openFixture,
  openForFile,
  pay,
  screens,
  stateIs,
} from '../../journeys/support/fixture.ts'
import type { Walker } from './events.ts'
import { all, walkRow, type Row } from './walking.ts'
import { poll } from '../../support/poll.ts'
import { inFull, isFull } from '../../support/extent.ts'

const enrolled = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })
const { authenticate, app } = ownServer((pan) => pan === enrolled.pan)

const fixture = await openForFile({ authenticate, env: { TENDER_PLAIN_CARDS: 'allowed' } })

const appAsks = (orderNumber: string): Promise<unknown> => poll(() => app.asks(orderNumber)).toBe(true)

describe.each(screens)('a 3-D Secure server of the merchant’s own, on a %s', (_, device) => {
  test('has the payer confirm in the bank’s app, and the gateway takes its word', async () => {
    const { page, orderNumber } = await submit(fixture, enrolled, { device })
    await appAsks(orderNumber)
    await stateIs(page, 'submitting')
    app.confirm(orderNumber)
    await allAgree(fixture, page, orderNumber, 'paid')
    const { cardAuthInfo } = await fixture.orderAt(orderNumber)
    const { eci, cavv, xid } = confirmed
    expect(cardAuthInfo?.secureAuthInfo).toMatchObject({ eci: Number(eci), threeDSInfo: { cavv, xid } })
  })

  inFull('is waited for by all who look at the order meanwhile', async () => {
    const row: Partial<Row> = isFull ? all('paid') : { reload: 'paid', 'second tab': 'paid' }
    expect(await walkRow(fixture, async () => ({ beginning: { device }, reach: untilAsked }), row)).toEqual(row)
  })

  if (isFull)
    test('leaves a card to the gateway, and the bank asks in the dialog', async () => {
      const { page, orderNumber } = await submit(fixture, challengeCard, { device })
      await confirmInDialog(page)
      await allAgree(fixture, page, orderNumber, 'paid')
      expect(app.asks(orderNumber)).toBe(false)
    })
})

/** Pays, and confirms in the app once a page loads the order again, or is online again. */
async function untilAsked({ page, context, orderNumber }: Walker): Promise<void> {
  await stateIs(page, 'ready')
  await fillCard(page, enrolled)
  await pay(page)
  await appAsks(orderNumber)
  const pending = async (): Promise<number[]> =>
    Promise.all(context.pages().map((one) => one.locator('tender-checkout[state="pending"]').count()))
  const online = page.evaluate(() => new Promise<void>((back) => addEventListener('online', () => back())))
  Promise.any([poll(pending).toContain(1), online])
    .then(() => app.confirm(orderNumber))
    .catch(() => {}) // an unconfirmed payment is not paid, which the row shows
}

test('the challenge of the merchant’s own server is shown again, whatever happens to the page', async () => {
  const demo = await openFixture({ authenticate: 'demo' })
  const row: Partial<Row> = isFull ? all('authenticating') : { 'close and reopen': 'authenticating' }
  const reach = async ({ page }: Walker): Promise<void> => {
    await stateIs(page, 'ready')
    await fillCard(page, challengeCard)
    await pay(page)
    await challengeShown(page)
  }
  expect(await walkRow(demo, async () => ({ beginning: {}, reach }), row)).toEqual(row)
  await demo.close()
})
