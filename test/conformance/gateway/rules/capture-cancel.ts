import { expect } from 'vitest'
import { byTrusted, registered, stateOf } from '../fixture.ts'
import { rulesOf } from './rule.ts'

import { amounts, debitedOrder, deposit, done, heldOrder, inZone, refund, reverse, wrongState } from '../paid-orders.ts'

/** Rules of what a merchant does with an order after its payment. */
export const afterRules = rulesOf({
  async 'family: deposit.do debits the whole hold for 0, and returns when'(fixture) {
    const id = await heldOrder(fixture)
    expect(await stateOf(fixture, id)).not.toHaveProperty('depositedDate')
    expect(await deposit(fixture, id)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      depositedDate: fixture.clock.now(),
      ...amounts('DEPOSITED', 1234, 1234),
    })
    expect(await deposit(fixture, id)).toMatchObject(wrongState)
    expect(fixture.givenBack(id)).toEqual([])
  },
  async 'family: a partial deposit is final, and the rest goes back to the card'(fixture) {
    const id = await heldOrder(fixture)
    expect(await deposit(fixture, id, 1000)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 1234, 1000) })
    expect(await deposit(fixture, id, 234)).toMatchObject(wrongState)
    expect(fixture.givenBack(id)).toEqual([234])
  },
  async 'family: more than approved is not deposited, and nothing has changed'(fixture) {
    const id = await heldOrder(fixture)
    expect(await deposit(fixture, id, 1235)).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringMatching(/^Field amount .*1234/),
    })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
  },
  async 'family: deposit.do and reverse.do are for held orders, refund.do for debited ones'(fixture) {
    const fresh = await registered(fixture)
    const debited = await debitedOrder(fixture)
    const held = await heldOrder(fixture)
    for (const answer of [
      await deposit(fixture, fresh),
      await deposit(fixture, debited),
      await reverse(fixture, fresh),
      await reverse(fixture, debited),
      await refund(fixture, fresh),
      await refund(fixture, held),
    ])
      expect(answer).toMatchObject(wrongState)
    expect(await stateOf(fixture, held)).toMatchObject({ orderStatus: 1 })
  },
  async 'family: reverse.do gives the hold back, once'(fixture) {
    const id = await heldOrder(fixture)
    expect(await reverse(fixture, id)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 3,
      reversedDate: fixture.clock.now(),
      ...amounts('REVERSED', 0),
    })
    expect(fixture.givenBack(id)).toEqual([1234])
    expect(await reverse(fixture, id)).toMatchObject(wrongState)
    expect(await deposit(fixture, id)).toMatchObject(wrongState)
    expect(fixture.givenBack(id)).toEqual([1234])
  },
  async 'family: reverse.do takes a partial amount, not above the hold, once all the same; the rest is held, to be deposited'(
    fixture,
  ) {
    const id = await heldOrder(fixture)
    expect(await reverse(fixture, id, { amount: 1235 })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('Field amount'),
    })
    expect(await reverse(fixture, id, { amount: 200 })).toMatchObject(done)
    const held = { orderStatus: 1, reversedDate: fixture.clock.now(), ...amounts('APPROVED', 1034) }
    expect(await stateOf(fixture, id)).toMatchObject(held)
    expect(fixture.givenBack(id)).toEqual([200])
    for (const amount of [1, 0])
      expect(await reverse(fixture, id, { amount })).toMatchObject({
        errorCode: '7',
        errorMessage: expect.stringContaining('deposit the rest, 1034'),
      })
    expect(await deposit(fixture, id, 1035)).toMatchObject({ errorCode: '5' })
    expect(await deposit(fixture, id, 1000)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 1034, 1000) })
    expect(fixture.givenBack(id)).toEqual([200, 34])
  },
  async 'family: nothing stays approved of an order that is reversed: a partial amount that is the whole gives back all'(
    fixture,
  ) {
    const id = await heldOrder(fixture)
    expect(await reverse(fixture, id, { amount: 1234 })).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
    expect(fixture.givenBack(id)).toEqual([1234])
  },
  async 'family: with a permission a deposited order is reversed to held, and completed or reversed from there'(
    fixture,
  ) {
    const order = { ...byTrusted, autocompletionDate: inZone(fixture.clock.now() + 60_000) }
    const id = await heldOrder(fixture, order)
    await deposit(fixture, id, 1000, byTrusted)
    expect(await reverse(fixture, id, { ...byTrusted, amount: 5 })).toMatchObject({ errorCode: '5' })
    expect(await reverse(fixture, id, byTrusted)).toMatchObject(done)
    const state = await stateOf(fixture, id, byTrusted)
    expect(state).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1000) })
    expect(state).not.toHaveProperty('depositedDate')
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 1 })
    expect(await reverse(fixture, id, byTrusted)).toMatchObject(done)
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
    expect(fixture.givenBack(id)).toEqual([234, 1000])
  },
  async 'family: with a permission a debit is reversed to held too, and completed or reversed from there'(fixture) {
    const id = await debitedOrder(fixture, byTrusted)
    expect(await reverse(fixture, id, byTrusted)).toMatchObject(done)
    expect(await deposit(fixture, id, 1000, byTrusted)).toMatchObject(done)
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 0, 1000) })
    expect(fixture.givenBack(id)).toEqual([234])
    expect(await reverse(fixture, id, byTrusted)).toMatchObject(done)
    expect(await reverse(fixture, id, byTrusted)).toMatchObject(done)
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
    expect(fixture.givenBack(id)).toEqual([234, 1000])
  },
  async '4.2 autocompletionDate, autoReverseDate and expirationDate must be still to come, UTC+3'(fixture) {
    const register = (dates: object) => registered(fixture, dates, 'registerPreAuth')
    for (const field of ['autocompletionDate', 'autoReverseDate', 'expirationDate']) {
      const toCome = `Field ${field} must be a date still to come`
      await expect(register({ [field]: inZone(fixture.clock.now()) })).rejects.toThrow(toCome)
      await expect(register({ [field]: inZone(fixture.clock.now() - 3 * 3_600_000) })).rejects.toThrow(toCome)
      expect(await register({ [field]: inZone(fixture.clock.now() + 1000) })).toEqual(expect.any(String))
    }
  },
  async '4.2 autocompletionDate and autoReverseDate exclude one another'(fixture) {
    const date = inZone(fixture.clock.now() + 60_000)
    const both = registered(fixture, { autocompletionDate: date, autoReverseDate: date }, 'registerPreAuth')
    await expect(both).rejects.toThrow(/^Field autoReverseDate /)
  },
  async '4.2 a hold is completed by itself at autocompletionDate, UTC+3'(fixture) {
    const at = fixture.clock.now() + 60_000
    const id = await heldOrder(fixture, { autocompletionDate: inZone(at) })
    fixture.clock.advance(59_999)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
    fixture.clock.advance(1)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      depositedDate: at,
      ...amounts('DEPOSITED', 1234, 1234),
    })
  },
  async '4.2 a hold is reversed by itself at autoReverseDate, and the money goes back'(fixture) {
    const at = fixture.clock.now() + 60_000
    const id = await heldOrder(fixture, { autoReverseDate: inZone(at) })
    fixture.clock.advance(59_999)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1 })
    fixture.clock.advance(1)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3, reversedDate: at, ...amounts('REVERSED', 0) })
    expect(fixture.givenBack(id)).toEqual([1234])
  },
  async 'family: a deposit, reversal or refund before the date cancels it; one that is refused does not'(fixture) {
    const date = inZone(fixture.clock.now() + 60_000)
    const deposited = await heldOrder(fixture, { autoReverseDate: date })
    await deposit(fixture, deposited, 1000)
    const refunded = await heldOrder(fixture, { autoReverseDate: date })
    await deposit(fixture, refunded)
    await refund(fixture, refunded, 1)
    const reversed = await heldOrder(fixture, { autocompletionDate: date })
    await reverse(fixture, reversed, { amount: 1 })
    const untouched = await heldOrder(fixture, { autocompletionDate: date })
    await deposit(fixture, untouched, 9999)
    fixture.clock.advance(60_000)
    const statuses = [deposited, refunded, reversed, untouched].map(
      async (id) => (await stateOf(fixture, id)).orderStatus,
    )
    expect(await Promise.all(statuses)).toEqual([2, 4, 1, 2])
  },
})
