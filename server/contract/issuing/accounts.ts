import * as z from 'zod/mini'
import { cardAcceptorParameters, Limit, LimitChange } from './blocks.ts'
import { AccountData } from './card-data.ts'
import { Done, listOf, optional, Processed, text, whole } from './fields.ts'
import { rpc } from './rpc.ts'

const accountNumber = text
/** The document does not say whether these are needed (4.2). */
const unstatedNumber = optional(text)

export const accountOperations = {
  changeAccountLimit: rpc('changeAccountLimit', {
    summary: 'Set a limit of an account',
    source: '4.2, 2.4',
    request: z.strictObject({ accountNumber, limit: LimitChange, cardAcceptorParameters }),
    response: Done,
  }),
  getAccountLimits: rpc('getAccountLimits', {
    summary: 'Read the limits of an account, and what is consumed of them',
    source: '4.2, 2.4',
    request: z.strictObject({ accountNumber }),
    response: z.object({ limits: optional(listOf('limit', Limit)) }),
  }),
  changeAccountStatus: rpc('changeAccountStatus', {
    summary: 'Set the status of an account in the back office',
    source: '4.2',
    request: z.strictObject({ accountNumber, accountStatus: whole }),
    response: Done,
  }),
  changeAccountStatusInFe: rpc('changeAccountStatusInFe', {
    summary: 'Set the status of an account in the front end, at once',
    source: '4.2',
    request: z.strictObject({ accountNumber, accountStatus: whole, cardAcceptorParameters }),
    response: Processed,
  }),
  getAccountData: rpc('getAccountData', {
    summary: 'Read an account with its cards',
    source: '4.2, 2.6',
    request: z.strictObject({ accountNumber, returnCardNumber: optional(z.boolean()) }),
    response: z.object({ accountData: optional(AccountData) }),
  }),
  setAllowedBeneficiaries: rpc('setAllowedBeneficiaries', {
    summary: 'Say who alone may be paid by transfer from an account; an empty list allows everybody',
    source: '4.2',
    request: z.strictObject({
      accountNumber: unstatedNumber,
      beneficiaries: optional(listOf('beneficiary', text)),
    }),
    response: Done,
  }),
  getAllowedBeneficiaries: rpc('getAllowedBeneficiaries', {
    summary: 'Read who alone may be paid by transfer from an account',
    source: '4.2',
    request: z.strictObject({ accountNumber: unstatedNumber }),
    response: z.object({ beneficiaries: optional(listOf('beneficiary', z.string())) }),
  }),
  setAllowedMccList: rpc('setAllowedMccList', {
    summary: 'Say what kinds of merchants alone an account may pay; an empty list allows all',
    source: '4.2',
    request: z.strictObject({ accountNumber: unstatedNumber, mccList: optional(listOf('mcc', whole)) }),
    response: Done,
  }),
  getAllowedMccList: rpc('getAllowedMccList', {
    summary: 'Read what kinds of merchants alone an account may pay',
    source: '4.2',
    request: z.strictObject({ accountNumber: unstatedNumber }),
    response: z.object({ mccList: optional(listOf('mcc', z.int())) }),
  }),
}
