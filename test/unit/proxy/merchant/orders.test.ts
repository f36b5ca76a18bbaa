import { describe, expect, test } from 'vitest'
import { cardFor } from '../support/test-proxy.ts'
import { openCounter } from './counter.ts'

/** Values of orderStatus. */
const [OPEN, HELD, PAID, REVERSED, REFUNDED, AUTHENTICATING, DECLINED, PENDING] = [0, 1, 2, 3, 4, 5, 6, 7]

describe('reading an order', () => {
  test('returns all its tries and where the last stands', async () => {
    const { add, order } = await openCounter()
    add('A-17', DECLINED, { actionCode: 116 })
    add('A-17-2', PAID)
    const read = await order('orders/A-17')
    expect(read).toMatchObject({ orderNumber: 'A-17', state: 'paid', current: { orderNumber: 'A-17-2' } })
    expect(read.tries).toMatchObject([
      { orderNumber: 'A-17', orderId: 'id-of-A-17', state: 'declined', reason: 'insufficient_funds', code: 116 },
      {
        orderNumber: 'A-17-2',
        orderId: 'id-of-A-17-2',
        state: 'paid',
        amount: 4990,
        currency: '978',
        depositedAmount: 4990,
        refundedAmount: 0,
        maskedPan: '411111**1111',
      },
    ])
    expect(read.current).toEqual(read.tries[1])
  })

  test.each([
    [OPEN, -100, 'open'],
    [HELD, 0, 'held'],
    [PAID, 0, 'paid'],
    [REVERSED, 0, 'reversed'],
    [REFUNDED, 0, 'refunded'],
    [AUTHENTICATING, -100, 'authenticating'],
    [DECLINED, 116, 'declined'],
    [DECLINED, 4005, 'cancelled'],
    [DECLINED, -2007, 'expired'],
    [DECLINED, -100, 'declined'],
    [PENDING, 0, 'pending'],
    [99, 0, 'pending'],
  ])('orderStatus %i with actionCode %i is %s %s', async (status, actionCode, state) => {
    const { add, order } = await openCounter()
    add('A-17', status!, { actionCode: actionCode! })
    expect(await order('orders/A-17')).toMatchObject({ state, current: { state } })
  })

  test.each([
    [0, 0, 'verified'],
    [0, 116, 'reversed'],
    [1, 0, 'reversed'],
  ])('given back with the amount %i and actionCode %i is %s', async (amount, actionCode, state) => {
    const { add, order } = await openCounter()
    add('A-17', REVERSED!, { amount, actionCode })
    expect(await order('orders/A-17')).toMatchObject({ state, current: { state } })
  })

  test('an open order that somebody is paying is pending', async () => {
    const { add, order, proxy } = await openCounter({
      take: async () => false,
      release: async () => {},
      isTaken: async (key) => key === 'A-17',
    })
    add('A-17', OPEN!)
    add('A-18', OPEN!)
    expect(await order('orders/A-17')).toMatchObject({ state: 'pending', current: { state: 'pending' } })
    expect(await order('orders/A-18')).toMatchObject({ state: 'open' })
    expect(proxy.log.join('')).toContain('"op":"merchant.order","order":"A-17","state":"pending"')
  })

  test('a number that the gateway does not have is a fault of its own', async () => {
    const { refusal } = await openCounter()
    expect(await refusal('orders/none')).toMatchObject({ status: 404, code: 'order_unknown' })
  })
})

describe('capture', () => {
  test('debits the whole hold', async () => {
    const { add, order, gateway } = await openCounter()
    add('A-17', HELD!)
    expect(await order('orders/A-17/capture', {})).toMatchObject({ state: 'paid', current: { depositedAmount: 4990 } })
    expect(gateway.of('deposit.do')).toMatchObject([{ fields: { orderId: 'id-of-A-17', amount: '0' } }])
  })

  test('debits a part of it', async () => {
    const { add, order } = await openCounter()
    add('A-17', HELD!)
    const read = await order('orders/A-17/capture', { amount: 1000 })
    expect(read).toMatchObject({ state: 'paid', current: { approvedAmount: 4990, depositedAmount: 1000 } })
  })

  test('above the hold is refused in the words of the gateway', async () => {
    const { add, refusal } = await openCounter()
    add('A-17', HELD!)
    expect(await refusal('orders/A-17/capture', { amount: 5000 })).toMatchObject({
      status: 422,
      code: 'gateway_refused',
      message: 'The gateway refused: Amount is above the hold (errorCode 5).',
    })
  })

  test('that the order shows already is answered with the order, and nothing is sent; of another amount it is refused', async () => {
    const { add, order, refusal, gateway } = await openCounter()
    add('A-17', HELD!)
    await order('orders/A-17/capture', { amount: 1000 })
    expect(await order('orders/A-17/capture', { amount: 1000 })).toMatchObject({
      state: 'paid',
      current: { depositedAmount: 1000 },
    })
    for (const body of [{}, { amount: 999 }])
      expect(await refusal('orders/A-17/capture', body)).toMatchObject({ status: 409, code: 'state_refused' })
    expect(gateway.of('deposit.do')).toHaveLength(1)
  })

  test.each([OPEN, REVERSED, DECLINED])('is refused with orderStatus %i, and nothing is sent', async (status) => {
    const { add, refusal, gateway } = await openCounter()
    add('A-17', status!)
    expect(await refusal('orders/A-17/capture', {})).toMatchObject({ status: 409, code: 'state_refused' })
    expect(gateway.of('deposit.do')).toEqual([])
  })

  test.each([
    ['done', true, 200],
    ['not done', false, 504],
  ])('a lost answer is decided by the order: %s', async (_, isDone, status) => {
    const { add, send, gateway } = await openCounter()
    add('A-17', HELD!)
    gateway.state.wire = async (request, work) => {
      if (!request.url.endsWith('deposit.do')) return work()
      if (isDone) await work()
      return new Response('', { status: 502 })
    }
    const answer = await send('orders/A-17/capture', {})
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(isDone ? { state: 'paid' } : { error: { code: 'answer_lost' } })
  })
})

