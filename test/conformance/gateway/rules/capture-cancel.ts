import { expect } from 'vitest'
import { byTrusted, registered, stateOf } from '../stage.ts'
import type { Rule } from './rule.ts'

import { amounts, debitedOrder, deposit, done, heldOrder, inZone, refund, reverse, wrongState } from '../paid-orders.ts'

/** Rules of what a merchant does with an order after its payment. */
export const afterRules: readonly Rule[] = [
  [
    'family: deposit.do debits the whole hold for 0, and tells when',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await stateOf(stage, id)).not.toHaveProperty('depositedDate')
      expect(await deposit(stage, id)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        depositedDate: stage.clock.now(),
        ...amounts('DEPOSITED', 1234, 1234),
      })
      expect(await deposit(stage, id)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([])
    },
  ],
  [
    'family: a partial deposit is final, and the rest goes back to the card',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await deposit(stage, id, 1000)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 1234, 1000) })
      expect(await deposit(stage, id, 234)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([234])
    },
  ],
  [
    'family: more than approved is not deposited, and nothing has changed',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await deposit(stage, id, 1235)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringMatching(/^Field amount .*1234/),
      })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
    },
  ],
  [
    'family: deposit.do and reverse.do are for held orders, refund.do for debited ones',
    async (stage) => {
      const fresh = await registered(stage)
      const debited = await debitedOrder(stage)
      const held = await heldOrder(stage)
      for (const answer of [
        await deposit(stage, fresh),
        await deposit(stage, debited),
        await reverse(stage, fresh),
        await reverse(stage, debited),
        await refund(stage, fresh),
        await refund(stage, held),
      ])
        expect(answer).toMatchObject(wrongState)
      expect(await stateOf(stage, held)).toMatchObject({ orderStatus: 1 })
    },
  ],
  [
    'family: reverse.do gives the hold back, once',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await reverse(stage, id)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 3,
        reversedDate: stage.clock.now(),
        ...amounts('REVERSED', 0),
      })
      expect(stage.givenBack(id)).toEqual([1234])
      expect(await reverse(stage, id)).toMatchObject(wrongState)
      expect(await deposit(stage, id)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([1234])
    },
  ],
  [
    'family: reverse.do takes a partial amount, not above the hold, once all the same; the rest is held, to be deposited',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await reverse(stage, id, { amount: 1235 })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('Field amount'),
      })
      expect(await reverse(stage, id, { amount: 200 })).toMatchObject(done)
      const held = { orderStatus: 1, reversedDate: stage.clock.now(), ...amounts('APPROVED', 1034) }
      expect(await stateOf(stage, id)).toMatchObject(held)
      expect(stage.givenBack(id)).toEqual([200])
      for (const amount of [1, 0])
        expect(await reverse(stage, id, { amount })).toMatchObject({
          errorCode: '7',
          errorMessage: expect.stringContaining('deposit the rest, 1034'),
        })
      expect(await deposit(stage, id, 1035)).toMatchObject({ errorCode: '5' })
      expect(await deposit(stage, id, 1000)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 1034, 1000) })
      expect(stage.givenBack(id)).toEqual([200, 34])
    },
  ],
  [
    'family: nothing stays approved of an order that is reversed: a partial amount that is the whole gives back all',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await reverse(stage, id, { amount: 1234 })).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([1234])
    },
  ],
  [
    'family: with a permission a deposited order is reversed to held, and completed or reversed from there',
    async (stage) => {
      const order = { ...byTrusted, autocompletionDate: inZone(stage.clock.now() + 60_000) }
      const id = await heldOrder(stage, order)
      await deposit(stage, id, 1000, byTrusted)
      expect(await reverse(stage, id, { ...byTrusted, amount: 5 })).toMatchObject({ errorCode: '5' })
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      const state = await stateOf(stage, id, byTrusted)
      expect(state).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1000) })
      expect(state).not.toHaveProperty('depositedDate')
      stage.clock.advance(60_000)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 1 })
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([234, 1000])
    },
  ],
  [
    'family: with a permission a debit is reversed to held too, and completed or reversed from there',
    async (stage) => {
      const id = await debitedOrder(stage, byTrusted)
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      expect(await deposit(stage, id, 1000, byTrusted)).toMatchObject(done)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 0, 1000) })
      expect(stage.givenBack(id)).toEqual([234])
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([234, 1000])
    },
  ],
  [
    '4.2 autocompletionDate, autoReverseDate and expirationDate must be still to come, UTC+3',
    async (stage) => {
      const register = (dates: object) => registered(stage, dates, 'registerPreAuth')
      for (const field of ['autocompletionDate', 'autoReverseDate', 'expirationDate']) {
        const toCome = `Field ${field} must be a date still to come`
        await expect(register({ [field]: inZone(stage.clock.now()) })).rejects.toThrow(toCome)
        await expect(register({ [field]: inZone(stage.clock.now() - 3 * 3_600_000) })).rejects.toThrow(toCome)
        expect(await register({ [field]: inZone(stage.clock.now() + 1000) })).toEqual(expect.any(String))
      }
    },
  ],
  [
    '4.2 a hold is completed by itself at autocompletionDate, UTC+3',
    async (stage) => {
      const at = stage.clock.now() + 60_000
      const id = await heldOrder(stage, { autocompletionDate: inZone(at) })
      stage.clock.advance(59_999)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
      stage.clock.advance(1)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        depositedDate: at,
        ...amounts('DEPOSITED', 1234, 1234),
      })
    },
  ],
  [
    '4.2 a hold is reversed by itself at autoReverseDate, and the money goes back',
    async (stage) => {
      const at = stage.clock.now() + 60_000
      const id = await heldOrder(stage, { autoReverseDate: inZone(at) })
      stage.clock.advance(59_999)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1 })
      stage.clock.advance(1)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3, reversedDate: at, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([1234])
    },
  ],
  [
    'family: a deposit, reversal or refund before the date cancels it; one that is refused does not',
    async (stage) => {
      const date = inZone(stage.clock.now() + 60_000)
      const deposited = await heldOrder(stage, { autoReverseDate: date })
      await deposit(stage, deposited, 1000)
      const refunded = await heldOrder(stage, { autoReverseDate: date })
      await deposit(stage, refunded)
      await refund(stage, refunded, 1)
      const reversed = await heldOrder(stage, { autocompletionDate: date })
      await reverse(stage, reversed, { amount: 1 })
      const untouched = await heldOrder(stage, { autocompletionDate: date })
      await deposit(stage, untouched, 9999)
      stage.clock.advance(60_000)
      const statuses = [deposited, refunded, reversed, untouched].map(
        async (id) => (await stateOf(stage, id)).orderStatus,
      )
      expect(await Promise.all(statuses)).toEqual([2, 4, 1, 2])
    },
  ],
]
