import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calm } from '#sandbox/scenario/scenario.ts'
import { signOrder } from '../../server/index.ts'
import { secrets } from '../../demo/town.ts'
import { inSight } from '../isolation/press.ts'
import {
  acsFrame,
  cancelAt,
  cardFrame,
  codeIsAsked,
  challengeCard,
  enterCode,
  newOrder,
  openStage,
  pay,
  plainCard,
  stateIs,
  typeCard,
  visit,
  type Stage,
} from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.town.switches.set(calm))
afterAll(() => stage.close())

/** Requests of one kind that reached the gateway for an order, by its journal. */
const sentToGateway = async (what: string, orderNumber: string): Promise<number> => {
  const { attributes } = await stage.orderAt(orderNumber)
  const orderId = attributes?.find(({ name }) => name === 'mdOrder')?.value
  return stage.town.journal
    .entries()
    .filter(
      (entry) =>
        entry.from === 'proxy' && entry.what === what && (entry.order === orderId || entry.order === orderNumber),
    ).length
}

async function atChallenge(orderNumber: string, query: Record<string, string> = {}) {
  const { page, context } = await stage.shopper()
  await visit(stage, page, orderNumber, query)
  await stateIs(page, 'ready')
  await typeCard(page, challengeCard)
  await pay(page)
  await codeIsAsked(acsFrame(page))
  return { page, context }
}

describe('the shopper', () => {
  test('reloads in the middle of the challenge and still pays', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    await page.reload()
    await stateIs(page, 'authenticating')
    await enterCode(acsFrame(page))
    await stateIs(page, 'paid')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(2)
    await context.close()
  })

  test('reloads after paying and sees that it is paid', async () => {
    const orderNumber = newOrder()
    const { page, context } = await stage.shopper()
    await visit(stage, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    await page.reload()
    await stateIs(page, 'paid')
    expect(await sentToGateway('paymentorder.do', orderNumber)).toBe(1)
    await context.close()
  })

  test('pays in two tabs at once and is charged once', async () => {
    const orderNumber = newOrder()
    const { page: first, context } = await stage.shopper()
    const second = await context.newPage()
    for (const page of [first, second]) {
      await visit(stage, page, orderNumber)
      await stateIs(page, 'ready')
      await typeCard(page, plainCard)
    }
    await Promise.all([pay(first), pay(second)])
    await Promise.all([stateIs(first, 'paid'), stateIs(second, 'paid')])
    expect(await sentToGateway('paymentorder.do', orderNumber)).toBe(1)
    await context.close()
  })

  test('clicks twice and is charged once', async () => {
    const orderNumber = newOrder()
    const { page, context } = await stage.shopper()
    await visit(stage, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, plainCard)
    await inSight(cardFrame(page).getByTestId('pay'))
    await cardFrame(page).getByTestId('pay').dblclick()
    await stateIs(page, 'paid')
    expect(await sentToGateway('paymentorder.do', orderNumber)).toBe(1)
    await context.close()
  })

  test('cancels at the bank, and may then pay after all', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    await cancelAt(acsFrame(page))
    await stateIs(page, 'cancelled')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(6)
    await page.getByTestId('retry').click()
    await stateIs(page, 'ready')
    expect(await cardFrame(page).locator('[autocomplete="cc-number"]').inputValue()).toBe('5555 5555 5555 5599')
    expect(await cardFrame(page).locator('[autocomplete="cc-csc"]').inputValue()).toBe('')
    await cardFrame(page).locator('[autocomplete="cc-csc"]').fill(challengeCard.cvc)
    await pay(page)
    await enterCode(acsFrame(page))
    await stateIs(page, 'paid')
    expect((await stage.orderAt(`${orderNumber}-2`)).orderStatus).toBe(2)
    await context.close()
  })

  test('closes the dialog and nothing is charged', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    await page.getByTestId('challenge-cancel').click()
    await stateIs(page, 'cancelled')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(6)
    await context.close()
  })

  test('types a wrong code three times and is declined', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    for (const left of [2, 1, 0]) {
      const shown = await acsFrame(page).getByTestId('sms-code').innerText()
      await enterCode(acsFrame(page), shown === '000000' ? '111111' : '000000')
      if (left) await acsFrame(page).getByText(`Tries left:\u00a0${left}`).waitFor()
    }
    await stateIs(page, 'declined')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(6)
    await context.close()
  })

  test('authenticates on the full page when the shop says so', async () => {
    const orderNumber = newOrder()
    const { page, context } = await stage.shopper()
    await visit(stage, page, orderNumber, { presentation: 'redirect' })
    await stateIs(page, 'ready')
    await typeCard(page, challengeCard)
    await pay(page)
    await page.waitForURL(({ origin }) => origin === stage.town.addresses.acs)
    await enterCode(page)
    await page.waitForURL(({ origin }) => origin === stage.town.addresses.shop)
    await stateIs(page, 'paid')
    await context.close()
  })

  test('pays two-phase: the amount is held', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber, { capture: 'two-phase' })
    await enterCode(acsFrame(page))
    await stateIs(page, 'held')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(1)
    await context.close()
  })
})

