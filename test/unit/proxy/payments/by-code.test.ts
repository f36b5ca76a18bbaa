import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { isFinal } from '#contract/outcome.ts'
import { changing, losing } from '../support/sandbox-shop.ts'
import { codeStepIn, openCodeShop, payloadIn, type CodeShop } from '../support/code-shop.ts'

let shop: CodeShop
beforeAll(async () => {
  shop = await openCodeShop()
})
beforeEach(() => {
  shop.state.wire = undefined
})
afterAll(() => shop.fixture.close())

const GET = 'sbp/c2b/qr/dynamic/get.do'
const STATUS = 'sbp/c2b/qr/status.do'
const REJECT = 'sbp/c2b/qr/dynamic/reject.do'

/** A gateway that answers a reject as done, and does nothing. */
const ignoring: NonNullable<CodeShop['state']['wire']> = async (request, fetch) =>
  request.url.endsWith(REJECT) ? Response.json({ errorCode: '0', rejected: true }) : fetch(request)

/** Milliseconds: more than between two questions about a code. */
const pass = (ms = 2500): void => shop.fixture.clock.advance(ms)
/** Milliseconds: more than a session, and less than the lock of a code. */
const SESSION = 1_201_000
/** Milliseconds: more than the lock of a code. */
const LOCK = 1_300_000

describe('a code that may be paid', () => {
  test('is told alike by a reload, a poll, a preparation and another request for it', async () => {
    const order = shop.order()
    const step = codeStepIn(await order.code())
    expect(step).toMatchObject({ method: 'sbp', accepted: false, payload: expect.stringContaining('/nspk/') })
    expect(step.remainingMs).toBeGreaterThan(1_190_000)
    expect(step.remainingMs).toBeLessThanOrEqual(1_200_000)
    const { outcome, codes } = await shop.checkout(order.ticket)
    expect(codes).toEqual({ sbp: { stores: false } })
    const made = shop.request(GET).length
    for (const told of [outcome, await order.read(), await order.code(), await order.prepare()])
      expect(payloadIn(told)).toBe(step.payload)
    expect(shop.request(GET)).toHaveLength(made)
  })

  test('is accepted, and then paid, with a receipt that has no digits', async () => {
    const order = shop.order()
    const payload = payloadIn(await order.code())
    await order.inApp(payload, 'wait')
    pass()
    const accepted = codeStepIn(await order.read())
    expect(accepted).toMatchObject({ accepted: true })
    expect(accepted.payload).toBeUndefined()
    await order.inApp(payload, 'confirm')
    const outcome = await order.read()
    expect(outcome).toMatchObject({ state: 'paid', amount: 1234, receipt: { at: expect.any(Number) } })
    expect(Object.keys(outcome.state === 'paid' ? outcome.receipt! : {})).toEqual(['at'])
  })

  test('is paid once by two devices that read it', async () => {
    const order = shop.order()
    const payload = payloadIn(await order.code())
    const debits = shop.fixture.debits()
    await Promise.all([order.inApp(payload, 'confirm', 'alder'), order.inApp(payload, 'confirm', 'birch')])
    expect(await order.read()).toMatchObject({ state: 'paid' })
    expect(shop.fixture.debits()).toBe(debits)
    const { paymentAmountInfo } = await shop.statusOf(order.orderNumber)
    expect(paymentAmountInfo).toMatchObject({ depositedAmount: 1234 })
  })

  test('is declined in the app, and another one pays the next number', async () => {
    const order = shop.order()
    const first = await order.code()
    await order.inApp(payloadIn(first), 'decline')
    const declined = await order.read()
    expect(declined).toMatchObject({ state: 'cancelled', again: true })
    const next = await order.code()
    expect(next.orderId).not.toBe(first.orderId)
    await order.inApp(payloadIn(next), 'confirm')
    expect(await order.read()).toMatchObject({ state: 'paid', orderId: next.orderId })
  })

  test('keeps every other way to pay from the order, and the merchant learns that it is pending', async () => {
    const order = shop.order()
    const code = await order.code()
    expect(payloadIn(await order.pay(code.orderId!))).toBe(payloadIn(code))
    expect(shop.request('paymentorder.do').filter((body) => body.includes(code.orderId!))).toEqual([])
    pass(120_000) // longer than the lock of any other payment
    expect(payloadIn(await order.pay(code.orderId!))).toBe(payloadIn(code))
    expect(await shop.merchant.order({ orderNumber: order.orderNumber })).toMatchObject({ state: 'pending' })
  })

  test('is asked about every two seconds at most', async () => {
    const order = shop.order()
    await order.code()
    const before = shop.request(STATUS).length
    for (let read = 0; read < 5; read += 1) await order.read()
    expect(shop.request(STATUS)).toHaveLength(before + 1)
    pass()
    await order.read()
    expect(shop.request(STATUS)).toHaveLength(before + 2)
  })

  test('stays as it was where a question about it fails', async () => {
    const order = shop.order()
    const payload = payloadIn(await order.code())
    shop.state.wire = losing(STATUS)
    pass()
    expect(codeStepIn(await order.read())).toMatchObject({ payload, accepted: false })
    shop.state.wire = undefined
    await order.inApp(payload, 'wait')
    pass()
    await order.read()
    shop.state.wire = losing(STATUS)
    pass()
    expect(codeStepIn(await order.read())).toMatchObject({ accepted: true })
  })

  test('pays late: the order’s status lags behind the app', async () => {
    const order = shop.order()
    shop.fixture.switches.set({ transferDelay: 60_000 })
    const payload = payloadIn(await order.code())
    await order.inApp(payload, 'confirm')
    pass()
    expect(codeStepIn(await order.read()).kind).toBe('code')
    pass(60_000)
    shop.fixture.switches.set({ transferDelay: 0 })
    expect(await order.read()).toMatchObject({ state: 'paid' })
  })

  test('leaves an order that another ticket of the shop changes', async () => {
    const order = shop.order()
    await order.code()
    const other = { ...order.ticket, amount: 999 }
    expect(await shop.outcome('outcome', undefined, other)).toMatchObject({ state: 'open', amount: 999 })
    const next = await shop.outcome('code', { method: 'sbp' }, other)
    await order.inApp(payloadIn(next), 'confirm')
    expect(await shop.outcome('outcome', undefined, other)).toMatchObject({ state: 'paid', amount: 999 })
  })
})

