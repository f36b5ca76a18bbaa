import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { comeBack, reportResult } from '../../../conformance/gateway/fixture.ts'
import { changing, openShop, penniless, plain, walletsOffered } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

const wallets = ['applePay', 'googlePay'] as const
const calls = { applePay: 'applepay/payment.do', googlePay: 'google/payment.do' }

const open = (env = {}, options: Parameters<typeof openShop>[1] = {}) =>
  openShop({ ...walletsOffered, ...env }, options)

describe.each(wallets)('%s', (wallet) => {
  const bodyOf = async (shop: Awaited<ReturnType<typeof open>>, card = plain) => ({
    wallet,
    paymentToken: await shop.tokens[wallet](card),
    browser,
  })

  test('pays an order that was never prepared under its own number', async () => {
    const shop = await open()
    expect(await shop.outcome('wallet/pay', await bodyOf(shop))).toMatchObject({ state: 'paid', orderNumber: 'S-1' })
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2, amount: 1234 })
  })

  test('declines the prepared order first, which is no try of the shopper’s, and pays the next number', async () => {
    const shop = await open()
    await shop.prepared()
    expect(await shop.outcome('wallet/pay', await bodyOf(shop))).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 6, actionCode: 4005 })
    expect(await shop.statusOf('S-1-2')).toMatchObject({ orderStatus: 2 })
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'paid' })
  })

  test('holds where the order is two-phase', async () => {
    const shop = await open()
    const capture = 'two-phase'
    expect(await shop.outcome('wallet/pay', await bodyOf(shop), { capture })).toMatchObject({ state: 'held' })
  })

  test('is declined with the reason, and a card may pay the next number', async () => {
    const shop = await open()
    await shop.prepared()
    const declined = await shop.outcome('wallet/pay', await bodyOf(shop, penniless))
    expect(declined).toMatchObject({ state: 'declined', reason: 'insufficient_funds', again: true })
    const orderId = await shop.prepared()
    expect(await shop.statusOf('S-1-3')).toMatchObject({ orderStatus: 0 })
    expect(await shop.outcome('pay', await shop.cardBody(orderId))).toMatchObject({ state: 'paid' })
  })

  test('leaves five tries to the shopper, however often a prepared order gave way', async () => {
    const shop = await open()
    for (const again of [true, true, true, true, false]) {
      await shop.prepared()
      expect(await shop.outcome('wallet/pay', await bodyOf(shop, penniless))).toMatchObject({ again })
    }
    expect(await shop.outcome('wallet/pay', await bodyOf(shop))).toMatchObject({ reason: 'attempts_used_up' })
    expect(shop.request(calls[wallet])).toHaveLength(5)
  })

  test('whose answer does not name the order is decided by the status of its number', async () => {
    const shop = await open()
    for (const [at, change] of [() => ({ success: true }), () => ({ success: true, data: {} }), () => ({})].entries()) {
      shop.state.wire = changing(calls[wallet], change)
      const order = { orderNumber: `S-${at}` }
      expect(await shop.outcome('wallet/pay', await bodyOf(shop), order)).toMatchObject({ state: 'paid', ...order })
    }
    expect(shop.fixture.debits()).toBe(3)
  })

  test('whose failure has no code is pending while its order is not decided, and is not sent again', async () => {
    const shop = await open()
    shop.state.wire = async (request, fetch) =>
      request.url.endsWith(calls[wallet]) ? Response.json({ error: { message: 'No' } }) : fetch(request)
    const body = await bodyOf(shop)
    expect(await shop.outcome('wallet/pay', body)).toMatchObject({ state: 'pending' })
    expect(await shop.outcome('wallet/pay', body)).toMatchObject({ state: 'pending' })
    expect(shop.request(calls[wallet])).toHaveLength(1)
  })

  test('whose request may still be under way leaves the order pending for everybody until the lock is over', async () => {
    const shop = await open()
    const orderId = await shop.prepared()
    shop.state.wire = async (request, fetch) =>
      request.url.endsWith(calls[wallet]) ? new Response('', { status: 502 }) : fetch(request)
    expect(await shop.outcome('wallet/pay', await bodyOf(shop))).toMatchObject({ state: 'pending' })
    shop.state.wire = undefined
    for (const [path, body] of [
      ['outcome', undefined],
      ['prepare', {}],
      ['cancel', {}],
      ['pay', await shop.cardBody(orderId)],
      ['wallet/pay', await bodyOf(shop)],
    ] as const)
      expect([path, await shop.outcome(path, body)]).toMatchObject([path, { state: 'pending' }])
    expect(shop.request(calls[wallet])).toHaveLength(1)
    shop.fixture.clock.advance(75_000)
    expect(await shop.outcome('prepare', {})).toMatchObject({ state: 'open' })
  })

  test('brings a token to one order only', async () => {
    const shop = await open()
    const body = await bodyOf(shop)
    await shop.outcome('wallet/pay', body)
    const again = await shop.outcome('wallet/pay', body, { orderNumber: 'S-2' })
    expect(again).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    // What the gateway says to developers is not for the page.
    expect(JSON.stringify(again)).not.toMatch(/used before|wallet token/)
    expect(shop.fixture.debits()).toBe(1)
  })

  test('is refused where the ticket excludes it, or the proxy does not offer it', async () => {
    const shop = await open()
    const body = await bodyOf(shop)
    expect(await shop.refusal('wallet/pay', body, { methods: ['card'] })).toMatchObject({ field: 'methods' })
    expect(await shop.refusal('wallet/pay', body, { features: ['VERIFY'], amount: 0 })).toMatchObject({
      field: 'wallet',
    })
    const bare = await openShop()
    expect(await bare.refusal('wallet/pay', body)).toMatchObject({ code: 'field_invalid', field: 'wallet' })
    expect([...shop.sent, ...bare.sent]).toEqual([])
  })
})

