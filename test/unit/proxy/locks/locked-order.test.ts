import { describe, expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { systemRandom } from '#ports/system.ts'
import { noteCancelled } from '#proxy/locks/cancelled-numbers.ts'
import { beginningOf, withdrawalOf } from '#proxy/locks/idempotency.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { knownOrderIds } from '#proxy/store/order-ids.ts'
import { withLockedOrder, type LockedOrder, type OrderToPay } from '#proxy/payments/locked-order.ts'
import type { ProxyContext } from '#proxy/proxy-context.ts'
import { noOrderFollower } from '#proxy/webhooks/order-follower.ts'
import { fakeClock } from '../../../support/clock.ts'

const sum = { amount: 4990, currency: '978' }
const payment = { op: 'motoPayment.do', method: 'moto', number: 'A', registers: sum, hasCallback: true } as const

const answered = { kind: 'answered', answer: {} } as const

/** A proxy whose gateway knows no order yet, unless it has one. */
function proxy(order?: { readonly orderStatus: number }) {
  const clock = fakeClock()
  const status = { orderNumber: 'A', amount: 4990, currency: '978', attributes: [{ name: 'mdOrder', value: 'id' }] }
  return {
    locks: memoryLocks(clock),
    clock,
    random: systemRandom,
    registered: new Map(),
    orderIds: knownOrderIds(),
    follower: noOrderFollower,
    config: {
      lockTtlMs: 75_000,
      gateway: {
        timeoutMs: 60_000,
        profile: { orderNumberLength: 32, orderStatusAliases: {}, currencyAliases: {} },
      },
    },
    gateway: {
      getOrderStatusExtended: async () =>
        order ? { kind: 'answered', answer: { ...status, ...order } } : { kind: 'refused', errorCode: 6, message: '' },
    },
  } as unknown as ProxyContext
}

const orderIn = (state: Order['state']): Order => ({ state }) as Order

/** A payment that any state of its order allows. */
const payable: OrderToPay<Order> = {
  orderNumber: 'A',
  unpayable: () => undefined,
  pending: () => orderIn('pending'),
}

type Steps = (order: LockedOrder<Order>, send: () => Promise<typeof answered>) => Promise<Order | undefined>

/** How often the steps sent a payment, what they returned or threw, and whether the order's lock outlived them. */
async function played(steps: Steps, rules: Partial<OrderToPay<Order>> = {}, own = proxy()) {
  let sent = 0
  const send = async () => {
    sent += 1
    return answered
  }
  const act = async (order: LockedOrder<Order>): Promise<Order> => (await steps(order, send)) ?? orderIn('open')
  const { result, thrown } = await withLockedOrder(own, { ...payable, ...rules }, act).then(
    (result) => ({ result, thrown: undefined }),
    (error: Error) => ({ result: undefined, thrown: error.message }),
  )
  return { sent, result, thrown, isLocked: await own.locks.isTaken('A') }
}

/** Sends whatever the reading was: a caller without a guard of its own. */
const careless: Steps = async (order, send) => {
  const reading = await order.read()
  await order.sendOnce(payment, send)
  return reading.payable ? undefined : reading.outcome
}

const unreadable = 'a payment is sent only after the order was read as payable'

test('a second payment under one lock is not sent', async () => {
  const twice = await played(async (order, send) => {
    await order.read()
    await order.sendOnce(payment, send)
    await order.sendOnce(payment, send)
  })
  expect(twice).toMatchObject({ sent: 1, thrown: 'a payment of this order was sent already', isLocked: true })
})

test('a payment of an order that was not read is not sent', async () => {
  const unread = await played(async (order, send) => void (await order.sendOnce(payment, send)))
  expect(unread).toMatchObject({ sent: 0, isLocked: false, thrown: unreadable })
})

describe('nothing is sent by steps that do not look at the reading', () => {
  const open = { orderStatus: 0 }

  test('where the attempts allow no payment', async () => {
    const refused = await played(careless, { unpayable: () => orderIn('paid') })
    expect(refused).toMatchObject({ sent: 0, isLocked: false, thrown: unreadable })
  })

  test('while a lost lock may still pay the order, which only the memory of the locks decides', async () => {
    expect(await played(careless, {}, proxy(open))).toMatchObject({ sent: 0, isLocked: false, thrown: unreadable })
    const reading = await played(
      async (order) => {
        const read = await order.read()
        return read.payable ? undefined : read.outcome
      },
      {},
      proxy(open),
    )
    expect(reading).toMatchObject({ result: { state: 'pending' } })
    const known = proxy(open)
    known.registered.set('A', { at: Infinity })
    expect(await played(careless, {}, known)).toMatchObject({ sent: 1 })
  })

  test('once the merchant has cancelled the order', async () => {
    const cancelled = proxy()
    await noteCancelled(cancelled, 'A', 'nonce')
    expect(await played(careless, {}, cancelled)).toMatchObject({ sent: 0, isLocked: false, thrown: unreadable })
  })

  test('when the order was payable at first, and is not any more', async () => {
    const answers = [undefined, orderIn('paid')]
    const changed = await played(
      async (order, send) => {
        await order.read()
        return careless(order, send)
      },
      { unpayable: () => answers.shift() },
    )
    expect(changed).toMatchObject({ sent: 0, thrown: unreadable })
  })
})

describe('why nothing was done', () => {
  const once = { requestId: 'one' }

  test('another request holds the lock', async () => {
    const own = proxy()
    await own.locks.take('A', 'another', 1000)
    expect(await played(careless, {}, own)).toMatchObject({ result: 'busy' })
  })

  test('the same request was carried out', async () => {
    const own = proxy()
    expect(await played(async () => undefined, once, own)).toMatchObject({ result: { state: 'open' } })
    expect(await played(careless, once, own)).toMatchObject({ result: 'done', sent: 0 })
  })

  test('the page has withdrawn it', async () => {
    const own = proxy()
    const request = { orderNumber: 'A', requestId: 'one' }
    for (const key of [beginningOf(request), withdrawalOf(request)]) await own.locks.take(key, 'withdrawn', 75_000)
    expect(await played(careless, once, own)).toMatchObject({ result: 'withdrawn', sent: 0 })
  })
})

test.for([
  { name: 'frees the lock of a decided payment', isDecided: true, isSettled: true },
  { name: 'keeps the lock of an undecided payment', isDecided: false, isSettled: true },
  { name: 'keeps the lock of a payment that was not settled', isDecided: true, isSettled: false },
])('the end of the steps $name', async ({ isDecided, isSettled }) => {
  const { sent, isLocked } = await played(async (order, send) => {
    await order.read()
    await order.sendOnce(payment, send)
    if (isSettled) order.finish({ result: new ProxyError('answer_lost'), isDecided })
  })
  expect({ sent, isLocked }).toEqual({ sent: 1, isLocked: !(isDecided && isSettled) })
})
