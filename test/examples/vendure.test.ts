import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { systemRandom } from '#ports/system.ts'
import { freePort } from '#demo/ports.ts'
import { launchChromium } from '../support/chromium.ts'
import { poll } from '../support/poll.ts'
import { copyOf, installKit, packHome } from './install.ts'
import type { Kit } from './pay-through.ts'
import { startShop, urlOf, type RunningShop } from './shop.ts'

const secret = `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`
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

interface Running {
  readonly checkout: Awaited<ReturnType<Kit['startCheckout']>>
  readonly shop: RunningShop
}

/** Vendure with the plugin, beside a proxy and a sandbox, while `act` runs. */
async function running(capture: 'one-phase' | 'two-phase', act: (running: Running) => Promise<void>): Promise<void> {
  const port = await freePort()
  const webhook = { url: `${urlOf(port)}/tender/webhook`, secret }
  const checkout = await kit.startCheckout({ shop: urlOf(port), webhook })
  const settings = { ...checkout, port, webhookSecret: secret }
  const shop = await startShop(
    folder,
    ['env', `CAPTURE=${capture}`, `SUPERADMIN_PASSWORD=${password}`, 'npm', 'start'],
    settings,
  )
  try {
    await act({ checkout, shop })
  } catch (error) {
    throw new Error(`${String(error)}\n${shop.printed().slice(-3000)}`, { cause: error })
  } finally {
    await shop.close()
    await checkout.close()
  }
}

/** An administrator of the shop. */
async function administrator({ shop }: Running) {
  let token = ''
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${shop.url}/admin-api`, { method: 'POST', headers, body })
    token ||= response.headers.get('vendure-auth-token') ?? ''
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown }
    expect(errors).toBeUndefined()
    return data
  }
  await ask('mutation ($password: String!) { login(username: "superadmin", password: $password) { __typename } }', {
    password,
  })
  const order = async (code: string): Promise<ShopOrder> => {
    const query = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state totalWithTax currencyCode
      payments { id state amount transactionId refunds { id state total transactionId reason } } } } }`
    return (await ask<{ orders: { items: ShopOrder[] } }>(query, { code })).orders.items[0]!
  }
  return { ask, order }
}

interface ShopOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly totalWithTax: number
  readonly payments: readonly {
    readonly id: string
    readonly state: string
    readonly amount: number
    readonly transactionId: string
    readonly refunds: readonly { id: string; state: string; total: number; transactionId: string; reason: string }[]
  }[]
}

/** A shopper who is at the checkout of an order. */
async function shopper({ shop }: Running): Promise<Page> {
  const context = await browser.newContext()
  await context.grantPermissions(['local-network-access'], { origin: shop.url })
  const page = await context.newPage()
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await kit.expectResult(page, 'ready')
  return page
}

const codeOn = (page: Page): string => new URL(page.url()).searchParams.get('order')!

test('a card pays an order once, whoever says so first, and the money goes back in parts', async () => {
  await running('one-phase', async (both) => {
    const { checkout, shop } = both
    const { ask, order } = await administrator(both)
    const page = await shopper(both)
    const code = codeOn(page)

    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'declined' }))
    await kit.pay(page)
    await kit.expectResult(page, 'declined')
    expect(await order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })

    await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
    await kit.pay(page)
    await kit.completeChallenge(page, 'right')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    // The page and the webhook have both been there.
    await poll(async () => (await order(code)).payments.length).toBe(1)
    const paid = await order(code)
    expect(paid).toMatchObject({ state: 'PaymentSettled', payments: [{ state: 'Settled', amount: paid.totalWithTax }] })
    const [payment] = paid.payments
    const read = await checkout.merchant.order({ orderNumber: code })
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
    await deliver(shop, { type: 'order.refunded', data })
    const { refunds } = (await order(code)).payments[0]!
    expect(refunds.map(({ state, total: sum, reason }) => [state, sum, reason])).toEqual([
      ['Settled', 1000, 'returned'],
      ['Settled', 500, 'returned'],
      ['Settled', 300, 'At the bank'],
    ])
    await page.context().close()
  })
})

test('a page that is closed after the press: the webhook alone authorises, and the back office settles or cancels', async () => {
  await running('two-phase', async (both) => {
    const { checkout, shop } = both
    const { ask, order } = await administrator(both)
    const held = async (): Promise<ShopOrder> => {
      const page = await shopper(both)
      const code = codeOn(page)
      await page.route('**/shop-api', (route) => route.abort())
      await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
      await kit.pay(page)
      await page.context().close()
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

    const forged = await fetch(`${shop.url}/tender/webhook`, { method: 'POST', body: '{}', headers: json })
    expect(forged.status).toBe(400)
  })
})

test('an order that is cancelled is closed at the bank, and one that grows while it is paid asks for the rest', async () => {
  await running('one-phase', async (both) => {
    const { checkout } = both
    const { ask, order } = await administrator(both)
    const left = await shopper(both)
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
    await left.context().close()

    const page = await shopper(both)
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
    await page.context().close()
  })
})

test('a currency without decimals', async () => {
  await running('one-phase', async (both) => {
    const { ask, order } = await administrator(both)
    const yen = 'defaultCurrencyCode: JPY, availableCurrencyCodes: [JPY]'
    await ask(`mutation { updateChannel(input: { id: 1, ${yen} }) { __typename } }`)
    // Vendure counts hundredths of every currency: 500 yen, of which 105 are taxes.
    const price =
      'updateProductVariants(input: [{ id: 1, prices: [{ currencyCode: JPY, price: 50000 }] }]) { __typename }'
    await ask(`mutation { ${price} }`)
    const page = await shopper(both)
    const code = codeOn(page)
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(page)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const { totalWithTax, payments } = await order(code)
    expect(payments[0]!.amount).toBe(totalWithTax)
    const read = await both.checkout.merchant.order({ orderNumber: code })
    expect(read.current).toMatchObject({
      amount: totalWithTax / 100,
      currencyCode: 'JPY',
      depositedAmount: totalWithTax / 100,
    })
    await page.context().close()
  })
})

/** A shopper who asks for a payment to be booked again, in every way and many times at once. */
async function booksTwice(page: Page, orderNumber: string): Promise<void> {
  await page.evaluate(async (number) => {
    const metadata = `{ orderNumber: "${number}", record: { orderNumber: "${number}", paid: 100000, held: 0 } }`
    const payment = `addPaymentToOrder(input: { method: "tender", metadata: ${metadata} }) { __typename }`
    const mutations = [payment, `tenderBook(orderNumber: "${number}")`]
    const ask = (mutation: string) =>
      fetch('/shop-api', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `mutation { ${mutation} }` }),
      })
    await Promise.all(Array.from({ length: 6 }, () => mutations.map(ask)).flat())
  }, orderNumber)
}

const json = { 'content-type': 'application/json' }

/** Delivers a webhook as the proxy does. */
async function deliver(shop: RunningShop, event: object): Promise<number> {
  const at = new Date()
  const body = JSON.stringify({ timestamp: at.toISOString(), ...event })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  }
  return (await fetch(`${shop.url}/tender/webhook`, { method: 'POST', body, headers })).status
}