describe('back to another way to pay', () => {
  test('takes the code back, and the same order is paid by a card', async () => {
    const order = shop.order()
    const code = await order.code()
    expect(await order.cancel()).toMatchObject({ state: 'open', orderId: code.orderId })
    expect(await order.read()).toMatchObject({ state: 'open' })
    expect(await order.byCard()).toMatchObject({ state: 'paid', orderId: code.orderId })
    await order.inApp(payloadIn(code), 'confirm')
    expect(await order.read()).toMatchObject({ state: 'paid', receipt: { lastDigits: expect.any(String) } })
  })

  test('finds out that the code was paid just before', async () => {
    const order = shop.order()
    await order.inApp(payloadIn(await order.code()), 'confirm')
    expect(await order.cancel()).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['arrives before a card pays: the order is paid by it', false, 'SBP_C2B'],
    ['arrives after a card has paid: its money is given back', true, 'CARD'],
  ])('while a transfer is under way, which %s', async (_, byCard, paymentWay) => {
    const order = shop.order()
    shop.fixture.switches.set({ transferDelay: 60_000 })
    await order.inApp(payloadIn(await order.code()), 'confirm')
    const { orderId } = await order.cancel()
    if (byCard) expect(await order.byCard()).toMatchObject({ state: 'paid' })
    pass(60_000)
    shop.fixture.switches.set({ transferDelay: 0 })
    // As a tab sends it that has not read the order since.
    if (!byCard) expect(await order.pay(orderId!)).toMatchObject({ state: 'paid' })
    expect(await order.read()).toMatchObject({ state: 'paid', orderId })
    const status = await shop.statusOf(order.orderNumber)
    expect(status).toMatchObject({ paymentWay, paymentAmountInfo: { depositedAmount: 1234 } })
    expect(shop.request('paymentorder.do').filter((body) => body.includes(orderId!))).toHaveLength(byCard ? 1 : 0)
  })

  test('is not possible once a bank has accepted the payment', async () => {
    const order = shop.order()
    const code = await order.code()
    await order.inApp(payloadIn(code), 'wait')
    const before = shop.request(REJECT).length
    expect(codeStepIn(await order.cancel())).toMatchObject({ accepted: true })
    expect(shop.request(REJECT)).toHaveLength(before)
    expect((await order.pay(code.orderId!)).state).toBe('authenticate')
  })

  test.each([
    ['before it', 0, 'authenticate'],
    ['after it', 1, 'pending'],
  ])('leaves the order as it is where the question %s is lost, and is possible afterwards', async (_, nth, state) => {
    const order = shop.order()
    const code = await order.code()
    let asked = 0
    shop.state.wire = (request, fetch) =>
      request.url.includes(STATUS) && asked++ >= nth ? losing(STATUS)(request, fetch) : fetch(request)
    expect(await order.cancel()).toMatchObject({ state })
    expect((await order.pay(code.orderId!)).state).not.toBe('paid')
    shop.state.wire = undefined
    pass()
    if (state === 'authenticate') await order.cancel()
    expect(await order.read()).toMatchObject({ state: 'open' })
    expect(await order.byCard()).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['is lost', losing(REJECT)],
    ['says that it was not', changing(REJECT, (answer) => ({ ...answer, rejected: false }))],
  ])('is done where the code says so, though the answer %s', async (_, wire) => {
    const order = shop.order()
    await order.code()
    shop.state.wire = wire
    expect(await order.cancel()).toMatchObject({ state: 'open' })
  })

  describe('is not believed where a bank has accepted the payment meanwhile:', () => {
    afterEach(() => shop.fixture.switches.set({ bankApp: 'pays' }))

    /** Nothing else pays the order, and the app does. */
    async function isPaidByApp(order: ReturnType<CodeShop['order']>, code: Outcome): Promise<void> {
      const debits = shop.fixture.debits()
      expect((await order.pay(code.orderId!)).state).toBe('authenticate')
      await order.inApp(payloadIn(code), 'confirm')
      expect(await order.read()).toMatchObject({ state: 'paid', orderId: code.orderId })
      expect(await shop.statusOf(order.orderNumber)).toMatchObject({ paymentWay: 'SBP_C2B' })
      expect(shop.fixture.debits()).toBe(debits)
    }

    test.each([
      ['true', {}],
      ['absent', { rejected: undefined }],
      ['null', { rejected: null }],
    ])('the shopper goes back, and the answer’s rejected is %s', async (_, change) => {
      const order = shop.order()
      const code = await order.code()
      shop.fixture.switches.set({ bankApp: 'accepts-at-reject' })
      shop.state.wire = changing(REJECT, (answer) => ({ ...answer, ...change }))
      expect(codeStepIn(await order.cancel())).toMatchObject({ accepted: true })
      await isPaidByApp(order, code)
    })

    test('the merchant cancels', async () => {
      const order = shop.order()
      const { orderNumber } = order
      const code = await order.code()
      shop.fixture.switches.set({ bankApp: 'accepts-at-reject' })
      await expect(shop.merchant.cancel({ orderNumber })).rejects.toMatchObject({ code: 'state_refused' })
      expect(shop.request('decline.do').filter((body) => body.includes(code.orderId!))).toEqual([])
      await isPaidByApp(order, code)
    })

    test('the basket changes, and the app has the code of the former one', async () => {
      const order = shop.order()
      const code = await order.code()
      shop.fixture.switches.set({ bankApp: 'accepts-at-reject' })
      const other = { ...order.ticket, amount: 999 }
      expect(codeStepIn(await shop.outcome('prepare', {}, other))).toMatchObject({ accepted: true })
      await isPaidByApp(order, code)
    })
  })

  test('waits while the code may be paid, though the gateway says that it was taken back', async () => {
    const order = shop.order()
    const code = await order.code()
    shop.state.wire = ignoring
    expect(await order.cancel()).toMatchObject({ state: 'pending' })
    expect((await order.pay(code.orderId!)).state).toBe('authenticate')
    const other = { ...order.ticket, amount: 999 }
    pass()
    expect(await shop.outcome('prepare', {}, other)).toMatchObject({ state: 'pending', amount: 999 })
    await order.inApp(payloadIn(code), 'confirm')
    expect(await order.read()).toMatchObject({ state: 'paid' })
  })

  test('by an outdated ticket takes no code of the newer one back, and a newer one takes it back', async () => {
    const order = shop.order()
    const older = await shop.ticketFor({ ...order.ticket, amount: 999 })
    pass()
    const payload = payloadIn(await order.code())
    const before = shop.request(REJECT).length
    for (const [path, body] of [['outcome'], ['cancel', {}], ['prepare', {}], ['code', { method: 'sbp' }]] as const)
      expect((await shop.askWith(older, path, body)).json()).toMatchObject({
        error: { code: 'ticket_invalid', field: 'iat' },
      })
    expect(shop.request(REJECT)).toHaveLength(before)
    expect(payloadIn(await order.read())).toBe(payload)
    pass()
    expect(await shop.outcome('outcome', undefined, { ...order.ticket, amount: 999 })).toMatchObject({ state: 'open' })
    expect(shop.request(REJECT)).toHaveLength(before + 1)
  })

  test('is what the merchant’s own cancelling begins with', async () => {
    const order = shop.order()
    const payload = payloadIn(await order.code())
    const { orderNumber } = order
    expect(await shop.merchant.cancel({ orderNumber })).toMatchObject({
      state: expect.stringMatching(/cancelled|declined/),
    })
    await order.inApp(payload, 'confirm')
    expect(isFinal((await order.read()).state)).toBe(true)
    expect(await shop.merchant.order({ orderNumber })).toMatchObject({
      state: expect.stringMatching(/cancelled|declined/),
    })
    const accepted = shop.order()
    await accepted.inApp(payloadIn(await accepted.code()), 'wait')
    pass()
    await expect(shop.merchant.cancel({ orderNumber: accepted.orderNumber })).rejects.toMatchObject({
      code: 'state_refused',
    })
  })
})

