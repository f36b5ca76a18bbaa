import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { launchChromium } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { startEngine, type RunningEngine } from './engine.ts'
import { copyOf, installKit, packHome } from '../install.ts'
import type { Kit } from '../pay-through.ts'
import { administratorOf, asPage, booksTwice, type ShopOrder } from './vendure-shop.ts'

const password = Buffer.from(systemRandom.bytes(12)).toString('hex')

let home: string
let folder: string
let kit: Kit
let browser: Browser
beforeAll(async () => {
  home = packHome()
  kit = await installKit(home)
  folder = copyOf('vendure', home)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true })
})

/** Vendure with the plugin, beside a proxy and a sandbox, while the tests of this group run. */
function started(capture: 'one-phase' | 'two-phase'): () => RunningEngine {
  let engine: RunningEngine
  beforeAll(async () => {
    const start = [`CAPTURE=${capture}`, `SUPERADMIN_PASSWORD=${password}`, 'npm', 'start']
    engine = await startEngine({ folder, kit, browser, start, webhook: '/tender/webhook' })
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(engine.shop.printed().slice(-4000))
  })
  afterAll(() => engine?.close())
  return () => engine
}

const administrator = (engine: RunningEngine) => administratorOf(engine, password)

/** A shopper who is at the checkout of an order. */
async function atCheckout({ shopper }: RunningEngine): Promise<Page> {
  const page = await shopper()
  await page.getByRole('button', { name: 'Buy' }).click()
  await kit.expectResult(page, 'ready')
  return page
}

const codeOn = (page: Page): string => new URL(page.url()).searchParams.get('order')!

const json = { 'content-type': 'application/json' }

describe('paid at once', () => {
  const running = started('one-phase')

  test('a card pays an order once, whoever says so first, and the money goes back in parts', async () => {
    const engine = running()
    const { checkout, deliver } = engine
    const { ask, order } = await administrator(engine)
    const page = await atCheckout(engine)
    const code = codeOn(page)

    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
    await kit.pay(page)
    await kit.expectResult(page, 'declined')
    expect(await order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })

    await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
    await kit.pay(page)
    await kit.completeChallenge(page, 'right')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    // Again the webhook and the page, many times at once.
    const read = await checkout.merchant.order({ orderNumber: code })
    const again = Array.from({ length: 4 }, () => [deliver({ type: 'order.paid', data: read }), booksTwice(page, code)])
    await Promise.all(again.flat())
    const paid = await order(code)
    expect(paid).toMatchObject({ state: 'PaymentSettled', payments: [{ state: 'Settled', amount: paid.totalWithTax }] })
    const [payment] = paid.payments
    expect(read.current).toMatchObject({ amount: paid.totalWithTax, depositedAmount: paid.totalWithTax })

    const refund = (amount: number) =>
      ask<{ refundOrder: { state: string; message?: string } }>(
        `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { state } ... on ErrorResult { message } } }`,
        { input: { paymentId: payment!.id, amount, lines: [], shipping: 0, adjustment: 0, reason: 'returned' } },
      )
    expect((await refund(1000)).refundOrder).toEqual({ state: 'Settled' })
    expect((await refund(500)).refundOrder).toEqual({ state: 'Settled' })
    await poll(async () => (await checkout.merchant.order({ orderNumber: code })).current.refundedAmount).toBe(1500)
    // What the bank gives back by itself is booked once, also when its webhook comes twice.
    await checkout.merchant.refund({ orderNumber: code, amount: 300, refundId: 'of-the-back-office' })
    await poll(async () => (await order(code)).payments[0]!.refunds.length).toBe(3)
    const data = await checkout.merchant.order({ orderNumber: code })
    expect(
      await Promise.all([deliver({ type: 'order.refunded', data }), deliver({ type: 'order.refunded', data })]),
    ).toEqual([204, 204])
    const { refunds } = (await order(code)).payments[0]!
    expect(refunds.map(({ state, total: sum, reason }) => [state, sum, reason])).toEqual([
      ['Settled', 1000, 'returned'],
      ['Settled', 500, 'returned'],
      ['Settled', 300, 'At the bank'],
    ])
  })

  test('an order that is cancelled is closed at the bank, and one that grows while it is paid asks for the rest', async () => {
    const engine = running()
    const { checkout } = engine
    const { ask, order } = await administrator(engine)
    const left = await atCheckout(engine)
    const cancel =
      'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on OrderStateTransitionError { transitionError } } }'
    const { id, code } = await order(codeOn(left))
    await kit.fillCard(left, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
    await kit.pay(left)
    await kit.expectResult(left, 'declined')
    expect(await ask(cancel, { id })).toEqual({ cancelOrder: { __typename: 'Order' } })
    await kit.fillCard(left, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(left)
    await left.getByText('cancelled').first().waitFor()
    // A declined order keeps its state, and no other attempt was made.
    const closed = await checkout.merchant.order({ orderNumber: code })
    expect(closed.tries.map(({ state }) => state)).toEqual(['declined'])

    const page = await atCheckout(engine)
    const grown = codeOn(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.evaluate(async () => {
      const shop = (query: string) =>
        fetch('/shop-api', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: `mutation { ${query} { __typename } }` }),
        })
      await shop('transitionOrderToState(state: "AddingItems")')
      await shop('addItemToOrder(productVariantId: 1, quantity: 1)')
      await shop('transitionOrderToState(state: "ArrangingPayment")')
    })
    const total = (await order(grown)).totalWithTax
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(page)
    await poll(async () => (await order(grown)).payments.length).toBe(1)
    const [first] = (await order(grown)).payments
    expect(first!.amount).toBeLessThan(total)
    await booksTwice(page, grown)
    expect((await order(grown)).payments.filter((one) => one.state !== 'Error')).toEqual([first])
    await page.reload()
    await kit.expectResult(page, 'ready')
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(page)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const { state, payments } = await order(grown)
    expect(state).toBe('PaymentSettled')
    const booked = payments.filter((one) => one.state === 'Settled')
    expect(booked.map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
      [grown, first!.amount],
      [`${grown}.2`, total - first!.amount],
    ])
  })

  test('a discount lowers what is paid, and the card of a customer who is logged in is stored', async () => {
    const engine = running()
    const { checkout } = engine
    const { ask, order } = await administrator(engine)
    const code = `TENTH-${Date.now()}`
    const tenth = '{ code: "order_percentage_discount", arguments: [{ name: "discount", value: "10" }] }'
    const promotion = `enabled: true, couponCode: "${code}", actions: [${tenth}], conditions: []`
    const names = 'translations: [{ languageCode: en, name: "A tenth" }]'
    await ask(`mutation { createPromotion(input: { ${promotion}, ${names} }) { __typename } }`)
    const guest = await atCheckout(engine)
    expect(await kit.cardFrame(guest).getByTestId('save-card').count()).toBe(0)
    const full = (await order(codeOn(guest))).totalWithTax
    await asPage(guest, `mutation { transitionOrderToState(state: "AddingItems") { __typename } }`)
    await asPage(guest, `mutation { applyCouponCode(couponCode: "${code}") { __typename } }`)
    await asPage(guest, `mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }`)
    await guest.reload()
    await kit.fillCard(guest, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(guest)
    await guest.getByRole('heading', { name: 'Paid' }).waitFor()
    const { totalWithTax, payments } = await order(codeOn(guest))
    expect(totalWithTax).toBeLessThan(full)
    expect(payments.map(({ amount }) => amount)).toEqual([totalWithTax])
    const read = await checkout.merchant.order({ orderNumber: codeOn(guest) })
    expect(read.current.depositedAmount).toBe(totalWithTax)

    const emailAddress = `jane-${Date.now()}@shop.example`
    const jane = `{ firstName: "Jane", lastName: "Doe", emailAddress: "${emailAddress}" }`
    const { createCustomer } = await ask<{ createCustomer: { id: string } }>(
      `mutation { createCustomer(input: ${jane}, password: "${password}") { ... on Customer { id } } }`,
    )
    const page = await engine.shopper()
    await asPage(page, `mutation { login(username: "${emailAddress}", password: "${password}") { __typename } }`)
    await page.getByRole('button', { name: 'Buy' }).click()
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.cardFrame(page).getByTestId('save-card').check()
    await kit.pay(page)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const { cards } = await checkout.merchant.cards({ clientId: `vendure-${createCustomer.id}` })
    expect(cards).toHaveLength(1)
  })

  test('a currency without decimals', async () => {
    const engine = running()
    const { ask, order } = await administrator(engine)
    const yen = 'defaultCurrencyCode: JPY, availableCurrencyCodes: [JPY]'
    await ask(`mutation { updateChannel(input: { id: 1, ${yen} }) { __typename } }`)
    // Vendure counts hundredths of every currency: 500 yen, of which 105 are taxes.
    const price =
      'updateProductVariants(input: [{ id: 1, prices: [{ currencyCode: JPY, price: 50000 }] }]) { __typename }'
    await ask(`mutation { ${price} }`)
    const page = await atCheckout(engine)
    const code = codeOn(page)
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(page)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const { totalWithTax, payments } = await order(code)
    expect(payments[0]!.amount).toBe(totalWithTax)
    const read = await engine.checkout.merchant.order({ orderNumber: code })
    expect(read.current).toMatchObject({
      amount: totalWithTax / 100,
      currencyCode: 'JPY',
      depositedAmount: totalWithTax / 100,
    })
  })
})

