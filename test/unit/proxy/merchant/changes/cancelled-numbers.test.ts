import { describe, expect, test } from 'vitest'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { cardFor, order as claims, secret } from '../../support/test-proxy.ts'
import { openCounter } from '../counter.ts'
import { storedCard } from '../../../../support/fake-gateway.ts'

/** Values of orderStatus. */
const [OPEN, AUTHENTICATING, DECLINED] = [0, 5, 6]

/** The longest life of a ticket, in seconds. */
const DAY = 86_400

const cancel = 'orders/A-17/cancel'
const never = { orderNumber: 'A-17', state: 'cancelled', current: { state: 'cancelled' }, tries: [] }
const shown = { state: 'cancelled', reason: 'cancelled', again: false }

/** A proxy at a gateway that has no order yet. */
async function openShop() {
  const counter = await openCounter()
  const { gateway } = counter
  return {
    ...counter,
    sent: (...names: string[]) => gateway.calls.map(({ what }) => what).filter((what) => names.includes(what)),
  }
}

const charged = { orderNumber: 'A-17', amount: 4990, currency: '978' }
const charges = [
  ['charges', { ...charged, clientId: 'jane', bindingId: 'b-1' }],
  ['charges/recurrent', { ...charged, clientId: 'jane', bindingId: 'b-2' }],
  ['charges/moto', { ...charged, cardholder: 'JANE DOE', seToken: 'Q0FOQVJZ' }],
  ['charges/wallet', { ...charged, wallet: 'applePay', merchantLogin: 'shop', paymentToken: 'Q0FOQVJZ' }],
] as const

describe('a number that was cancelled before the gateway had it', () => {
  test('is read as cancelled, is not registered, and a press is told so', async () => {
    const { order, proxy, sent } = await openShop()
    const ticket = await proxy.ticketFor()
    expect(await order(cancel, {})).toMatchObject(never)
    expect(await order('orders/A-17')).toMatchObject(never)
    expect((await proxy.ask('checkout', undefined, ticket)).json()).toMatchObject({ outcome: shown })
    expect(await proxy.prepare(ticket)).toMatchObject(shown)
    expect(await proxy.outcome('pay', cardFor('id-of-A-17'), ticket)).toMatchObject(shown)
    expect(await order(cancel, {})).toMatchObject(never)
    expect(sent('register.do', 'paymentorder.do')).toEqual([])
  })

  test('stays so as long as any ticket of it lives, and is cancelled anew by each cancellation', async () => {
    const { order, proxy } = await openShop()
    const ticket = () => signOrder(claims, secret, { clock: proxy.clock, expiresIn: DAY })
    const first = await ticket()
    await order(cancel, {})
    proxy.clock.advance(DAY * 1000)
    expect(await proxy.prepare(first)).toMatchObject(shown)
    const second = await ticket()
    await order(cancel, {})
    proxy.clock.advance(DAY * 1000)
    expect(await proxy.prepare(second)).toMatchObject(shown)
  })

  test.each([0, 1, 2, 3, 4])('stays so when a later cancellation fails at change %i of the store', async (left) => {
    const { order, refusal, proxy } = await openShop()
    const { remembersFor: _, ...locks } = memoryLocks(proxy.clock)
    const store = { left: Infinity }
    const orFail = <T>(change: () => Promise<T>) => (store.left-- === 0 ? Promise.reject(new Error('reset')) : change())
    await proxy.restart({
      ...locks,
      take: (...given) => orFail(() => locks.take(...given)),
      release: (...given) => orFail(() => locks.release(...given)),
    })
    await order(cancel, {})
    store.left = left
    await refusal(cancel, {})
    expect(await proxy.prepare()).toMatchObject(shown)
  })

  test('is not registered while the store cannot say so', async () => {
    const { order, proxy, sent } = await openShop()
    const { remembersFor: _, ...locks } = memoryLocks(proxy.clock)
    const store = { isLost: false }
    const isTaken = (key: string) =>
      store.isLost && key.includes('cancellation') ? Promise.reject(new Error('reset')) : locks.isTaken(key)
    await proxy.restart({ ...locks, isTaken })
    await order(cancel, {})
    store.isLost = true
    expect(await proxy.prepare()).toMatchObject({ state: 'pending' })
    store.isLost = false
    expect(await proxy.prepare()).toMatchObject(shown)
    expect(sent('register.do')).toEqual([])
  })

  test.each(charges)('is not charged by %s', async (path, body) => {
    const { order, refusal, gateway, sent } = await openShop()
    gateway.bindings.set('jane', [storedCard('b-1'), storedCard('b-2', 'RECURRENT')])
    await order(cancel, {})
    expect(await refusal(path, body)).toMatchObject({ status: 409, code: 'state_refused' })
    expect(
      sent('register.do', 'paymentOrderBinding.do', 'recurrentPayment.do', 'motoPayment.do', 'payment.do'),
    ).toEqual([])
  })

  test('is cancelled in every process that shares the locks, and in none that begins anew without them', async () => {
    const { order, proxy } = await openShop()
    const shared = memoryLocks(proxy.clock)
    await proxy.restart(shared)
    proxy.clock.advance(75_000)
    await order(cancel, {})
    await proxy.restart(shared)
    expect(await proxy.prepare()).toMatchObject(shown)
    await proxy.restart()
    expect(await proxy.prepare()).toMatchObject({ state: 'open' })
  })

  test('is not cancelled while a request of an earlier process may be registering it', async () => {
    const { refusal, order, proxy } = await openShop()
    await proxy.restart()
    expect(await refusal(cancel, {})).toMatchObject({ status: 409, code: 'state_refused' })
    expect(await refusal('orders/A-17')).toMatchObject({ code: 'order_unknown' })
    proxy.clock.advance(75_000)
    expect(await order(cancel, {})).toMatchObject(never)
  })
})

