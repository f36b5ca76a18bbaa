import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { challenged, penniless } from '../support/sandbox-shop.ts'
import { codeStepIn, payloadIn } from '../support/code-shop.ts'
import { openPageShop, returnUrl, type PageShop } from '../support/page-shop.ts'

let shop: PageShop
beforeAll(async () => {
  shop = await openPageShop()
})
beforeEach(() => {
  shop.state.wire = undefined
})
afterAll(() => shop.fixture.close())

/** Milliseconds: more than between two questions about the order. */
const pass = (ms = 2500): void => shop.fixture.clock.advance(ms)
/** Milliseconds: a session of the gateway, and more than the lock of such an order. */
const [SESSION, LOCK] = [1_200_000, 1_300_000]

/** A gateway that declines nothing. */
const refusing: NonNullable<PageShop['state']['wire']> = async (request, fetch) =>
  request.url.endsWith('decline.do') ? Response.json({ errorCode: '7', errorMessage: 'System error' }) : fetch(request)

const leadsTo = ({ headers }: Response): string | null => headers.get('location')

describe('the bank’s page', () => {
  test('is one address for a reload, a poll, another tab, and a form without scripts', async () => {
    const order = shop.order()
    const left = await order.leave()
    const step = codeStepIn(left)
    expect(step).toMatchObject({ method: 'bank-page', accepted: false, payload: expect.stringContaining('mdOrder=') })
    expect(step.remainingMs).toBeGreaterThan(1_190_000)
    expect(step.remainingMs).toBeLessThanOrEqual(SESSION)
    const { outcome, codes } = await shop.checkout(order.ticket)
    expect(codes).toEqual({ 'bank-page': {} })
    const registered = shop.request('register.do').length
    for (const told of [outcome, await order.read(), await order.leave(), await order.prepare()])
      expect(payloadIn(told)).toBe(step.payload)
    const { statusCode, headers } = await order.post()
    expect([statusCode, headers['location']]).toEqual([303, step.payload])
    expect(shop.request('register.do')).toHaveLength(registered)
  })

  test('is paid, and leads back to the shop', async () => {
    const order = shop.order()
    const left = await order.leave()
    const back = leadsTo(await order.there(payloadIn(left)))
    expect(back).toMatch(new RegExp(`^${returnUrl}\\?orderId=${left.orderId}`))
    expect(await order.read()).toMatchObject({
      state: 'paid',
      orderId: left.orderId,
      receipt: { lastDigits: '3333' },
    })
    const { statusCode, headers } = await order.post()
    expect([statusCode, headers['location']]).toEqual([303, `${returnUrl}?orderId=${left.orderId}`])
  })

  test('is paid once in two tabs, and leads back whoever comes again', async () => {
    const order = shop.order()
    const page = payloadIn(await order.leave())
    const debits = shop.fixture.debits()
    const answers = await Promise.all([order.there(page), order.there(page)])
    expect(answers.map(leadsTo)).toContainEqual(expect.stringContaining(returnUrl))
    for (const answer of [await order.look(page), await order.there(page)]) expect(leadsTo(answer)).toContain(returnUrl)
    expect(await order.read()).toMatchObject({ state: 'paid' })
    expect(shop.fixture.debits()).toBe(debits + 1)
    expect(await shop.statusOf(order.orderNumber)).toMatchObject({ paymentAmountInfo: { depositedAmount: 1234 } })
  })

  test('declines a card, and the next page pays the next number', async () => {
    const order = shop.order()
    const first = await order.leave()
    await order.there(payloadIn(first), penniless)
    expect(await order.read()).toMatchObject({ state: 'declined', reason: 'insufficient_funds', again: true })
    const next = await order.leave()
    expect(next.orderId).not.toBe(first.orderId)
    await order.there(payloadIn(next))
    expect(await order.read()).toMatchObject({ state: 'paid', orderId: next.orderId })
  })

  test('keeps every other way to pay from the order, and the merchant learns that it is pending', async () => {
    const order = shop.order()
    const left = await order.leave()
    for (const wait of [0, 120_000]) {
      pass(wait) // longer than the lock of any other payment
      expect(payloadIn(await order.pay(left.orderId!))).toBe(payloadIn(left))
    }
    expect(shop.request('paymentorder.do').filter((body) => body.includes(left.orderId!))).toEqual([])
    expect(await shop.merchant.order({ orderNumber: order.orderNumber })).toMatchObject({ state: 'pending' })
  })

  test('stays the order’s while the payer’s bank asks for a confirmation, and can be given up then', async () => {
    const order = shop.order()
    const left = await order.leave()
    await order.there(payloadIn(left), challenged)
    expect(await shop.statusOf(order.orderNumber)).toMatchObject({ orderStatus: 5 })
    pass()
    expect(payloadIn(await order.read())).toBe(payloadIn(left))
    expect(await order.cancel()).toMatchObject({ state: 'cancelled', again: true })
    expect(await order.byCard()).toMatchObject({ state: 'paid' })
  })

  test('takes the place of an order that the card form has prepared', async () => {
    const order = shop.order()
    const prepared = await order.prepare()
    const left = await order.leave()
    expect(left.orderId).not.toBe(prepared.orderId)
    expect(await shop.statusOf(order.orderNumber)).toMatchObject({ orderStatus: 6 })
    expect(await order.pay(prepared.orderId!)).toMatchObject({ state: 'authenticate' })
    await order.there(payloadIn(left))
    expect(await order.read()).toMatchObject({ state: 'paid', orderId: left.orderId })
  })

  test('leaves an order that another ticket of the shop changes', async () => {
    const order = shop.order()
    const left = await order.leave()
    const other = { ...order.ticket, amount: 999 }
    expect(await shop.outcome('outcome', undefined, other)).toMatchObject({ state: 'open', amount: 999 })
    expect(leadsTo(await order.there(payloadIn(left)))).toContain(returnUrl)
    const next = await shop.outcome('code', { method: 'bank-page' }, other)
    await order.there(payloadIn(next))
    expect(await shop.outcome('outcome', undefined, other)).toMatchObject({ state: 'paid', amount: 999 })
  })
})

