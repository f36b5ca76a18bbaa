import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { launchChromium } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { PATIENCE, startEngine, type RunningEngine } from './engine.ts'
import { copyOf, installKit, packHome } from '../install.ts'
import { asPage, cart, cartOn, numberOn, operatorOf, prepareMedusa } from './medusa-shop.ts'
import type { Kit } from '../pay-through.ts'
import { postgresMissing, startPostgres, type Postgres } from './postgres.ts'

const missing = postgresMissing()
const password = Buffer.from(systemRandom.bytes(12)).toString('hex')
const credentials = { email: 'operator@shop.example', password }

if (missing !== undefined) test.skip(`skipped: ${missing}`)
else {
  let home: string
  let folder: string
  let kit: Kit
  let browser: Browser
  let postgres: Postgres
  let variables: readonly string[] = []
  beforeAll(async () => {
    home = packHome()
    kit = await installKit(home)
    browser = await launchChromium()
    folder = copyOf('medusa', home)
    postgres = await startPostgres()
    variables = prepareMedusa(folder, postgres.url, credentials)
  })
  afterAll(async () => {
    await browser?.close()
    await postgres?.close()
    rmSync(home, { recursive: true, force: true })
  })

  /** Medusa with the provider, beside a proxy and a sandbox, while the tests of this group run. */
  function started(capture: 'one-phase' | 'two-phase'): () => RunningEngine {
    let engine: RunningEngine
    beforeAll(async () => {
      const start = [`CAPTURE=${capture}`, ...variables, 'npm', 'start']
      engine = await startEngine({ folder, kit, browser, start, webhook: '/hooks/tender' })
    })
    afterEach(({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(engine.shop.printed().slice(-4000))
    })
    afterAll(() => engine?.close())
    return () => engine
  }

  const plainCard = () => kit.testCard({ threeDs: 'none', outcome: 'paid' })

  /** Pays by a card without a challenge. */
  async function payOn(page: Page): Promise<void> {
    await kit.fillCard(page, plainCard())
    await kit.pay(page)
  }

  /** A shopper who is at the checkout of a cart. */
  async function atCheckout(engine: RunningEngine, path?: string, token?: string): Promise<Page> {
    const page = await engine.shopper(path)
    if (token) {
      await page.evaluate((of) => localStorage.setItem('token', of), token)
      await page.reload()
    }
    await page.getByRole('button', { name: 'Buy' }).click()
    await kit.expectResult(page, 'ready')
    return page
  }

  const operator = (engine: RunningEngine) => operatorOf(engine, credentials)

  describe('paid at once', () => {
    const running = started('one-phase')

    test('a card pays a cart once, whoever says so first, and the money goes back in parts', async () => {
      const engine = running()
      const { checkout, deliver } = engine
      const { change, order, payment, orders, post } = await operator(engine)
      const before = (await orders()).length
      const page = await atCheckout(engine)
      const number = await numberOn(page)
      const id = await cartOn(page)

      // A cart is not completed by asking, nor by the number of somebody else's payment.
      expect(await asPage(page, `carts/${id}/complete`, {})).toMatchObject({ type: 'not_allowed' })
      expect(await orders()).toHaveLength(before)

      await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
      await kit.pay(page)
      await kit.expectResult(page, 'declined')
      expect(await orders()).toHaveLength(before)
      await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
      await kit.pay(page)
      // Nobody tells Medusa at first; then the webhook and the page do so in the same instant, many times.
      engine.isDeaf = true
      await page.route('**/complete', (route) => route.abort())
      await kit.completeChallenge(page, 'right')
      await kit.expectResult(page, 'paid')
      await page.unroute('**/complete')
      const data = await checkout.merchant.order({ orderNumber: number })
      expect(await orders()).toHaveLength(before)
      const both = Array.from({ length: 4 }, () => [
        deliver({ type: 'order.paid', data }),
        asPage<{ type: string }>(page, `carts/${id}/complete`, {}).then(({ type }) => type),
      ])
      expect(new Set(await Promise.all(both.flat()))).toEqual(new Set([204, 'order']))
      engine.isDeaf = false
      await page.reload()
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      expect(await orders()).toHaveLength(before + 1)
      const paid = (await order(number))!
      expect(paid.payment_collections.flatMap(({ payments }) => payments)).toHaveLength(1)
      expect(paid).toMatchObject({ payment_status: 'captured', summary: { paid_total: paid.total } })
      expect((await payment(number))!.captures.map(({ amount }) => amount)).toEqual([paid.total])
      expect(data.current.depositedAmount).toBe(Math.round(paid.total * 100))

      const refund = async (amount: number) =>
        change(`payments/${(await payment(number))!.id}/refund`, { amount, note: 'returned' })
      await refund(10)
      await refund(5.5)
      const back = async () => (await checkout.merchant.order({ orderNumber: number })).current
      expect(await back()).toMatchObject({ refundedAmount: 1550 })
      const ids = (await payment(number))!.refunds.map((one) => one.id)
      expect(ids.every((one) => one.length <= 30)).toBe(true)
      expect((await back()).refunds?.map(({ refundId }) => refundId)).toEqual([number, ids[0]])
      // What the bank gives back by itself is booked once, also when its webhook comes twice at once.
      await checkout.merchant.refund({ orderNumber: number, amount: 300, refundId: 'of-the-back-office' })
      const refunded = { type: 'order.refunded', data: await checkout.merchant.order({ orderNumber: number }) }
      expect(await Promise.all([deliver(refunded), deliver(refunded)])).toEqual([204, 204])
      await deliver({ type: 'order.paid', data })
      const { refunds } = (await payment(number))!
      expect(refunds.map(({ amount, note }) => [amount, note])).toEqual([
        [10, 'returned'],
        [5.5, 'returned'],
        [3, 'At the bank'],
      ])
      expect((await back()).refundedAmount).toBe(1850)
      expect((await order(number))!.summary.refunded_total).toBe(18.5)
      // One whose answer is lost is made once, whether it is asked for again or its webhook comes; a later one is another.
      const booked = async () => (await payment(number))!.refunds.map(({ amount, note }) => [amount, note]).slice(3)
      const loses = async (): Promise<void> => {
        const { refundedAmount } = await back()
        checkout.sandbox.switches.orders.set(number, { moneyDelay: PATIENCE + 1000 })
        await expect(refund(2)).rejects.toThrow('answer was lost')
        await poll(async () => (await back()).refundedAmount).toBe(refundedAmount! + 200)
        checkout.sandbox.switches.orders.set(number, { moneyDelay: 0 })
      }
      const asksUntilAnswered = async (): Promise<void> => {
        await poll(() => refund(2).then(Boolean, () => false)).toBe(true)
      }
      engine.isDeaf = true
      await loses()
      expect(await booked()).toEqual([])
      await asksUntilAnswered()
      expect((await back()).refundedAmount).toBe(2050)
      await asksUntilAnswered()
      expect((await back()).refundedAmount).toBe(2250)
      engine.isDeaf = false
      await loses()
      await poll(booked).toEqual([2, 2, 2].map((amount, at) => [amount, at === 2 ? 'At the bank' : 'returned']))
      await asksUntilAnswered()
      expect((await back()).refundedAmount).toBe(2650)
      expect((await order(number))!.summary.refunded_total).toBe(26.5)

      const other = await atCheckout(engine)
      const { payment_collection: collection } = await cart(other, await cartOn(other))
      const session = { provider_id: 'pp_tender_tender', data: { orderNumber: number, amount: 1, session_id: number } }
      await asPage(other, `payment-collections/${collection.id}/payment-sessions`, session)
      const own = (await cart(other, await cartOn(other))).payment_collection.payment_sessions.at(-1)!.data
      expect(own).toMatchObject({ amount: Math.round(paid.total * 100) })
      expect(own.orderNumber).not.toBe(number)

      const forged = await post('/hooks/tender', { type: 'order.paid', data })
      expect(forged[0]).toBe(400)
    })

    test('a page that is closed after the payment: the webhook alone completes the cart', async () => {
      const engine = running()
      const { payment } = await operator(engine)
      const page = await atCheckout(engine)
      const number = await numberOn(page)
      await page.route('**/complete', (route) => route.abort())
      await payOn(page)
      await kit.expectResult(page, 'paid')
      await page.close()
      await poll(async () => (await payment(number))?.captured_at).toBeTruthy()
    })

    test('a discount while the checkout is open closes the old number, and the new amount is paid', async () => {
      const engine = running()
      const { checkout } = engine
      const { change, order } = await operator(engine)
      const code = `TENTH-${Date.now()}`
      const application_method = { type: 'percentage', target_type: 'order', value: 10, currency_code: 'eur' }
      await change('promotions', { code, type: 'standard', status: 'active', application_method })
      const page = await atCheckout(engine)
      const [id, old] = [await cartOn(page), await numberOn(page)]
      const { total } = await cart(page, id)
      // A proxy without Redis that has just started closes no number which it has not registered itself.
      await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
      await kit.pay(page)
      await kit.expectResult(page, 'declined')
      await asPage(page, `carts/${id}/promotions`, { promo_codes: [code] })
      await payOn(page)
      await page.getByText('cancelled').first().waitFor()
      await page.reload()
      await kit.expectResult(page, 'ready')
      const number = await numberOn(page)
      expect(number).not.toBe(old)
      await payOn(page)
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      const paid = (await order(number))!
      expect(paid.total).toBeLessThan(total)
      const read = await checkout.merchant.order({ orderNumber: number })
      expect(read.current.depositedAmount).toBe(Math.round(paid.total * 100))
      expect(paid.payment_status).toBe('captured')
      const closed = await checkout.merchant.order({ orderNumber: old })
      expect(closed.tries.map(({ state }) => state)).toEqual(['declined'])
    })

    test('an order that grows is paid by a second payment, unless it is cancelled before', async () => {
      const engine = running()
      const { change, order } = await operator(engine)
      const grown = async () => {
        const page = await atCheckout(engine)
        const number = await numberOn(page)
        await payOn(page)
        await page.getByRole('heading', { name: 'Paid' }).waitFor()
        const { id: order_id, total } = (await order(number))!
        const { products } = await asPage<{ products: { variants: { id: string }[] }[] }>(
          page,
          'products?fields=variants.id',
        )
        await change('order-edits', { order_id })
        const items = [{ variant_id: products[0]!.variants[0]!.id, quantity: 1 }]
        await change(`order-edits/${order_id}/items`, { items })
        await change(`order-edits/${order_id}/confirm`)
        const amount = (await order(number))!.total - total
        const { payment_collection } = await change<{ payment_collection: { id: string } }>('payment-collections', {
          order_id,
          amount,
        })
        const rest = await engine.shopper(`/?collection=${payment_collection.id}`)
        await kit.expectResult(rest, 'ready')
        return { number, order_id, total, amount, rest, collection: payment_collection.id }
      }

      const { number, total, amount, rest } = await grown()
      await payOn(rest)
      await rest.getByText('Paid').waitFor()
      await poll(async () => (await order(number))!.summary.paid_total).toBe(total + amount)
      const payments = (await order(number))!.payment_collections.flatMap((one) => one.payments)
      expect(payments.map((one) => one.captures.map((capture) => capture.amount))).toEqual([[total], [amount]])

      const gone = await grown()
      await kit.fillCard(gone.rest, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
      await kit.pay(gone.rest)
      await kit.expectResult(gone.rest, 'declined')
      await change(`orders/${gone.order_id}/cancel`)
      const owed = async () =>
        (await order(gone.number))!.payment_collections.find(({ id }) => id === gone.collection)!.payment_sessions
      await poll(async () => (await owed()).length).toBe(0)
      await payOn(gone.rest)
      await gone.rest.getByText('cancelled').first().waitFor()
      const path = `payment-collections/${gone.collection}/payment-sessions`
      const late = await asPage<{ message: string }>(gone.rest, path, { provider_id: 'pp_tender_tender' })
      expect(late.message).toBe('The order is cancelled')
    })

    test('a currency without decimals', async () => {
      const engine = running()
      const { order } = await operator(engine)
      const page = await atCheckout(engine, '/?country=jp')
      const number = await numberOn(page)
      await payOn(page)
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      const { total } = (await order(number))!
      const { current } = await engine.checkout.merchant.order({ orderNumber: number })
      expect(current).toMatchObject({ amount: total, currencyCode: 'JPY', depositedAmount: total })
    })

    test('the card of a customer who is logged in is stored, and that of a guest is not', async () => {
      const engine = running()
      const { post } = await operator(engine)
      const customers = { email: `jane-${Date.now()}@shop.example`, password }
      const [, { token }] = await post('/auth/customer/emailpass/register', customers)
      const blank = await engine.shopper()
      const { customer } = await asPage<{ customer: { id: string } }>(
        blank,
        'customers',
        { email: customers.email },
        token,
      )
      const [, session] = await post('/auth/customer/emailpass', customers)
      const guest = await atCheckout(engine)
      expect(await kit.cardFrame(guest).getByTestId('save-card').count()).toBe(0)
      const page = await atCheckout(engine, '/', session.token)
      await kit.fillCard(page, plainCard())
      await kit.cardFrame(page).getByTestId('save-card').check()
      await kit.pay(page)
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      const { cards } = await engine.checkout.merchant.cards({ clientId: `medusa-${customer.id}` })
      expect(cards).toHaveLength(1)
      await page.reload()
      await page.getByRole('button', { name: 'Buy' }).click()
      await kit.expectResult(page, 'ready')
      await kit.cardFrame(page).locator('[autocomplete="cc-csc"]').fill(plainCard().cvc)
      await kit.pay(page)
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
    })
  })

  describe('held', () => {
    const running = started('two-phase')

    test('a hold is captured, in part too, or given back, by the back office and at the bank', async () => {
      const engine = running()
      const { checkout } = engine
      const { change, order, payment } = await operator(engine)
      const held = async () => {
        const page = await atCheckout(engine)
        const number = await numberOn(page)
        await payOn(page)
        await page.getByRole('heading', { name: 'Authorized' }).waitFor()
        await page.close()
        return { number, id: (await payment(number))!.id }
      }
      const atBank = (orderNumber: string) => checkout.merchant.order({ orderNumber })

      const whole = await held()
      await change(`payments/${whole.id}/capture`)
      expect((await atBank(whole.number)).state).toBe('paid')
      expect((await order(whole.number))!.payment_status).toBe('captured')

      const part = await held()
      await change(`payments/${part.id}/capture`, { amount: 12 })
      expect((await atBank(part.number)).current).toMatchObject({ state: 'paid', depositedAmount: 1200 })
      expect((await payment(part.number))!.captures.map(({ amount }) => amount)).toEqual([12])

      const freed = await held()
      await change(`orders/${(await order(freed.number))!.id}/cancel`)
      expect((await atBank(freed.number)).state).toBe('reversed')
      expect((await payment(freed.number))!.canceled_at).toBeTruthy()

      // A capture whose answer was lost is asked for again, and made once.
      const late = await held()
      engine.isDeaf = true
      checkout.sandbox.switches.orders.set(late.number, { moneyDelay: PATIENCE + 1000 })
      await expect(change(`payments/${late.id}/capture`)).rejects.toThrow('answer was lost')
      await poll(async () => (await atBank(late.number)).state).toBe('paid')
      expect((await payment(late.number))!.captures).toEqual([])
      await change(`payments/${late.id}/capture`)
      expect((await payment(late.number))!.captures).toHaveLength(1)

      // Medusa cancels an order also where its hold is not given back, which is asked for again.
      const kept = await held()
      checkout.sandbox.switches.orders.set(kept.number, { moneyAnswer: 'lost-before' })
      await change(`orders/${(await order(kept.number))!.id}/cancel`)
      expect((await atBank(kept.number)).state).toBe('held')
      checkout.sandbox.switches.orders.set(kept.number, { moneyAnswer: 'sent' })
      await poll(async () => (await payment(kept.number))!.canceled_at).toBeTruthy()
      expect((await atBank(kept.number)).state).toBe('reversed')
      engine.isDeaf = false

      // A capture and a release that Medusa did not ask for are known by their webhooks.
      const captured = await held()
      await checkout.merchant.capture({ orderNumber: captured.number })
      await poll(async () => (await payment(captured.number))!.captured_at).toBeTruthy()
      const released = await held()
      await checkout.merchant.cancel({ orderNumber: released.number })
      await poll(async () => (await payment(released.number))!.canceled_at).toBeTruthy()
    })
  })
}