test.each([
  [
    'has registered it',
    (cancelling: () => Promise<void>, work: () => Promise<Response>) =>
      work().then((answer) => cancelling().then(() => answer)),
  ],
  [
    'has not registered it yet',
    (cancelling: () => Promise<void>, work: () => Promise<Response>) => cancelling().then(work),
  ],
])('a number that is cancelled while the gateway %s is declined there, and a press is told so', async (_, play) => {
  const { order, proxy, gateway } = await openShop()
  const cancelling = async () => expect(await order(cancel, {})).toMatchObject({ state: 'cancelled' })
  gateway.state.wire = async (request, work) => (request.url.endsWith('register.do') ? play(cancelling, work) : work())
  expect(await proxy.prepare()).toMatchObject(shown)
  expect(proxy.gateway.orders.get('A-17')).toMatchObject({ status: DECLINED, actionCode: 4005 })
  expect(await order('orders/A-17')).toMatchObject({ state: 'cancelled' })
})

test('a number that is registered just after a cancellation has looked for it is declined before that is answered', async () => {
  const { order, proxy, gateway } = await openShop()
  let reads = 0
  let cancelling: Promise<unknown> | undefined
  let register = (): void => {}
  gateway.state.wire = async (request, work) => {
    if (cancelling && request.url.includes('getOrderStatus') && ++reads === 3) {
      register()
      await new Promise(setImmediate)
    }
    if (!request.url.endsWith('register.do')) return work()
    cancelling = order(cancel, {}).then((answer) => expect(answer).toMatchObject({ state: 'cancelled' }))
    await new Promise<void>((begin) => (register = begin))
    const answer = await work()
    await cancelling
    return answer
  }
  expect(await proxy.prepare()).toMatchObject(shown)
  expect(proxy.gateway.orders.get('A-17')).toMatchObject({ status: DECLINED })
})

test('an order whose payer the bank is asking is pending for the page of another ticket until it is declined', async () => {
  const { add, order, proxy, gateway } = await openShop()
  add('A-17', AUTHENTICATING, {})
  const dearer = await proxy.ticketFor({ amount: 5990 })
  const meanwhile: unknown[] = []
  gateway.state.wire = async (request, work) => {
    if (request.url.endsWith('decline.do')) meanwhile.push(await proxy.outcome('outcome', undefined, dearer))
    return work()
  }
  expect(await proxy.outcome('outcome', undefined, dearer)).toMatchObject({ state: 'open' })
  await order(cancel, {})
  expect(meanwhile).toMatchObject([{ state: 'pending' }])
  expect(await proxy.outcome('outcome', undefined, dearer)).toMatchObject(shown)
})

describe('an order that was cancelled', () => {
  test.each([
    ['open', OPEN, undefined],
    ['authenticating', AUTHENTICATING, undefined],
    ['declined', DECLINED, 116],
    ['expired', DECLINED, -2007],
  ])('while it was %s takes no further try', async (_, status, actionCode) => {
    const { add, order, proxy, sent } = await openShop()
    add('A-17', status!, actionCode === undefined ? {} : { actionCode })
    const { state } = await order(cancel, {})
    expect(await proxy.prepare()).toMatchObject(shown)
    expect(await proxy.outcome('pay', cardFor('id-of-A-17'))).toMatchObject(shown)
    expect(await order('orders/A-17')).toMatchObject({ state })
    expect(sent('register.do', 'paymentorder.do')).toEqual([])
  })

  test('sends a form to no page of the gateway', async () => {
    const { order, proxy, sent } = await openShop()
    await order(cancel, {})
    const answer = await proxy.send({
      method: 'POST',
      url: '/pay',
      headers: { origin: 'https://shop.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `order=${await proxy.ticketFor()}`,
    })
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, claims.returnUrl])
    expect(sent('register.do')).toEqual([])
  })
})

test.each([
  ['is refused', '{"errorCode":"7","errorMessage":"No"}', 'gateway_refused', { state: 'open' }],
  ['has no answer', '', 'answer_lost', shown],
])(
  'a cancellation that %s closes the number only where the order may be cancelled',
  async (_, answer, code, outcome) => {
    const { add, refusal, proxy, gateway } = await openShop()
    add('A-17', OPEN!)
    gateway.state.wire = async (request, work) =>
      request.url.endsWith('decline.do') ? new Response(answer, { status: answer ? 200 : 502 }) : work()
    expect(await refusal(cancel, {})).toMatchObject({ code })
    expect(await proxy.prepare()).toMatchObject(outcome)
  },
)
