import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { codeOf, debit, done, EACH_DAY, EACH_MONTH, EACH_WEEK, toMidnight } from '../limit-steps.ts'
import { declined } from '../refused.ts'
import { rulesOf } from './rule.ts'

/** The limits of accounts (4.2). */
export const accountLimitRules = rulesOf({
  async '4.2 getAccountLimits returns the limits of an account, every field of them'(fixture) {
    const owner = await fixture.newOwner()
    toMidnight(fixture)
    await debit(fixture, owner, 700)
    const result = { cycleLength: 1, currency: 978, currentValue: 700, limitExceptions: [] }
    expect(await fixture.send('getAccountLimits', { accountNumber: owner.accountNumber })).toEqual({
      status: 200,
      body: {
        limits: [
          { name: 'ACCOUNT_DAILY_AMOUNT', value: 100_000_00, cycleType: EACH_DAY, ...result },
          { name: 'ACCOUNT_MONTHLY_AMOUNT', value: 1_000_000_00, cycleType: EACH_MONTH, ...result },
        ],
      },
    })
  },
  async '4.2 changeAccountLimit is in force for all cards of the account together'(fixture) {
    const owner = await fixture.newOwner()
    const { accountNumber } = owner
    toMidnight(fixture)
    const { virtualCardIdentification } = await fixture.issuing.createVirtualCard({
      cardIdentification: { cardNumber: '4000000000000000' },
      virtualCardIdentification: { expDate: '203412', productType: '5C' },
      amount: 0,
      currency: 978,
      accountNumber,
    })
    const second = { ...owner, cardNumber: virtualCardIdentification!.cardNumber! }
    const request = { accountNumber, limit: { name: 'ACCOUNT_DAILY_AMOUNT', value: 1000 } }
    expect(await fixture.send('changeAccountLimit', request)).toEqual(done)
    expect(await codeOf(fixture, owner, 600)).toBe('00')
    expect(await codeOf(fixture, second, 401)).toBe('61')
    expect(await codeOf(fixture, second, 400)).toBe('00')
    expect(await codeOf(fixture, owner, 1)).toBe('61')
    fixture.clock.advance(DAY)
    expect(await codeOf(fixture, second, 1000)).toBe('00')
  },
  async 'sandbox an account can have a limit of the number of payments, 65'(fixture) {
    const owner = await fixture.newOwner()
    const limit = { name: 'ACCOUNT_DAILY_COUNT', value: 1 }
    await fixture.issuing.changeAccountLimit({ accountNumber: owner.accountNumber, limit })
    expect([await codeOf(fixture, owner, 1), await codeOf(fixture, owner, 1)]).toEqual(['00', '65'])
  },
  async '4.2 changeAccountLimit takes every field of the table, dates too, also where the rules are strict'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    fixture.setRules('strict')
    const limit = {
      name: 'ACCOUNT_DAILY_AMOUNT',
      startDate: '2030-01-01',
      endDate: '2099-12-31T23:59:59',
      value: 5,
      cycleType: EACH_WEEK,
      cycleLength: 2,
      currency: 978,
    }
    const acceptor = { terminalIdentification: '1', merchantIdentification: '2', merchantType: '5411' }
    const request = { accountNumber, limit: { ...limit, currentValue: 3 }, cardAcceptorParameters: acceptor }
    expect(await fixture.send('changeAccountLimit', request)).toEqual(done)
    const { limits } = await fixture.issuing.getAccountLimits({ accountNumber })
    expect(limits![0]).toEqual({ ...limit, currentValue: 0, limitExceptions: [] })
  },
  async '4.2 the limits of an account refuse an account and a name that are not known'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    const limit = { name: 'ACCOUNT_DAILY_AMOUNT', value: 1 }
    const { issuing } = fixture
    expect(await issuing.changeAccountLimit({ accountNumber: 'none', limit })).toMatchObject({ responseCode: '14' })
    const ofCard = { accountNumber, limit: { name: 'DAILY_AMOUNT', value: 1 } }
    expect(await issuing.changeAccountLimit(ofCard)).toMatchObject({ responseCode: 'A8' })
    await declined(fixture, 'getAccountLimits', { accountNumber: 'none' }, '14', 'accountNumber')
  },
})
