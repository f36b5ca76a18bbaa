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
  EACH_MONTH,
  EACH_WEEK,
  inherited,
  toMidnight,
} from '../limit-steps.ts'
import { rulesOf, type Rule } from './rule.ts'

const inheriting = rulesOf({
  async '2.4 the limits of a card begin as those of its product, to the field'(fixture) {
    const { cardNumber, cardId } = await fixture.newOwner()
    const limits = inherited.map((limit) => ({ ...limit, limitExceptions: [] }))
    for (const cardIdentification of [{ cardNumber }, { cardId }])
      expect(await fixture.send('getCardLimits', { cardIdentification })).toEqual({ status: 200, body: { limits } })
  },
  async '4.4 strict: the limits of a card have neither dates nor exceptions'(fixture) {
    const owner = await fixture.newOwner()
    await change(fixture, owner, { name: 'DAILY_AMOUNT', startDate: '2030-01-01', endDate: '2040-01-01' })
    fixture.setRules('strict')
    expect(await fixture.send('getCardLimits', byNumber(owner))).toEqual({ status: 200, body: { limits: inherited } })
  },
  async 'sandbox a test card has no limits but those it is given'(fixture) {
    const limits = async (cardNumber: string) =>
      (await fixture.issuing.getCardLimits({ cardIdentification: { cardNumber } })).limits
    expect(await limits('4111111111111111')).toEqual([])
    expect(await limits('4444555511113333')).toEqual([])
  },
})

const changing = rulesOf({
  async '4.4 changeCardLimit overrides one limit of one card'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const limit = { name: 'DAILY_AMOUNT', value: 500, cycleType: EACH_WEEK, cycleLength: 2, currency: 978 }
    expect(await fixture.send('changeCardLimit', { ...byNumber(owner), limit })).toEqual(done)
    const [single, daily, ...rest] = inherited
    expect(await cardLimits(fixture, owner)).toMatchObject([single, { ...daily, ...limit }, ...rest])
    expect(await cardLimits(fixture, other)).toMatchObject(inherited)
  },
  async 'sandbox what a change of a limit leaves out stays as it is'(fixture) {
    const owner = await fixture.newOwner()
    await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 500 })
    await change(fixture, owner, { name: 'DAILY_AMOUNT', cycleType: EACH_MONTH })
    await change(fixture, owner, { name: 'DAILY_AMOUNT', cycleLength: 3 })
    const asItIs = { value: 500, cycleType: EACH_MONTH, cycleLength: 3 }
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject(asItIs)
  },
  async 'sandbox a limit may be sent back as it was read: what is consumed is counted and not set'(fixture) {
    const owner = await fixture.newOwner()
    await debit(fixture, owner, 300)
    const { limitExceptions: _, ...limit } = (await cardLimit(fixture, owner, 'DAILY_AMOUNT'))!
    expect(await change(fixture, owner, { ...limit, name: 'DAILY_AMOUNT', currentValue: 5 })).toEqual({
      responseCode: '00',
    })
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ ...limit, currentValue: 300 })
  },
  async 'sandbox a limit that the product does not have can be set with a value, and counts what was before it'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    await debit(fixture, owner, 300)
    expect(await change(fixture, owner, { name: 'CARD_TOTAL', cycleLength: 1 })).toMatchObject({ responseCode: '92' })
    expect(await change(fixture, owner, { name: 'CARD_TOTAL', value: 1000 })).toEqual({ responseCode: '00' })
    expect(await cardLimit(fixture, owner, 'CARD_TOTAL')).toMatchObject({ value: 1000, currentValue: 300 })
    fixture.clock.advance(400 * DAY)
    expect(await codeOf(fixture, owner, 701)).toBe('61')
    expect(await codeOf(fixture, owner, 700)).toBe('00')
  },
  async '4.4 strict: names of limits come from getCardLimits, and dates are not used'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    expect(await change(fixture, owner, { name: 'CARD_TOTAL', value: 1 })).toMatchObject({ responseCode: 'A8' })
    await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 100, startDate: '2050-01-01' })
    expect(await codeOf(fixture, owner, 101)).toBe('61')
  },
  async 'sandbox a limit with dates is in force within them, both included, and outside them the product’s is'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    const day = (after: number) => new Date(fixture.clock.now() + after * DAY).toISOString().slice(0, 10)
    const dates = { startDate: day(1), endDate: day(2) }
    await change(fixture, owner, { name: 'SINGLE_AMOUNT', value: 100, ...dates })
    expect(await cardLimit(fixture, owner, 'SINGLE_AMOUNT')).toMatchObject({ value: 100, ...dates })
    fixture.clock.advance(DAY - 1)
    expect(await codeOf(fixture, owner, 101)).toBe('00')
    fixture.clock.advance(1)
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    fixture.clock.advance(2 * DAY - 1)
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    fixture.clock.advance(1)
    expect(await codeOf(fixture, owner, 101)).toBe('00')
  },
  async 'sandbox a limit that ends at a second is in force for all of that second'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    const endDate = new Date(fixture.clock.now() + DAY - 1000).toISOString().replace(/\.000Z$/, '')
    await change(fixture, owner, { name: 'SINGLE_AMOUNT', value: 100, endDate })
    fixture.clock.advance(DAY - 1)
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    fixture.clock.advance(1)
    expect(await codeOf(fixture, owner, 101)).toBe('00')
  },
  async 'sandbox changeCardLimit refuses a name, a currency and dates that cannot be, and changes nothing'(fixture) {
    const owner = await fixture.newOwner()
    for (const name of ['NOTHING', '__proto__', 'ACCOUNT_DAILY_AMOUNT'])
      expect(await change(fixture, owner, { name, value: 1 })).toMatchObject({
        responseCode: 'A8',
        message: expect.stringContaining('limit.name'),
      })
    const foreign = await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 1, currency: 933 })
    expect(foreign).toMatchObject({ responseCode: '92', message: expect.stringContaining('limit.currency') })
    const dates = { startDate: '2031-01-02', endDate: '2031-01-01' }
    expect(await change(fixture, owner, { name: 'DAILY_AMOUNT', ...dates })).toMatchObject({ responseCode: '92' })
    expect(await cardLimits(fixture, owner)).toMatchObject(inherited)
  },
})

/** The limits of cards, and changes of them (2.4, 4.4). */
export const limitRules: readonly Rule[] = [...inheriting, ...changing]
