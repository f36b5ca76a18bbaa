import { expect } from 'vitest'
import { debited } from '../paying.ts'
import { badlyFormed, declined } from '../refused.ts'
import type { Rule } from './rule.ts'

const done = { status: 200, body: { responseCode: '00' } }

/** Whom an account may pay (4.2). */
export const allowedListRules: readonly Rule[] = [
  [
    '4.2 setAllowedBeneficiaries replaces the list, which getAllowedBeneficiaries reads; nobody is on it twice',
    async (stage) => {
      const { accountNumber } = await stage.newOwner()
      const read = () => stage.send('getAllowedBeneficiaries', { accountNumber })
      expect(await read()).toEqual({ status: 200, body: { beneficiaries: [] } })
      const some = { accountNumber, beneficiaries: ['4111111111111111', '40978', '40978'] }
      expect(await stage.send('setAllowedBeneficiaries', some)).toEqual(done)
      expect(await read()).toEqual({ status: 200, body: { beneficiaries: ['4111111111111111', '40978'] } })
      expect(await stage.send('setAllowedBeneficiaries', { accountNumber, beneficiaries: [] })).toEqual(done)
      expect(await read()).toEqual({ status: 200, body: { beneficiaries: [] } })
    },
  ],
  [
    '2.1 setAllowedBeneficiaries takes numbers for texts, and its list nested',
    async (stage) => {
      const { accountNumber } = await stage.newOwner()
      const nested = { accountNumber, beneficiaries: { beneficiary: [4111111111111111, '40978'] } }
      expect(await stage.send('setAllowedBeneficiaries', nested)).toEqual(done)
      expect(await stage.issuing.getAllowedBeneficiaries({ accountNumber })).toEqual({
        beneficiaries: ['4111111111111111', '40978'],
      })
    },
  ],
  [
    '4.2 setAllowedMccList replaces the list, which getAllowedMccList reads; no category is on it twice',
    async (stage) => {
      const { accountNumber } = await stage.newOwner()
      const read = () => stage.send('getAllowedMccList', { accountNumber })
      expect(await read()).toEqual({ status: 200, body: { mccList: [] } })
      const some = { accountNumber, mccList: [5411, 742, 0, 5411] }
      expect(await stage.send('setAllowedMccList', some)).toEqual(done)
      expect(await read()).toEqual({ status: 200, body: { mccList: [5411, 742, 0] } })
      expect(await stage.send('setAllowedMccList', { accountNumber, mccList: { mcc: 5999 } })).toEqual(done)
      expect(await read()).toEqual({ status: 200, body: { mccList: [5999] } })
    },
  ],
  [
    'sandbox an account with a list of categories pays no merchant of another, 57, and everybody without a list',
    async (stage) => {
      const owner = await stage.newOwner()
      const { accountNumber } = owner
      await stage.issuing.setAllowedMccList({ accountNumber, mccList: [5411, 742] })
      expect(await debited(stage, owner, '5411')).toBe('00')
      expect(await debited(stage, owner, '0742')).toBe('00')
      expect(await debited(stage, owner, '7995')).toBe('57')
      await stage.issuing.setAllowedMccList({ accountNumber, mccList: [] })
      expect(await debited(stage, owner, '7995')).toBe('00')
    },
  ],
  [
    'sandbox a debit that does not say what its merchant is is not judged by category',
    async (stage) => {
      const owner = await stage.newOwner()
      await stage.issuing.setAllowedMccList({ accountNumber: owner.accountNumber, mccList: [5411] })
      expect(await debited(stage, owner)).toBe('00')
    },
  ],
  [
    '4.2 the allowed lists apply to a card or an account: a card’s number stands for its account',
    async (stage) => {
      const { accountNumber, cardNumber } = await stage.newOwner()
      await stage.issuing.setAllowedMccList({ accountNumber: cardNumber, mccList: [5411] })
      await stage.issuing.setAllowedBeneficiaries({ accountNumber: cardNumber, beneficiaries: ['40978'] })
      expect(await stage.issuing.getAllowedMccList({ accountNumber })).toEqual({ mccList: [5411] })
      expect(await stage.issuing.getAllowedBeneficiaries({ accountNumber })).toEqual({ beneficiaries: ['40978'] })
      expect(await stage.issuing.getAllowedMccList({ accountNumber: cardNumber })).toEqual({ mccList: [5411] })
    },
  ],
  [
    '4.2 the allowed lists refuse what is unknown, missing, too long or of another type',
    async (stage) => {
      const { accountNumber } = await stage.newOwner()
      const unknown = { accountNumber: 'none', mccList: [] }
      expect(await stage.issuing.setAllowedMccList(unknown)).toMatchObject({ responseCode: '14' })
      await declined(stage, 'getAllowedMccList', { accountNumber: 'none' }, '14', 'accountNumber')
      await declined(stage, 'getAllowedBeneficiaries', { accountNumber: 'none' }, '14', 'accountNumber')
      await badlyFormed(stage, 'setAllowedMccList', { accountNumber }, 'mccList')
      await badlyFormed(stage, 'setAllowedMccList', { accountNumber, mccList: [10_000] }, 'mccList.0')
      await badlyFormed(stage, 'setAllowedMccList', { accountNumber, mccList: [-1] }, 'mccList.0')
      await badlyFormed(stage, 'setAllowedMccList', { accountNumber, mccList: ['5411'] }, 'mccList.0')
      await badlyFormed(stage, 'setAllowedBeneficiaries', { accountNumber }, 'beneficiaries')
      await badlyFormed(stage, 'setAllowedBeneficiaries', { accountNumber, beneficiaries: [''] }, 'beneficiaries.0')
      const long = { accountNumber, beneficiaries: ['1'.repeat(35)] }
      await badlyFormed(stage, 'setAllowedBeneficiaries', long, 'beneficiaries.0')
    },
  ],
]
