import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import {
  byNumber,
  cardLimit,
  cardLimits,
  change,
  codeOf,
  debit,
  done,
  inherited,
  LIFETIME,
  toMidnight,
} from '../limit-steps.ts'
import { badlyFormed, declined } from '../refused.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const except = (fixture: Fixture, owner: Owner, exception: object) =>
  fixture.send('addCardLimitException', { ...byNumber(owner), limitException: exception })

/** From the beginning of tomorrow to the end of the day after. */
function soon({ clock }: Fixture): { startDate: string; endDate: string } {
  const day = (after: number) => new Date(clock.now() + after * DAY).toISOString().slice(0, 10)
  return { startDate: day(1), endDate: day(2) }
}

/** Exceptions of limits, and how the card of a limit is named (4.4, 2.2). */
export const limitExceptionRules = rulesOf({
  async '4.4 addCardLimitException changes a limit from one date to another, both included'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    const exception = { limitName: 'SINGLE_AMOUNT', ...soon(fixture), value: 100 }
    expect(await except(fixture, owner, exception)).toEqual(done)
    const limit = await cardLimit(fixture, owner, 'SINGLE_AMOUNT')
    expect(limit).toMatchObject({ value: 20_000_00, limitExceptions: [exception] })
    fixture.clock.advance(DAY - 1)
    expect(await codeOf(fixture, owner, 101)).toBe('00')
    fixture.clock.advance(1)
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    fixture.clock.advance(2 * DAY - 1)
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    fixture.clock.advance(1)
    expect(await codeOf(fixture, owner, 101)).toBe('00')
  },
  async 'sandbox an exception may have a cycle of its own'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await debit(fixture, owner, 600)
    fixture.clock.advance(DAY)
    const dates = { startDate: '2030-01-01', endDate: '2099-12-31' }
    await except(fixture, owner, {
      limitName: 'DAILY_AMOUNT',
      ...dates,
      value: 1000,
      cycleType: LIFETIME,
    })
    expect(await codeOf(fixture, owner, 1000)).toBe('61')
    expect(await codeOf(fixture, owner, 400)).toBe('00')
  },
  async 'sandbox of exceptions that overlap the one that was added last is in force'(fixture) {
    const owner = await fixture.newOwner()
    const dates = { startDate: '2030-01-01T00:00:00', endDate: '2099-12-31T23:59:59+03:00' }
    await except(fixture, owner, { limitName: 'SINGLE_AMOUNT', ...dates, value: 100 })
    await except(fixture, owner, { limitName: 'SINGLE_AMOUNT', ...dates, value: 30_000_00 })
    expect(await codeOf(fixture, owner, 101)).toBe('00')
    await except(fixture, owner, { limitName: 'SINGLE_AMOUNT', ...dates, value: 50 })
    expect(await codeOf(fixture, owner, 51)).toBe('61')
  },
  async '4.4 addCardLimitException finds the card by every accepted combination'(fixture) {
    const owner = await fixture.newOwner()
    const { cardNumber, cardId, phone } = owner
    const cardNumberMask = `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
    const limitException = { limitName: 'SINGLE_AMOUNT', startDate: '2030-01-01', endDate: '2099-12-31', value: 100 }
    const finders = [{ cardNumber }, { cardId }, { cardNumberMask, phoneNumber: phone }]
    for (const cardIdentification of finders)
      expect(await fixture.send('addCardLimitException', { cardIdentification, limitException })).toEqual(done)
    expect((await cardLimit(fixture, owner, 'SINGLE_AMOUNT'))!.limitExceptions).toHaveLength(finders.length)
  },
  async '4.4 addCardLimitException refuses an unknown card or limit, and dates that do not exist or are the wrong way round'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const right = { limitName: 'SINGLE_AMOUNT', startDate: '2030-01-01', endDate: '2030-01-02', value: 1 }
    const elsewhere = { cardIdentification: { cardNumber: '4012888888881881' }, limitException: right }
    const noCard = { responseCode: '14', message: expect.stringContaining('cardIdentification') }
    expect(await fixture.send('addCardLimitException', elsewhere)).toEqual({ status: 200, body: noCard })
    const unknown = await except(fixture, owner, { ...right, limitName: 'NOTHING' })
    expect(unknown.body).toMatchObject({ responseCode: 'A8', message: expect.stringContaining('limitName') })
    const { value: _, ...valueless } = right
    const empty = await except(fixture, owner, { ...valueless, limitName: 'CARD_TOTAL' })
    expect(empty.body).toMatchObject({ responseCode: '92' })
    for (const [name, value] of [
      ['startDate', '2030-01-03'],
      ['startDate', '2030-02-30'],
    ] as const) {
      const body = { ...byNumber(owner), limitException: { ...right, [name]: value } }
      await badlyFormed(fixture, 'addCardLimitException', body, `limitException.${name}`)
    }
    expect(await cardLimits(fixture, owner)).toMatchObject(inherited)
  },
  async '4.4 strict: exceptions and dates, which getCardLimits does not show, decide nothing'(fixture) {
    const owner = await fixture.newOwner()
    const always = { startDate: '2000-01-01', endDate: '2099-12-31' }
    await fixture.issuing.addCardLimitException({
      ...byNumber(owner),
      limitException: { limitName: 'DAILY_AMOUNT', ...always, value: 10 },
    })
    await change(fixture, owner, { name: 'SINGLE_AMOUNT', startDate: '2000-01-01', endDate: '2000-01-02', value: 20 })
    expect(await codeOf(fixture, owner, 15)).toBe('61')
    fixture.setRules('strict')
    expect(await codeOf(fixture, owner, 15)).toBe('00')
    expect(await codeOf(fixture, owner, 25)).toBe('61')
  },
  async '2.2 a card whose limits are asked for or changed is named in one way that is accepted'(fixture) {
    const { cardNumber, cardId } = await fixture.newOwner()
    const limit = { name: 'DAILY_AMOUNT', value: 1 }
    for (const cardIdentification of [{}, { cardNumber, cardId }, { barCode: '1' }, { expDate: '203412' }]) {
      await badlyFormed(fixture, 'getCardLimits', { cardIdentification }, 'cardIdentification')
      await badlyFormed(fixture, 'changeCardLimit', { cardIdentification, limit }, 'cardIdentification')
    }
    const nobody = { cardIdentification: { cardId: 'nobody' } }
    await declined(fixture, 'getCardLimits', nobody, '14', 'cardIdentification')
    const changed = await fixture.send('changeCardLimit', { ...nobody, limit })
    expect(changed).toMatchObject({ status: 200, body: { responseCode: '14' } })
  },
})