describe('cancel', () => {
  test.each([
    ['open', OPEN, 'decline.do', 'cancelled'],
    ['authenticating', AUTHENTICATING, 'decline.do', 'cancelled'],
    ['held', HELD, 'reverse.do', 'reversed'],
  ])('%s: orderStatus %i by %s becomes %s', async (_, status, what, state) => {
    const { add, order, gateway } = await openCounter()
    add('A-17', status!)
    expect(await order('orders/A-17/cancel', {})).toMatchObject({ state })
    const sent = gateway.calls.map((call) => call.what)
    expect(sent.filter((one) => /decline|reverse|refund|deposit/.test(one))).toEqual([what])
  })

  test.each([
    ['paid', PAID, 'refund it instead'],
    ['refunded', REFUNDED, 'refund the rest instead'],
    ['pending', PENDING, 'not decided yet'],
  ])('%s is refused with a word of what to do', async (_, status, advice) => {
    const { add, refusal } = await openCounter()
    add('A-17', status!)
    const refused = await refusal('orders/A-17/cancel', {})
    expect(refused).toMatchObject({ status: 409, code: 'state_refused' })
    expect(refused.message).toContain(advice)
  })

  test.each([
    ['declined', DECLINED, 116, 4990],
    ['cancelled', DECLINED, 4005, 4990],
    ['expired', DECLINED, -2007, 4990],
    ['reversed', REVERSED, 0, 4990],
    ['verified', REVERSED, 0, 0],
  ] as const)('%s is returned as it is', async (state, status, actionCode, amount) => {
    const { add, order } = await openCounter()
    add('A-17', status!, { actionCode, amount })
    expect(await order('orders/A-17/cancel', {})).toMatchObject({ state })
  })

  test('an order that is being paid is not declined', async () => {
    const { add, refusal, proxy } = await openCounter()
    add('A-17', OPEN!)
    let paying: Promise<unknown> | undefined
    let refused: unknown
    const { wire } = proxy.gateway.state
    proxy.gateway.state.wire = async (request, work) => {
      if (request.url.endsWith('paymentorder.do') && !paying) {
        paying = refusal('orders/A-17/cancel', {}).then((result) => (refused = result))
        await paying
      }
      return wire(request, work)
    }
    expect(await proxy.outcome('pay', cardFor('id-of-A-17'))).toMatchObject({ state: 'paid' })
    expect(refused).toMatchObject({ status: 409, code: 'state_refused' })
  })
})

describe('refund', () => {
  test('gives the whole back, guarded by what was read', async () => {
    const { add, order, gateway } = await openCounter()
    add('A-17', PAID!)
    const read = await order('orders/A-17/refund', {})
    expect(read).toMatchObject({ state: 'refunded', current: { refundedAmount: 4990, depositedAmount: 4990 } })
    expect(gateway.of('refund.do')[0]!.fields).toMatchObject({ amount: '0', expectedDepositedAmount: '4990' })
  })

  test('gives parts back, up to what is left', async () => {
    const { add, order, refusal, gateway } = await openCounter()
    add('A-17', PAID!)
    await order('orders/A-17/refund', { amount: 1000 })
    const read = await order('orders/A-17/refund', { amount: 1500 })
    expect(read.current.refundedAmount).toBe(2500)
    expect(gateway.of('refund.do')[1]!.fields).toMatchObject({ expectedDepositedAmount: '3990' })
    expect(await refusal('orders/A-17/refund', { amount: 4000 })).toMatchObject({ code: 'gateway_refused' })
  })

  test('the same refundId again changes nothing; of another amount it is refused', async () => {
    const { add, order, refusal, gateway } = await openCounter()
    add('A-17', PAID!)
    await order('orders/A-17/refund', { amount: 1000, refundId: 'r-1' })
    const again = await order('orders/A-17/refund', { amount: 1000, refundId: 'r-1' })
    expect(again.current.refundedAmount).toBe(1000)
    expect(gateway.of('refund.do')).toMatchObject([{ fields: { externalRefundId: 'r-1' } }])
    expect(await refusal('orders/A-17/refund', { amount: 999, refundId: 'r-1' })).toMatchObject({
      status: 409,
      code: 'state_refused',
    })
  })

  test('a lost answer is decided by the order where a refundId shows it, and is never sent again', async () => {
    const { add, order, refusal, gateway } = await openCounter()
    add('A-17', PAID!)
    gateway.state.wire = async (request, work) => {
      const answer = await work()
      return request.url.endsWith('refund.do') ? new Response('', { status: 502 }) : answer
    }
    expect((await order('orders/A-17/refund', { amount: 1, refundId: 'r-1' })).current.refundedAmount).toBe(1)
    expect(await refusal('orders/A-17/refund', { amount: 1 })).toMatchObject({ status: 504, code: 'answer_lost' })
    expect(gateway.of('refund.do')).toHaveLength(2)
  })

  test.each([OPEN, HELD, DECLINED, REVERSED])('is refused with orderStatus %i', async (status) => {
    const { add, refusal } = await openCounter()
    add('A-17', status!)
    expect(await refusal('orders/A-17/refund', {})).toMatchObject({ status: 409, code: 'state_refused' })
  })
})