describe('many tabs', () => {
  const READ = 'getOrderStatusExtended.do'

  test('that do not want a code cost two questions, one reject and few reads in two seconds, whatever its state', async () => {
    const order = shop.order()
    await order.code()
    const other = { ...order.ticket, amount: 999 }
    shop.state.wire = ignoring
    const counts = () => [STATUS, REJECT, READ].map((what) => shop.request(what).length)
    for (let round = 0; round < 3; round += 1) {
      pass()
      const before = counts()
      for (let wave = 0; wave < 3; wave += 1)
        await Promise.all(Array.from({ length: 20 }, () => shop.outcome('outcome', undefined, other)))
      const [asked, rejected, read] = counts().map((count, at) => count - before[at]!)
      expect([asked, rejected]).toEqual([2, 1])
      expect(read).toBeLessThanOrEqual(4)
    }
  })

  test('cost one question in two seconds once the session is over and the bank still sends the money', async () => {
    const order = shop.order()
    await order.inApp(payloadIn(await order.code()), 'wait')
    shop.state.wire = changing(STATUS, (answer) => ({ ...answer, errorCode: 0, success: true, qrStatus: 'CONFIRMED' }))
    pass(SESSION)
    const before = shop.request(STATUS).length
    const read = await Promise.all(Array.from({ length: 20 }, () => order.read()))
    expect(new Set(read.map(({ state }) => state))).toEqual(new Set(['pending']))
    expect(shop.request(STATUS)).toHaveLength(before + 1)
  })

  test('get as many codes as an order has tries; one that is shown again is no other try', async () => {
    const order = shop.order()
    const tries = 5
    for (let count = 0; count < tries; count += 1) {
      const payload = payloadIn(await order.code())
      expect([payloadIn(await order.code()), payloadIn(await order.code())]).toEqual([payload, payload])
      if (count + 1 === tries) break
      expect(await order.cancel()).toMatchObject({ state: 'open' })
      pass()
    }
    expect(codeStepIn(await order.code()).kind).toBe('code')
    await order.cancel()
    expect(await shop.refusal('code', { method: 'sbp' }, order.ticket)).toMatchObject({ code: 'too_many_tries' })
  })
})

