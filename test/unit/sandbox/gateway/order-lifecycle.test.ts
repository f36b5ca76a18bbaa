import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLawful, unpaid } from '#sandbox/gateway/orders/ledger.ts'
import {
  lifecycle,
  next,
  paymentStateOf,
  statusOf,
  type Event,
  type State,
} from '#sandbox/gateway/orders/order-lifecycle.ts'
import { dueOf, moved, type Order } from '#sandbox/gateway/orders/order.ts'

const states = Object.keys(lifecycle) as State[]
const events = [...new Set(Object.values(lifecycle).flatMap((moves) => Object.keys(moves)))] as Event[]

interface SimulatedEvent {
  readonly event: Event
  readonly sum: number | undefined
}

/** The states of an order after each event; impossible events change nothing. */
const walk = (happened: readonly SimulatedEvent[], amount: number): Order[] =>
  happened.reduce<Order[]>(
    (path, { event, sum }) => [...path, moved(path.at(-1)!, event, sum === undefined ? {} : { sum }) ?? path.at(-1)!],
    [fresh(amount)],
  )

const fresh = (amount: number): Order => ({
  id: 'id',
  number: 'number',
  merchant: 'shop',
  amount,
  fee: 0,
  currency: '978',
  returnUrl: 'https://shop.test/',
  language: 'en',
  payer: { contact: false, billing: false },
  params: {},
  twoPhase: false,
  features: [],
  registeredAt: 0,
  expiresAt: 1,
  completesAt: 1,
  state: 'registered',
  actionCode: -100,
  ledger: unpaid,
  refunds: [],
  method: 'CARD',
})

const AMOUNT = 1000

/** Mostly possible events, so that walks are long, with valid and invalid amounts. */
const walks = fc
  .array(fc.tuple(fc.nat(), fc.option(fc.integer({ min: -1, max: AMOUNT + 1 }), { nil: undefined })), { maxLength: 30 })
  .map(
    (choices) =>
      choices.reduce<{ at: State; happened: SimulatedEvent[] }>(
        ({ at, happened }, [choice, sum]) => {
          const possible = choice % 4 ? (Object.keys(lifecycle[at]) as Event[]) : events
          const event = possible[choice % possible.length] ?? events[choice % events.length]!
          return { at: next(at, event) ?? at, happened: [...happened, { event, sum }] }
        },
        { at: 'registered', happened: [] },
      ).happened,
  )

/** How often an event has changed the order on a walk. */
const times = (event: Event, happened: readonly SimulatedEvent[], path: readonly Order[]): number =>
  happened.filter((one, at) => one.event === event && path[at] !== path[at + 1]).length

test('never approved more than the amount, deposited more than approved, refunded more than deposited', () => {
  fc.assert(
    fc.property(walks, (happened) => {
      for (const { ledger, amount } of walk(happened, AMOUNT)) expect(isLawful(ledger, amount)).toBe(true)
    }),
  )
})

test('the laws of a ledger are these', () => {
  const ledger = { approved: 3, deposited: 2, refunded: 1 }
  expect(isLawful(ledger, 3)).toBe(true)
  expect(isLawful(ledger, 2)).toBe(false)
  expect(isLawful({ ...ledger, deposited: 4 }, 9)).toBe(false)
  expect(isLawful({ ...ledger, refunded: 3 }, 9)).toBe(false)
  expect(isLawful({ ...ledger, refunded: -1 }, 9)).toBe(false)
})

test('money is taken at most once in the life of an order, and completed once more than that is undone or refused at most', () => {
  fc.assert(
    fc.property(walks, (happened) => {
      const path = walk(happened, AMOUNT)
      const count = (event: Event) => times(event, happened, path)
      expect(count('debited') + count('held') + count('verified')).toBeLessThanOrEqual(1)
      expect(count('completed')).toBeLessThanOrEqual(1 + count('reopened') + count('stillHeld'))
      expect(count('reversed')).toBeLessThanOrEqual(1)
    }),
  )
})

test('there is no way out of a final state, and a paid order is never declined', () => {
  fc.assert(
    fc.property(walks, (happened) => {
      const path = walk(happened, AMOUNT).map(({ state }) => state)
      for (const end of ['declined', 'pending', 'reversed'] as const)
        if (path.includes(end)) expect(path.at(-1)).toBe(end)
      if (path.includes('refunded')) expect(statusOf(path.at(-1)!)).toBe(4)
      const paid = path.findIndex((state) => state === 'held' || state === 'deposited')
      if (paid >= 0) expect(path.slice(paid)).not.toContain('declined')
    }),
  )
})