describe('held', () => {
  const running = started('two-phase')

  test('a page that is closed after the press: the webhook alone authorises, and the back office settles or cancels', async () => {
    const engine = running()
    const { checkout, shop } = engine
    const { ask, order } = await administrator(engine)
    const held = async (): Promise<ShopOrder> => {
      const page = await atCheckout(engine)
      const code = codeOn(page)
      await page.route('**/shop-api', (route) => route.abort())
      await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
      await kit.pay(page)
      await kit.expectResult(page, 'held')
      await page.close()
      await poll(async () => (await order(code)).state).toBe('PaymentAuthorized')
      return order(code)
    }
    const change = (name: string, id: string) =>
      ask(`mutation ($id: ID!) { ${name}(id: $id) { __typename ... on ErrorResult { message } } }`, { id })

    const kept = await held()
    expect(await change('settlePayment', kept.payments[0]!.id)).toEqual({ settlePayment: { __typename: 'Payment' } })
    expect((await order(kept.code)).state).toBe('PaymentSettled')
    expect((await checkout.merchant.order({ orderNumber: kept.code })).state).toBe('paid')

    const freed = await held()
    await change('cancelPayment', freed.payments[0]!.id)
    expect((await order(freed.code)).payments[0]!.state).toBe('Cancelled')
    expect((await checkout.merchant.order({ orderNumber: freed.code })).state).toBe('reversed')

    // A capture and a release that Vendure did not ask for are known by their webhooks.
    const captured = await held()
    await checkout.merchant.capture({ orderNumber: captured.code })
    await poll(async () => (await order(captured.code)).state).toBe('PaymentSettled')
    const released = await held()
    await checkout.merchant.cancel({ orderNumber: released.code })
    await poll(async () => (await order(released.code)).payments[0]!.state).toBe('Cancelled')

    const forged = await fetch(`${shop.url}/tender/webhook`, { method: 'POST', body: '{}', headers: json })
    expect(forged.status).toBe(400)
  })
})