test('a token that says another sum than the ticket is an alarm, whatever the page says', async () => {
  const shop = await open()
  const paymentToken = await shop.fixture.wallets.applePayToken({
    card: { ...plain, brand: 'visa' },
    amount: 1,
    currency: '933',
  })
  const body = { wallet: 'applePay', paymentToken: btoa(JSON.stringify(paymentToken)), browser }
  expect(await shop.refusal('wallet/pay', body)).toMatchObject({ status: 409, code: 'order_mismatch' })
  expect(shop.log.join('')).toContain('order_mismatch')
})

test('a guest is somebody to Google Pay’s operation, and the callbacks name the order and not the try', async () => {
  const shop = await open({
    TENDER_WEBHOOK_URL: 'https://shop.example/webhook',
    TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
  })
  await shop.prepared()
  await shop.outcome('wallet/pay', { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser })
  const sent = JSON.parse(shop.request('google/payment.do')[0]!) as Record<string, unknown>
  expect(sent).toMatchObject({ orderNumber: 'S-1-2', clientId: 'guest of S-1', ip: '127.0.0.1' })
  const [, number] = /\/callback\/([^/]+)\//.exec(String(sent['dynamicCallbackUrl']))!
  expect(Buffer.from(number!, 'base64url').toString()).toBe('["S-1"]')
})

test('required storing goes by the wallet too', async () => {
  const shop = await open()
  const claims = { clientId: 'jane', save: 'required' } as const
  await shop.outcome('wallet/pay', { wallet: 'applePay', paymentToken: await shop.tokens.applePay(), browser }, claims)
  expect((await shop.checkout({ ...claims, orderNumber: 'S-2' })).savedCards).toHaveLength(1)
})