test('orderStatus and paymentState agree on every walk with what became of the money', () => {
  fc.assert(
    fc.property(walks, (happened) => {
      for (const { state, ledger } of walk(happened, AMOUNT)) {
        const [approved, deposited, refunded] = [ledger.approved > 0, ledger.deposited > 0, ledger.refunded > 0]
        if (deposited) expect(['DEPOSITED', 'REFUNDED']).toContain(paymentStateOf(state))
        if (refunded) expect(paymentStateOf(state)).toBe('REFUNDED')
        if (approved) expect(['APPROVED', 'DEPOSITED', 'REFUNDED']).toContain(paymentStateOf(state))
        if (statusOf(state) === 0 || statusOf(state) === 6) expect(ledger).toEqual(unpaid)
        if (statusOf(state) === 3) expect(ledger.approved).toBe(0)
      }
    }),
  )
})

test('a merchant sees the published transitions of orderStatus, all of them and no others', () => {
  const moves = states.flatMap((state) =>
    Object.values(lifecycle[state]).map((after) => [statusOf(state), statusOf(after)] as const),
  )
  const after = (status: number) => [
    ...new Set(moves.filter(([from, to]) => from === status && to !== status).map(([, to]) => to)),
  ]
  const table = [0, 1, 2, 3, 4, 5, 6, 7].map((status) => [status, after(status).toSorted()])
  expect(table).toEqual([
    [0, [1, 2, 3, 5, 6, 7]],
    [1, [2, 3]],
    // What nobody acknowledges at a bank that demands it is reversed.
    [2, [1, 3, 4]],
    [3, []],
    [4, []],
    [5, [1, 2, 3, 6, 7]],
    [6, []],
    [7, []],
  ])
})

test('nothing but its own work ends an order that the gateway works on', () => {
  for (const at of ['paying', 'finishing', 'reversing', 'refunding', 'refundingMore'] as const)
    for (const event of ['taken', 'declined', 'expired', 'concluded', 'completed', 'reversing', 'refunding'] as const)
      expect(next(at, event)).toBeUndefined()
})

test('nothing is due while the gateway is at work on an order, whose end it waits for', () => {
  const dated = { ...fresh(10), completesAt: undefined, reversesAt: 1, ledger: { ...unpaid, approved: 10 } }
  for (const state of ['paying', 'finishing', 'reversing', 'refunding', 'refundingMore'] as const)
    expect(dueOf({ ...dated, state }, 1)).toBeUndefined()
  expect(dueOf({ ...dated, state: 'held' }, 1)).toEqual(['reversed', { reversedAt: 1 }])
  const released = moved({ ...dated, state: 'reversing' }, 'released')!
  expect(dueOf(released, 1)).toEqual(['reversed', { reversedAt: 1 }])
})

test('whatever is done with a hold cancels its dates', () => {
  const held = moved(moved(fresh(10), 'taken')!, 'held')!
  expect(held.completesAt).toBe(1)
  const reopened = moved(moved(held, 'completed')!, 'reopened')!
  expect(reopened).toMatchObject({ state: 'held', completesAt: undefined, ledger: { approved: 10, deposited: 0 } })
  const reduced = moved(moved(held, 'reversing')!, 'reduced', { sum: 4 })!
  expect(reduced).toMatchObject({ state: 'held', completesAt: undefined, ledger: { approved: 6, deposited: 0 } })
})

test('every state but the first can be reached, and every event happens somewhere', () => {
  const reached = new Set(states.flatMap((state) => Object.values(lifecycle[state])))
  expect([...reached].toSorted()).toEqual(states.toSorted())
})

test('orderStatus and paymentState agree in every state', () => {
  expect(states.map((state) => [state, statusOf(state), paymentStateOf(state)])).toEqual([
    ['registered', 0, 'CREATED'],
    ['paying', 0, 'CREATED'],
    ['authenticating', 5, 'CREATED'],
    ['finishing', 5, 'CREATED'],
    ['held', 1, 'APPROVED'],
    ['reversing', 1, 'APPROVED'],
    ['deposited', 2, 'DEPOSITED'],
    ['refunding', 2, 'DEPOSITED'],
    ['refunded', 4, 'REFUNDED'],
    ['refundingMore', 4, 'REFUNDED'],
    ['reversed', 3, 'REVERSED'],
    ['declined', 6, 'DECLINED'],
    ['pending', 7, 'CREATED'],
  ])
})