describe('a page that is given up', () => {
  test('can no longer be paid, and a card pays the next number', async () => {
    const order = shop.order()
    const left = await order.leave()
    expect(await order.cancel()).toMatchObject({ state: 'cancelled', again: true })
    const debits = shop.fixture.debits()
    expect(leadsTo(await order.there(payloadIn(left)))).toContain(returnUrl)
    expect(shop.fixture.debits()).toBe(debits)
    expect(await order.byCard()).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf(order.orderNumber)).toMatchObject({ orderStatus: 6 })
  })

  test('was paid just before', async () => {
    const order = shop.order()
    await order.there(payloadIn(await order.leave()))
    expect(await order.cancel()).toMatchObject({ state: 'paid' })
  })

  test('stays while the gateway does not decline the order', async () => {
    const order = shop.order()
    const left = await order.leave()
    shop.state.wire = refusing
    pass()
    expect(['authenticate', 'pending']).toContain((await order.cancel()).state)
    expect((await order.pay(left.orderId!)).state).not.toBe('paid')
    shop.state.wire = undefined
    pass()
    await order.there(payloadIn(left))
    expect(await order.read()).toMatchObject({ state: 'paid', orderId: left.orderId })
  })

  test('is given up by the merchant’s cancelling, too', async () => {
    const order = shop.order()
    const left = await order.leave()
    const cancelled = await shop.merchant.cancel({ orderNumber: order.orderNumber })
    expect(cancelled).toMatchObject({ state: expect.stringMatching(/cancelled|declined/) })
    await order.there(payloadIn(left))
    expect((await order.read()).state).toBe('cancelled')
  })
})

describe('the end of its session', () => {
  test('a second before, the page is paid', async () => {
    const order = shop.order({ sessionTimeoutSecs: 300 })
    const left = await order.leave()
    pass(299_000)
    await order.there(payloadIn(left))
    expect(await order.read()).toMatchObject({ state: 'paid' })
  })

  test('afterwards the page pays nothing, and the order can be paid anew', async () => {
    const order = shop.order({ sessionTimeoutSecs: 300 })
    const left = await order.leave()
    pass(301_000)
    expect(leadsTo(await order.there(payloadIn(left)))).toContain(returnUrl)
    expect(await order.read()).toMatchObject({ state: 'declined', reason: 'order_expired', again: true })
    await order.there(payloadIn(await order.leave()))
    expect(await order.read()).toMatchObject({ state: 'paid' })
  })

  test('is that of the order, for a page that is asked for again', async () => {
    const order = shop.order()
    await order.leave()
    pass(SESSION / 2)
    expect(codeStepIn(await order.leave()).remainingMs).toBeLessThanOrEqual(SESSION / 2)
  })
})