describe('a card on file in Google Pay', () => {
  const stepOf = (outcome: Outcome) => (outcome as Extract<Outcome, { state: 'authenticate' }>).step
  const begun = async (env = {}, token?: string) => {
    const shop = await open(env)
    await shop.prepared()
    const body = { wallet: 'googlePay', paymentToken: token ?? shop.onFile(), browser }
    const first = await shop.outcome('wallet/pay', body)
    const step = stepOf(first) as unknown as { kind: string; continuation: string }
    return { shop, body, first, step }
  }

  test('goes through the method and the challenge to its end', async () => {
    const { shop, body, first, step } = await begun()
    expect(first).toMatchObject({ state: 'authenticate', orderNumber: 'S-1' })
    expect(step.kind).toBe('method')
    const second = await shop.outcome('wallet/authenticate', { ...body, continuation: step.continuation })
    const challenge = stepOf(second) as unknown as { kind: string; creq: string }
    expect(challenge.kind).toBe('challenge')
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'authenticate', step: { kind: 'resume' } })
    await reportResult(shop.fixture, challenge.creq)
    await comeBack(shop.fixture, challenge.creq)
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1-2')).toMatchObject({ orderStatus: 2 })
    expect(shop.fixture.debits()).toBe(1)
  })

  test('comes back to the return page of its try', async () => {
    const { shop, body, step } = await begun()
    await shop.outcome('wallet/authenticate', { ...body, continuation: step.continuation })
    const addresses = shop.request('google/payment.do').map((sent) => {
      const { threeDSVer2FinishUrl } = JSON.parse(sent) as { threeDSVer2FinishUrl: string }
      return new URL(threeDSVer2FinishUrl)
    })
    const pages = await Promise.all(
      addresses.map(({ pathname, search }) =>
        shop.app.inject({ url: pathname + search, headers: { host: 'pay.shop.example' } }),
      ),
    )
    const orderId = (await shop.statusOf('S-1-2')).attributes![0]!.value
    for (const page of pages) expect(page.body).toContain(`orderId=${orderId}`)
  })

  test('does not go on with the continuation of another order, or of none', async () => {
    const { shop, body, step } = await begun()
    const { continuation } = step
    const elsewhere = await shop.refusal('wallet/authenticate', { ...body, continuation }, { orderNumber: 'S-2' })
    expect(elsewhere).toMatchObject({ status: 403, code: 'continuation_refused' })
    const forged = await shop.refusal('wallet/authenticate', { ...body, continuation: 'e30.AAAA' })
    expect(forged).toMatchObject({ status: 403, code: 'continuation_refused' })
    shop.fixture.clock.advance(600_000)
    const late = await shop.refusal('wallet/authenticate', { ...body, continuation })
    expect(late).toMatchObject({ status: 403, code: 'continuation_refused' })
    expect(shop.request('google/payment.do')).toHaveLength(1)
  })

  test.each([{ clientId: 'anna' }, { capture: 'two-phase' as const }])(
    'does not go on for a ticket of the same number with %j',
    async (claims) => {
      const { shop, body, step } = await begun()
      const request = { ...body, continuation: step.continuation }
      expect(await shop.outcome('wallet/authenticate', request, claims)).toMatchObject({ state: 'open' })
      expect(shop.request('google/payment.do')).toHaveLength(1)
    },
  )

  test('does not go on once another try has taken its place', async () => {
    const { shop, body, step } = await begun()
    await shop.outcome('wallet/pay', {
      wallet: 'applePay',
      paymentToken: await shop.tokens.applePay(penniless),
      browser,
    })
    const late = await shop.outcome('wallet/authenticate', { ...body, continuation: step.continuation })
    expect(late).toMatchObject({ state: 'declined', reason: 'insufficient_funds' })
    expect(shop.request('google/payment.do')).toHaveLength(1)
  })

  test('gives way to a card that pays the same try', async () => {
    const { shop } = await begun()
    const orderId = await shop.prepared()
    expect(await shop.outcome('pay', await shop.cardBody(orderId))).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1-2')).toMatchObject({ orderStatus: 2 })
  })
})