describe('the end of a code', () => {
  test('comes with the order’s session, and another one pays the next number', async () => {
    const order = shop.order()
    const first = await order.code()
    pass(SESSION)
    expect(await order.read()).toMatchObject({ state: 'declined', again: true })
    const next = await order.code()
    expect(next.orderId).not.toBe(first.orderId)
    await order.inApp(payloadIn(next), 'confirm')
    expect(await order.read()).toMatchObject({ state: 'paid', orderId: next.orderId })
  })

  test('is that of the session: where the gateway leaves the order open, the code is taken back', async () => {
    const order = shop.order()
    shop.state.wire = changing('getOrderStatusExtended.do', (answer) => ({
      ...answer,
      ...('date' in answer && { date: Number(answer['date']) - 1_100_000 }),
    }))
    const code = await order.code()
    expect(codeStepIn(code).remainingMs).toBeLessThanOrEqual(100_000)
    pass(101_000)
    const before = shop.request(REJECT).length
    expect(await order.read()).toMatchObject({ state: 'open', orderId: code.orderId })
    expect(shop.request(REJECT)).toHaveLength(before + 1)
    shop.state.wire = undefined
    expect(await order.byCard()).toMatchObject({ state: 'paid', orderId: code.orderId })
  })

  test('frees no order whose payment a bank has accepted, until its lock ends', async () => {
    const order = shop.order()
    const code = await order.code()
    await order.inApp(payloadIn(code), 'wait')
    pass()
    expect(codeStepIn(await order.read())).toMatchObject({ accepted: true })
    shop.state.wire = changing(STATUS, (answer) => ({ ...answer, errorCode: 0, success: true, qrStatus: 'CONFIRMED' }))
    pass(SESSION)
    expect(await order.read()).toMatchObject({ state: 'pending' })
    expect((await order.code()).state).toBe('pending')
    pass(LOCK - SESSION)
    expect(await order.read()).toMatchObject({ state: 'declined', again: true })
  })

  test('while the app is open charges nothing, and the order may be paid again', async () => {
    const order = shop.order()
    shop.fixture.switches.set({ bankApp: 'expires' })
    await order.inApp(payloadIn(await order.code()), 'confirm')
    shop.fixture.switches.set({ bankApp: 'pays' })
    expect(await order.read()).toMatchObject({ state: 'declined', again: true })
    expect(await order.byCard()).toMatchObject({ state: 'paid' })
  })
})

