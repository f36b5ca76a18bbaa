import { describe, expect, test } from 'vitest'
import { signOrder } from '../../../server/index.ts'
import { secrets } from '../../../demo/stack.ts'
import { allAgree, shows } from '../support/agreement.ts'
import { atChallenge, begin, submit } from '../support/shopper.ts'
import {
  acsFrame,
  cardFrame,
  challengeCard,
  enterCode,
  fillCard,
  openForFile,
  pay,
  plainCard,
  screens,
  stateIs,
  visit,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { share } from '../../support/extent.ts'

const fixture = await openForFile()

/** How many requests of one kind reached the gateway for an order, by its journal. */
const sentToGateway = async (what: string, orderNumber: string): Promise<number> => {
  const { attributes } = await fixture.orderAt(orderNumber)
  const orderId = attributes?.find(({ name }) => name === 'mdOrder')?.value
  return fixture.stack.journal
    .entries()
    .filter(
      (entry) =>
        entry.from === 'proxy' && entry.what === what && (entry.order === orderId || entry.order === orderNumber),
    ).length
}

describe.each(screens)('the shopper, on a %s', (_, device) => {
  test('pays in two tabs at once and is charged once', async () => {
    const { page: first, context, orderNumber } = await begin(fixture, { device })
    const second = await context.newPage()
    await visit(fixture, second, orderNumber)
    await stateIs(second, 'ready')
    for (const page of [first, second]) await fillCard(page, plainCard)
    await Promise.all([pay(first), pay(second)])
    await Promise.all([shows(first, 'paid'), shows(second, 'paid')])
    await allAgree(fixture, first, orderNumber, 'paid')
    expect(await sentToGateway('paymentorder.do', orderNumber)).toBe(1)
  })
})

describe.each(screens)('the world, on a %s', (_, device) => {
  test('restarts the proxy in the middle of the challenge', async () => {
    const { page, orderNumber } = await atChallenge(fixture, challengeCard, { device })
    await fixture.stack.restartProxy()
    await enterCode(acsFrame(page))
    await allAgree(fixture, page, orderNumber, 'paid')
  })

  test.each(share(['lost-after', 'error-500', 'malformed'] as const, 3))(
    'loses the answer of a payment (%s): checked, never sent again',
    async (paymentAnswer) => {
      const { page, context, orderNumber } = await submit(fixture, plainCard, { device, faults: { paymentAnswer } })
      await allAgree(fixture, page, orderNumber, 'paid')
      expect(await sentToGateway('paymentorder.do', orderNumber)).toBe(1)
      await context.close()
    },
  )
})

/** Signs an order of the test's own and puts it on the shop's page. */
async function present(
  page: Parameters<typeof stateIs>[0],
  claims: Record<string, unknown>,
  secret: string = secrets.ticketSecret,
): Promise<void> {
  const ticket = await signOrder(
    { amount: 1000, currency: '978', returnUrl: `${fixture.stack.addresses.shop}/`, ...claims } as Parameters<
      typeof signOrder
    >[0],
    secret,
  )
  await page.locator('tender-checkout').evaluate((checkout, order) => checkout.setAttribute('order', order), ticket)
}

describe.each(screens)('the order, on a %s', (_, device) => {
  test('changes its amount on the page: the new amount is paid, the old order is closed', async () => {
    const { page, orderNumber } = await begin(fixture, { device })
    await fillCard(page, plainCard)
    await poll(async () => (await fixture.orderAt(orderNumber)).orderStatus).toBe(0)
    await present(page, { orderNumber, amount: 7700 })
    await poll(() => cardFrame(page).getByTestId('pay').innerText()).toContain('77.00')
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
    expect((await fixture.orderAt(orderNumber)).orderStatus).toBe(6)
    expect(await fixture.orderAt(`${orderNumber}-2`)).toMatchObject({ amount: 7700 })
  })
})
