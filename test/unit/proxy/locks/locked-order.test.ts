import { expect, test } from 'vitest'
import { Refused } from '#contract/refusal-codes.ts'
import { systemRandom } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { knownOrderIds } from '#proxy/locks/order-ids.ts'
import { withLockedOrder, type LockedOrder } from '#proxy/payments/locked-order.ts'
import type { ProxyContext } from '#proxy/proxy-context.ts'
import { noFollowUps } from '#proxy/webhooks/follow-ups.ts'
import { fakeClock } from '../../../support/clock.ts'

const sum = { amount: 4990, currency: '978' }
const payment = { op: 'motoPayment.do', method: 'moto', number: 'A', registers: sum, hasCallback: true } as const

const answered = { kind: 'answered', answer: {} } as const

/** A proxy whose gateway knows no order yet. */
function proxy() {
  const clock = fakeClock()
  return {
    locks: memoryLocks(clock),
    clock,
    random: systemRandom,
    registered: new Map(),
    orderIds: knownOrderIds(),
    followUps: noFollowUps,
    config: { lockTtlMs: 75_000, gateway: { timeoutMs: 60_000 } },
    gateway: { getOrderStatusExtended: async () => ({ kind: 'refused', errorCode: 6, message: '' }) },
  } as unknown as ProxyContext
}

/** How often the steps sent a payment, what they threw, and whether the order's lock outlived them. */
async function played(steps: (order: LockedOrder, send: () => Promise<typeof answered>) => Promise<unknown>) {
  const own = proxy()
  let sent = 0
  const send = async () => {
    sent += 1
    return answered
  }
  const thrown = await withLockedOrder(own, { orderNumber: 'A' }, (order) => steps(order, send)).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { sent, thrown, isLocked: await own.locks.isTaken('A') }
}

test('a second payment under one lock is not sent', async () => {
  const twice = await played(async (order, send) => {
    await order.read()
    await order.sendOnce(payment, send)
    await order.sendOnce(payment, send)
  })
  expect(twice).toEqual({ sent: 1, thrown: 'a payment of this order was sent already', isLocked: true })
})

test('a payment of an order that was not read is not sent', async () => {
  const unread = await played((order, send) => order.sendOnce(payment, send))
  expect(unread).toMatchObject({
    sent: 0,
    isLocked: false,
    thrown: expect.stringContaining('after the order was read'),
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
    if (isSettled) order.settle({ result: new Refused('answer_lost'), isDecided })
  })
  expect({ sent, isLocked }).toEqual({ sent: 1, isLocked: !(isDecided && isSettled) })
})
