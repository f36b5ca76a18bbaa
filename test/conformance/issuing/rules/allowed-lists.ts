import { expect } from 'vitest'
import { debited } from '../paying.ts'
import { declined } from '../refused.ts'
import { rulesOf } from './rule.ts'

const done = { status: 200, body: { responseCode: '00' } }

/** The recipients that an account may pay (4.2). */
export const allowedListRules = rulesOf({
  async '4.2 setAllowedBeneficiaries replaces the list, which getAllowedBeneficiaries reads; nobody is on it twice'(
    fixture,
  ) {
    const { accountNumber } = await fixture.newOwner()
    const read = () => fixture.send('getAllowedBeneficiaries', { accountNumber })
    expect(await read()).toEqual({ status: 200, body: { beneficiaries: [] } })
    const some = { accountNumber, beneficiaries: ['4111111111111111', '40978', '40978'] }
    expect(await fixture.send('setAllowedBeneficiaries', some)).toEqual(done)
    expect(await read()).toEqual({ status: 200, body: { beneficiaries: ['4111111111111111', '40978'] } })
    expect(await fixture.send('setAllowedBeneficiaries', { accountNumber, beneficiaries: [] })).toEqual(done)
    expect(await read()).toEqual({ status: 200, body: { beneficiaries: [] } })
  },
  async '2.1 setAllowedBeneficiaries takes numbers for texts, and its list nested'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    const nested = { accountNumber, beneficiaries: { beneficiary: [4111111111111111, '40978'] } }
    expect(await fixture.send('setAllowedBeneficiaries', nested)).toEqual(done)
    expect(await fixture.issuing.getAllowedBeneficiaries({ accountNumber })).toEqual({
      beneficiaries: ['4111111111111111', '40978'],
    })
  },
  async '4.2 setAllowedMccList replaces the list, which getAllowedMccList reads; no category is on it twice'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    const read = () => fixture.send('getAllowedMccList', { accountNumber })
    expect(await read()).toEqual({ status: 200, body: { mccList: [] } })
    const some = { accountNumber, mccList: [5411, 742, 0, 5411] }
    expect(await fixture.send('setAllowedMccList', some)).toEqual(done)
    expect(await read()).toEqual({ status: 200, body: { mccList: [5411, 742, 0] } })
    expect(await fixture.send('setAllowedMccList', { accountNumber, mccList: { mcc: 5999 } })).toEqual(done)
    expect(await read()).toEqual({ status: 200, body: { mccList: [5999] } })
  },
  async 'sandbox an account with a list of categories pays no merchant of another, 57, and everybody without a list'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const { accountNumber } = owner
    await fixture.issuing.setAllowedMccList({ accountNumber, mccList: [5411, 742] })
    expect(await debited(fixture, owner, '5411')).toBe('00')
    expect(await debited(fixture, owner, '0742')).toBe('00')
    expect(await debited(fixture, owner, '7995')).toBe('57')
    await fixture.issuing.setAllowedMccList({ accountNumber, mccList: [] })
    expect(await debited(fixture, owner, '7995')).toBe('00')
  },
  async 'sandbox a debit that does not say what its merchant is is not limited by category'(fixture) {
    const owner = await fixture.newOwner()
    await fixture.issuing.setAllowedMccList({ accountNumber: owner.accountNumber, mccList: [5411] })
    expect(await debited(fixture, owner)).toBe('00')
  },
  async '4.2 the allowed lists apply to a card or an account: a card’s number stands for its account'(fixture) {
    const { accountNumber, cardNumber } = await fixture.newOwner()
    await fixture.issuing.setAllowedMccList({ accountNumber: cardNumber, mccList: [5411] })
    await fixture.issuing.setAllowedBeneficiaries({ accountNumber: cardNumber, beneficiaries: ['40978'] })
    expect(await fixture.issuing.getAllowedMccList({ accountNumber })).toEqual({ mccList: [5411] })
    expect(await fixture.issuing.getAllowedBeneficiaries({ accountNumber })).toEqual({ beneficiaries: ['40978'] })
    expect(await fixture.issuing.getAllowedMccList({ accountNumber: cardNumber })).toEqual({ mccList: [5411] })
  },
  async '4.2 the allowed lists of an unknown account are 14'(fixture) {
    const unknown = { accountNumber: 'none', mccList: [] }
    expect(await fixture.issuing.setAllowedMccList(unknown)).toMatchObject({ responseCode: '14' })
    await declined(fixture, 'getAllowedMccList', { accountNumber: 'none' }, '14', 'accountNumber')
    await declined(fixture, 'getAllowedBeneficiaries', { accountNumber: 'none' }, '14', 'accountNumber')
  },
})