describe('no code', () => {
  const lost: readonly (readonly [what: string, wire: NonNullable<CodeShop['state']['wire']>])[] = [
    ['its answer is lost', losing(GET)],
    ['it holds nothing', changing(GET, ({ payload: _, ...answer }) => answer)],
    ['it holds no address of the web', changing(GET, (answer) => ({ ...answer, payload: 'data:text/html,Paid' }))],
    [
      'it holds more than a QR code can',
      changing(GET, (answer) => ({ ...answer, payload: `https://qr.nspk.ru/${'A'.repeat(2400)}` })),
    ],
    ['it has no name', changing(GET, ({ qrId: _, ...answer }) => answer)],
    ['the gateway fails', changing(GET, () => ({ errorCode: '7' }))],
  ]
  test.each(lost)('is shown where %s: nobody can pay it, and the order is free', async (_, wire) => {
    const order = shop.order()
    shop.state.wire = wire
    expect(await order.code()).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    shop.state.wire = undefined
    expect(await order.read()).toMatchObject({ state: 'open' })
    expect(await order.byCard()).toMatchObject({ state: 'paid' })
  })

  test('is shown that holds more than a QR code can, which the log says', async () => {
    const payload = `https://qr.nspk.ru/${'A'.repeat(2400)}`
    shop.state.wire = changing(GET, (answer) => ({ ...answer, payload }))
    await shop.order().code()
    expect(shop.log.join('')).toContain('it holds 2419 characters, and a QR code 2300')
    expect(shop.log.join('')).not.toContain(payload)
  })

  test('is got without the permission, which the operator learns', async () => {
    const order = shop.order()
    shop.state.wire = changing(GET, () => ({ errorCode: '5', errorMessage: 'Access denied' }))
    expect(await order.code()).toMatchObject({ state: 'declined', reason: 'technical', again: true })
    expect(shop.log.join('')).toContain('payment_not_permitted')
  })

  test('is made of an order that cannot be paid so: the claim and the rule are named', async () => {
    const refused = async (claims: object) => shop.refusal('code', { method: 'sbp' }, shop.order(claims).ticket)
    expect(await refused({ currency: '978' })).toMatchObject({
      code: 'ticket_invalid',
      field: 'currency',
      message: expect.stringContaining('must be 643 to be paid by sbp'),
    })
    expect(await refused({ capture: 'two-phase' })).toMatchObject({ field: 'capture' })
    expect(await refused({ amount: 100_000_001 })).toMatchObject({ field: 'amount' })
    expect(await refused({ amount: 100_000_000, feeInput: 1 })).toMatchObject({ field: 'amount' })
    expect(await refused({ methods: ['card'] })).toMatchObject({ field: 'methods' })
    const { codes } = await shop.checkout(shop.order({ currency: '978' }).ticket)
    expect(codes).toEqual({})
    await expect(shop.ticketFor({ ...shop.order().ticket, currency: '978', methods: ['sbp'] })).rejects.toThrow(
      /currency must be 643 where methods names sbp alone/,
    )
  })
})
