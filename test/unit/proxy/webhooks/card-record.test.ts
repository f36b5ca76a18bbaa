import { expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { buildCardRecord } from '#proxy/webhooks/card-record.ts'
import { hintOfCallback, hintOfOrder } from '#proxy/webhooks/card-hints.ts'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'

test('what is kept of a card is a digest', async () => {
  const keys: string[] = []
  const locks = memoryLocks(systemClock)
  const take: typeof locks.take = async (key, ...rest) => (keys.push(key), locks.take(key, ...rest))
  const list = async () => 'absent' as const
  const record = buildCardRecord({ locks: { ...locks, take }, clock: systemClock, list })
  const hint = { type: 'card.removed' as const, clientId: 'jane', bindingId: 'b-canary', maskedPan: '4', at: 0 }
  const unsent = await record.unsent(hint)
  await unsent!.sent()
  expect(await record.unsent(hint)).toBeUndefined()
  expect(keys).toHaveLength(2)
  expect(keys.join()).not.toMatch(/canary|jane/)
  expect(Math.min(...keys.map(({ length }) => length))).toBeGreaterThan(32)
})

test.each([
  [{ maskedPan: '5' }, { maskedPan: '5' }],
  [{ expiryDate: '203501' }, { expiryDate: '203501' }],
])('what the list does not have of a card is taken from the hint: it has %j', async (listed, shown) => {
  const list = async () => ({ bindingId: 'b-1', ...listed })
  const record = buildCardRecord({ locks: memoryLocks(systemClock), clock: systemClock, list })
  const card = { clientId: 'jane', bindingId: 'b-1', maskedPan: '4', expiryDate: '203412' }
  const unsent = await record.unsent({ type: 'card.stored', at: 0, ...card })
  expect(JSON.parse(JSON.stringify(unsent!.event.data))).toEqual({ ...card, ...shown })
})

const orderWith = (state: Order['state'], more: Partial<Try>): Order => {
  const bound = { clientId: 'jane', bindingId: 'b-1', maskedPan: '4', expiration: '203412', authDateTime: 7 }
  const current: Try = { orderNumber: 'A-17', orderId: '0a4e', state, amount: 1, ...bound, ...more }
  return { orderNumber: 'A-17', state, current, tries: [current], version: 1 }
}

test.each<[string, Order['state'], Partial<Try>, boolean]>([
  ['a tii that stores', 'paid', { tii: 'CI' }, true],
  ['a hold', 'held', { tii: 'RI' }, true],
  ['no tii, and a card that was typed', 'paid', { paymentWay: 'CARD' }, true],
  ['no tii, and a stored card', 'paid', { paymentWay: 'CARD_BINDING' }, false],
  ['a tii that uses a stored card', 'paid', { tii: 'U', paymentWay: 'CARD' }, false],
  ['no binding', 'paid', { tii: 'CI', bindingId: undefined }, false],
  ['no payment', 'declined', { tii: 'CI' }, false],
  ['an amount given back long after', 'refunded', { tii: 'CI' }, false],
])('whether an order has a card that it stored: %s', (_, state, more, stores) => {
  const hint = hintOfOrder(orderWith(state, more), 9)
  const card = { clientId: 'jane', bindingId: 'b-1', maskedPan: '4', expiryDate: '203412', orderNumber: 'A-17' }
  expect(hint).toEqual(stores ? { type: 'card.stored', at: 7, ...card } : undefined)
})

const about = { status: '1', clientId: 'jane', bindingId: 'b-1' }

test.each([
  ['bindingCreated', {}, 'card.stored'],
  ['bindingActivityChanged', { enabled: 'true' }, 'card.changed'],
  ['bindingActivityChanged', { enabled: 'false' }, 'card.removed'],
  ['bindingActivityChanged', {}, 'whatever the list says'],
  ['bindingCreated', { status: '0' }, undefined],
  ['bindingCreated', { clientId: '' }, undefined],
  ['deposited', {}, undefined],
])('what a callback %s says of a card: %j', (operation, more, type) => {
  const hint = hintOfCallback({ ...about, operation, ...more }, 9)
  expect(hint && (hint.type ?? 'whatever the list says')).toBe(type)
})

test('a callback says when the card changed', () => {
  const at = (callbackCreationDate: string) =>
    hintOfCallback({ ...about, operation: 'bindingCreated', callbackCreationDate }, 9)!.at
  expect([at('Mon Jan 31 21:46:52 UTC 2022'), at('some day')]).toEqual([Date.UTC(2022, 0, 31, 21, 46, 52), 9])
})