test('every process leads to the same page, unless others wrote its address into the store', async () => {
  const order = shop.order()
  const page = payloadIn(await order.leave())
  const app = await shop.another()
  expect(payloadIn(await shop.outcomeAt(app, 'outcome', undefined, order.ticket))).toBe(page)
  expect(payloadIn(await shop.outcomeAt(app, 'code', { method: 'bank-page' }, order.ticket))).toBe(page)
  const codes = shop.locks.codes!
  const code = (await codes.read(order.orderNumber))!
  await codes.write(order.orderNumber, { ...code, payload: 'https://evil.example/' }, LOCK)
  expect(await order.read()).toMatchObject({ state: 'pending' })
})

test('a proxy that has lost its memory leads to the page of the next number, and the former one cannot be paid', async () => {
  const shop = await openPageShop()
  const order = shop.order()
  const left = await order.leave()
  const app = await shop.another({ locks: memoryLocks(shop.fixture.clock) })
  expect((await shop.outcomeAt(app, 'outcome', undefined, order.ticket)).state).toBe('pending')
  shop.fixture.clock.advance(80_000)
  const next = await shop.outcomeAt(app, 'code', { method: 'bank-page' }, order.ticket)
  expect(next.orderId).not.toBe(left.orderId)
  const debits = shop.fixture.debits()
  await order.there(payloadIn(left))
  expect(shop.fixture.debits()).toBe(debits)
  await order.there(payloadIn(next))
  expect(await shop.outcomeAt(app, 'outcome', undefined, order.ticket)).toMatchObject({ state: 'paid' })
  await shop.fixture.close()
})

test('a card is stored where the ticket requires it, and the ticket’s features and parameters are sent', async () => {
  const order = shop.order({ clientId: 'jane', save: 'required', features: ['FORCE_SSL'], jsonParams: { udf1: '7' } })
  await order.there(payloadIn(await order.leave()))
  expect(await order.read()).toMatchObject({ state: 'paid' })
  const { savedCards } = await shop.checkout({ orderNumber: 'other', clientId: 'jane' })
  expect(savedCards).toHaveLength(1)
  const sent = shop.request('register.do').at(-1)!
  for (const field of ['features=FORCE_SSL', 'FORCE_CREATE_BINDING', 'udf1']) expect(sent).toContain(field)
})

describe('where it is the only way to pay', () => {
  let only: PageShop
  beforeAll(async () => {
    only = await openPageShop({ TENDER_BANK_PAGE: 'only', TENDER_SBP: 'on' })
  })
  afterAll(() => only.fixture.close())

  test.each([undefined, ['card' as const], ['card' as const, 'applePay' as const]])(
    'the methods %j of a ticket are replaced by it',
    async (methods) => {
      const order = only.order({ ...(methods && { methods }), currency: '643' })
      const { card, wallets, codes } = await only.checkout(order.ticket)
      expect({ card, wallets, codes }).toEqual({ card: false, wallets: {}, codes: { 'bank-page': {} } })
      expect(await only.refusal('pay', await only.cardBody('x'), order.ticket)).toMatchObject({ field: 'methods' })
      expect(await only.refusal('prepare', {}, order.ticket)).toMatchObject({ field: 'methods' })
      await order.there(payloadIn(await order.leave()))
      expect(await order.read()).toMatchObject({ state: 'paid' })
    },
  )

  test('a mail or telephone order is paid as before', async () => {
    expect(await only.checkout({ orderNumber: 'M-1', channel: 'moto' })).toMatchObject({ card: true, codes: {} })
  })
})

test('it is not offered where it is switched off, and a request for it is refused', async () => {
  const off = await openPageShop({ TENDER_BANK_PAGE: 'off' })
  const order = off.order()
  expect((await off.checkout(order.ticket)).codes).toEqual({})
  expect(await off.refusal('code', { method: 'bank-page' }, order.ticket)).toMatchObject({ field: 'method' })
  expect((await order.post()).statusCode).toBe(303)
  await off.fixture.close()
})