describe('the world', () => {
  test('has a method page that never answers: the payment goes on after ten seconds', async () => {
    stage.town.switches.set({ methodPage: 'silent' })
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    await enterCode(acsFrame(page))
    await stateIs(page, 'paid')
    await context.close()
  })

  test('has a bank that refuses frames: the full page is one click away', async () => {
    stage.town.switches.set({ framing: 'refused' })
    const orderNumber = newOrder()
    const { page, context } = await stage.shopper()
    await visit(stage, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, challengeCard)
    await pay(page)
    await page.getByTestId('challenge-redirect').click()
    await page.waitForURL(({ origin }) => origin === stage.town.addresses.acs)
    await enterCode(page)
    await page.waitForURL(({ origin }) => origin === stage.town.addresses.shop)
    await stateIs(page, 'paid')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(2)
    await context.close()
  })

  test('restarts the proxy in the middle of the challenge', async () => {
    const orderNumber = newOrder()
    const { page, context } = await atChallenge(orderNumber)
    await stage.town.restartProxy()
    await enterCode(acsFrame(page))
    await stateIs(page, 'paid')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(2)
    await context.close()
  })

  test.each(['lost-after', 'error-500', 'malformed'] as const)(
    'loses the answer of a payment (%s): checked, never sent again',
    async (paymentAnswer) => {
      const orderNumber = newOrder()
      const { page, context } = await stage.shopper()
      await visit(stage, page, orderNumber)
      await stateIs(page, 'ready')
      await typeCard(page, plainCard)
      stage.town.switches.set({ paymentAnswer })
      await pay(page)
      await stateIs(page, 'paid')
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
    { amount: 1000, currency: '978', returnUrl: `${stage.town.addresses.shop}/`, ...claims } as Parameters<
      typeof signOrder
    >[0],
    secret,
  )
  await page.locator('tender-checkout').evaluate((checkout, order) => checkout.setAttribute('order', order), ticket)
}

describe('the order', () => {
  test('expires at the gateway while the shopper is at the bank', async () => {
    const { page, context } = await stage.shopper()
    const orderNumber = newOrder()
    await visit(stage, page, newOrder())
    await present(page, { orderNumber, sessionTimeoutSecs: 4 })
    await stateIs(page, 'ready')
    await typeCard(page, challengeCard)
    await pay(page)
    await codeIsAsked(acsFrame(page))
    await stateIs(page, 'declined')
    expect((await stage.orderAt(orderNumber)).actionCode).toBe(-2007)
    await context.close()
  })

  test('has a forged ticket: nothing is shown to pay', async () => {
    const { page, context } = await stage.shopper()
    await visit(stage, page, newOrder())
    await stateIs(page, 'ready')
    await present(page, { orderNumber: newOrder() }, 'another secret of thirty-two bytes or more')
    await stateIs(page, 'failed')
    await context.close()
  })

  test('changes its amount on the page: the new amount is paid, the old order is closed', async () => {
    const { page, context } = await stage.shopper()
    const orderNumber = newOrder()
    await visit(stage, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, plainCard)
    await expect.poll(async () => (await stage.orderAt(orderNumber)).orderStatus).toBe(0)
    await present(page, { orderNumber, amount: 7700 })
    await expect.poll(() => cardFrame(page).getByTestId('pay').innerText()).toContain('77.00')
    await pay(page)
    await stateIs(page, 'paid')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(6)
    expect(await stage.orderAt(`${orderNumber}-2`)).toMatchObject({ orderStatus: 2, amount: 7700 })
    await context.close()
  })
})
