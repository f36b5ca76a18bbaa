import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { again, byNumber, cardLimit, cardLimits, change, codeOf, debit, LIFETIME, toMidnight } from '../limit-steps.ts'
import { rulesOf } from './rule.ts'

/** What limits allow and count (2.4). */
export const enforcedLimitRules = rulesOf({
  async 'sandbox an amount over the limit of a cycle is 61, a payment over the number of it 65'(fixture) {
    const owner = await fixture.newOwner()
    await change(fixture, owner, { name: 'SINGLE_AMOUNT', value: 100 })
    expect(await codeOf(fixture, owner, 101)).toBe('61')
    expect(await codeOf(fixture, owner, 100)).toBe('00')
    await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 150 })
    expect(await codeOf(fixture, owner, 51)).toBe('61')
    expect(await codeOf(fixture, owner, 50)).toBe('00')
    await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 1000 })
    await change(fixture, owner, { name: 'DAILY_COUNT', value: 2 })
    expect(await codeOf(fixture, owner, 1)).toBe('65')
  },
  async '2.4 currentValue is what the cycle has let through, refused debits not, and is 0 in the next one'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await change(fixture, owner, { name: 'SINGLE_AMOUNT', value: 200 })
    for (const amount of [120, 80, 201]) await debit(fixture, owner, amount)
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ currentValue: 200 })
    expect(await cardLimit(fixture, owner, 'DAILY_COUNT')).toMatchObject({ currentValue: 2 })
    fixture.clock.advance(DAY - 1)
    expect(await cardLimit(fixture, owner, 'DAILY_COUNT')).toMatchObject({ currentValue: 2 })
    fixture.clock.advance(1)
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ currentValue: 0 })
    expect(await cardLimit(fixture, owner, 'DAILY_COUNT')).toMatchObject({ currentValue: 0 })
  },
  async 'sandbox a hold counts at once, its completion leaves what was debited, a reversal takes its amount back'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    const used = async () => {
      const limits = await cardLimits(fixture, owner)
      return ['DAILY_AMOUNT', 'DAILY_COUNT'].map((name) => limits.find((one) => one.name === name)!.currentValue)
    }
    const { rrn } = await debit(fixture, owner, 500, true)
    expect(await used()).toEqual([500, 1])
    await again(fixture, owner, 'reversal', rrn, 100)
    expect(await used()).toEqual([400, 1])
    await again(fixture, owner, 'completion', rrn, 300)
    expect(await used()).toEqual([300, 1])
    await again(fixture, owner, 'reversal', rrn, 100)
    expect(await used()).toEqual([200, 1])
    await again(fixture, owner, 'reversal', rrn, 200)
    expect(await used()).toEqual([0, 0])
  },
  async 'sandbox a reversal in a later cycle frees nothing of it'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    const { rrn } = await debit(fixture, owner, 500)
    fixture.clock.advance(DAY)
    await debit(fixture, owner, 30)
    await again(fixture, owner, 'reversal', rrn, 500)
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ currentValue: 30 })
    expect(await cardLimit(fixture, owner, 'DAILY_COUNT')).toMatchObject({ currentValue: 1 })
  },
  async 'sandbox a completed hold counts in the cycle of the hold, and is given back there'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await change(fixture, owner, { name: 'WEEKLY_AMOUNT', value: 10_000, cycleType: LIFETIME })
    const used = async () => {
      const names = ['DAILY_AMOUNT', 'DAILY_COUNT', 'WEEKLY_AMOUNT']
      const limits = await cardLimits(fixture, owner)
      return names.map((name) => limits.find((limit) => limit.name === name)!.currentValue)
    }
    const { rrn } = await debit(fixture, owner, 500, true)
    fixture.clock.advance(DAY)
    await again(fixture, owner, 'completion', rrn, 400)
    expect(await used()).toEqual([0, 0, 400])
    await again(fixture, owner, 'reversal', rrn, 400)
    expect(await used()).toEqual([0, 0, 0])
  },
  async 'sandbox debits at once do not overrun a limit together'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await change(fixture, owner, { name: 'DAILY_AMOUNT', value: 350 })
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(fixture, owner, 100)))
    expect(codes.toSorted()).toEqual(['00', '00', '00', '61', '61', '61', '61', '61'])
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ currentValue: 300 })
  },
  async 'sandbox an amount of another currency counts in that of the account'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await fixture.issuing.debitCard({ ...byNumber(owner), amount: 5, currency: 392 })
    expect(await cardLimit(fixture, owner, 'DAILY_AMOUNT')).toMatchObject({ currentValue: 500 })
  },
})
