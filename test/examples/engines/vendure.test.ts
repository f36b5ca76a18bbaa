import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { launchChromium } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { PATIENCE, startEngine, type RunningEngine } from './engine.ts'
import { copyOf, installKit, packHome } from '../install.ts'
import type { Kit } from '../pay-through.ts'
import { administratorOf, asPage, booksTwice, type ShopOrder } from './vendure-shop.ts'

const password = Buffer.from(systemRandom.bytes(12)).toString('hex')

/**
 * Booking a payment takes a while, as where a shop asks a service whether a way to pay may be used. Vendure with sql.js
 * otherwise does it without letting go of the processor, so that no other request could come between.
 */
const slowBookings = `
const { PaymentService } = require('@vendure/core')
const { createPayment } = PaymentService.prototype
PaymentService.prototype.createPayment = async function (...given) {
  await new Promise((resolve) => setTimeout(resolve, 200))
  return createPayment.apply(this, given)
}
`

let home: string
let folder: string
let kit: Kit
let browser: Browser
beforeAll(async () => {
  home = packHome()
  kit = await installKit(home)
  folder = copyOf('vendure', home)
  writeFileSync(join(folder, 'slow-bookings.cjs'), slowBookings)
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
    const command = 'tsc && node --require ./slow-bookings.cjs dist/index.js'
    const start = [`CAPTURE=${capture}`, `SUPERADMIN_PASSWORD=${password}`, 'npm', 'exec', '-c', command]
    engine = await startEngine({ folder, kit, browser, start, webhook: '/tender/webhook' })
    await poll(() => engine.shop.printed()).toContain('The shop is at ')
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

async function payOn(page: Page, outcome: 'paid' | 'declined' = 'paid'): Promise<void> {
  await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome }))
  await kit.pay(page)
}

const codeOn = (page: Page): string => new URL(page.url()).searchParams.get('order')!

const go = (page: Page, state: 'AddingItems' | 'ArrangingPayment'): Promise<unknown> =>
  asPage(page, `mutation { transitionOrderToState(state: "${state}") { __typename } }`)

/** The payments that were made; what a storefront has tried to book by itself is kept as an error. */
const booked = ({ payments }: ShopOrder) => payments.filter(({ state }) => state !== 'Error')

const json = { 'content-type': 'application/json' }

describe('paid at once', () => {
  const running = started('one-phase')

  test('a card pays an order once, whoever says so first, and the money goes back in parts', async () => {
    const engine = running()
    const { checkout, deliver } = engine
    const { ask, order } = await administrator(engine)
    const page = await atCheckout(engine)
    const code = codeOn(page)

    await payOn(page, 'declined')
    await kit.expectResult(page, 'declined')
    expect(await order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })

    await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
    await kit.pay(page)
    // Nobody tells Vendure at first; then the webhook and the page do so in the same instant, many times.
    engine.isDeaf = true
    await page.route('**/shop-api', (route) => route.abort())
    await kit.completeChallenge(page, 'right')
    await kit.expectResult(page, 'paid')
    await page.unroute('**/shop-api')
    const read = await checkout.merchant.order({ orderNumber: code })
    expect(booked(await order(code))).toEqual([])
    const both = Array.from({ length: 4 }, () => [deliver({ type: 'order.paid', data: read }), booksTwice(page, code)])
    await Promise.all(both.flat())
    engine.isDeaf = false
    await page.reload()
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const paid = await order(code)
    expect(paid.state).toBe('PaymentSettled')
    expect(booked(paid)).toMatchObject([{ state: 'Settled', amount: paid.totalWithTax }])
    const [payment] = booked(paid)
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
    await poll(async () => booked(await order(code))[0]!.refunds.length).toBe(3)
    const data = await checkout.merchant.order({ orderNumber: code })
    expect(
      await Promise.all([deliver({ type: 'order.refunded', data }), deliver({ type: 'order.refunded', data })]),
    ).toEqual([204, 204])
    const refunds = async () => booked(await order(code))[0]!.refunds
    const atBank = async () => (await checkout.merchant.order({ orderNumber: code })).current.refunds
    const named = [`${code}-1`, `${code}-2`, 'of-the-back-office']
    expect((await refunds()).map(({ state, total, reason }) => [state, total, reason])).toEqual([
      ['Settled', 1000, 'returned'],
      ['Settled', 500, 'returned'],
      ['Settled', 300, 'At the bank'],
    ])
    expect((await atBank())?.map(({ refundId }) => refundId)).toEqual(named)

    // A refund whose answer is lost is pending, until settling it asks again, which gives nothing back twice.
    checkout.sandbox.switches.orders.set(code, { moneyDelay: PATIENCE + 1000 })
    expect((await refund(200)).refundOrder).toEqual({ state: 'Pending' })
    const { id, state } = (await refunds()).at(-1)!
    expect(state).toBe('Pending')
    await poll(async () => (await atBank())?.length).toBe(4)
    await ask('mutation ($id: ID!) { settleRefund(input: { id: $id, transactionId: "by hand" }) { __typename } }', {
      id,
    })
    expect((await refunds()).map((one) => [one.state, one.total]).at(-1)).toEqual(['Settled', 200])
    expect((await refunds()).map((one) => one.transactionId)).toEqual([
      ...named.slice(0, 2),
      `bank-${code}-3`,
      `${code}-3`,
    ])
    expect((await atBank())?.map(({ refundId }) => refundId)).toEqual([...named, `${code}-3`])
  })

  test('an order that is cancelled is closed at the bank, and one that grows while it is paid asks for the rest', async () => {
    const engine = running()
    const { checkout } = engine
    const { ask, order } = await administrator(engine)
    const cancel =
      'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on OrderStateTransitionError { transitionError } } }'
    // Also one whose shopper has gone back to the basket, while the checkout is open in another tab.
    for (const isInBasket of [false, true]) {
      const left = await atCheckout(engine)
      const { id, code } = await order(codeOn(left))
      await payOn(left, 'declined')
      await kit.expectResult(left, 'declined')
      if (isInBasket) await go(left, 'AddingItems')
      expect(await ask(cancel, { id })).toEqual({ cancelOrder: { __typename: 'Order' } })
      await payOn(left)
      await left.getByText('cancelled').first().waitFor()
      // A declined order keeps its state, and no other attempt was made.
      const closed = await checkout.merchant.order({ orderNumber: code })
      expect(closed.tries.map(({ state }) => state)).toEqual(['declined'])
    }

    // Paid on an open page, while the order is back in the basket.
    const back = await atCheckout(engine)
    await go(back, 'AddingItems')
    await payOn(back)
    await poll(async () => (await order(codeOn(back))).state).toBe('PaymentSettled')

    const page = await atCheckout(engine)
    const grown = codeOn(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await go(other, 'AddingItems')
    await asPage(other, 'mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename } }')
    await go(other, 'ArrangingPayment')
    const total = (await order(grown)).totalWithTax
    await payOn(page)
    await poll(async () => booked(await order(grown)).length).toBe(1)
    const [first] = booked(await order(grown))
    expect(first!.amount).toBeLessThan(total)
    await booksTwice(page, grown)
    expect(booked(await order(grown))).toEqual([first])
    await page.reload()
    await kit.expectResult(page, 'ready')
    await payOn(page)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    expect((await order(grown)).state).toBe('PaymentSettled')
    expect(booked(await order(grown)).map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
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
    const { createPromotion } = await ask<{ createPromotion: { id: string } }>(
      `mutation { createPromotion(input: { ${promotion}, ${names} }) { ... on Promotion { id } } }`,
    )
    const applied = async (to: Page): Promise<void> => {
      await go(to, 'AddingItems')
      await asPage(to, `mutation { applyCouponCode(couponCode: "${code}") { __typename } }`)
      await go(to, 'ArrangingPayment')
      await to.reload()
    }
    const late = await atCheckout(engine)
    await applied(late)
    await kit.expectResult(late, 'ready')
    const guest = await atCheckout(engine)
    expect(await kit.cardFrame(guest).getByTestId('save-card').count()).toBe(0)
    const full = (await order(codeOn(guest))).totalWithTax
    await applied(guest)
    await payOn(guest)
    await guest.getByRole('heading', { name: 'Paid' }).waitFor()
    const { totalWithTax, payments } = await order(codeOn(guest))
    expect(totalWithTax).toBeLessThan(full)
    expect(payments.map(({ amount }) => amount)).toEqual([totalWithTax])
    const read = await checkout.merchant.order({ orderNumber: codeOn(guest) })
    expect(read.current.depositedAmount).toBe(totalWithTax)

    // The coupon has ended meanwhile: the webhook alone books what was paid, and the rest is asked for.
    await late.route('**/shop-api', (route) => route.abort())
    const ended = `{ id: ${createPromotion.id}, enabled: false }`
    await ask(`mutation { updatePromotion(input: ${ended}) { __typename } }`)
    await payOn(late)
    await kit.expectResult(late, 'paid')
    await poll(async () => booked(await order(codeOn(late))).length).toBe(1)
    expect(await order(codeOn(late))).toMatchObject({ state: 'ArrangingPayment', totalWithTax: full })
    expect(booked(await order(codeOn(late)))[0]!.amount).toBe(totalWithTax)

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
    await payOn(page)
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
      await payOn(page)
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

    // Asked for again, a capture and a release whose answer was lost are made once.
    for (const [name, at, booked] of [
      ['settlePayment', 'paid', 'Settled'],
      ['cancelPayment', 'reversed', 'Cancelled'],
    ] as const) {
      const late = await held()
      const atBank = async () => (await checkout.merchant.order({ orderNumber: late.code })).state
      engine.isDeaf = true
      checkout.sandbox.switches.orders.set(late.code, { moneyDelay: PATIENCE + 1000 })
      await expect(change(name, late.payments[0]!.id)).rejects.toThrow()
      await poll(atBank).toBe(at)
      expect((await order(late.code)).payments[0]!.state).toBe('Authorized')
      expect(await change(name, late.payments[0]!.id)).toMatchObject({ [name]: { __typename: 'Payment' } })
      engine.isDeaf = false
      expect((await order(late.code)).payments[0]!.state).toBe(booked)
    }

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
