import * as z from 'zod/mini'
import { integer } from '../fields.ts'
import { cardAcceptorParameters, Limit, LimitChange } from './blocks.ts'
import { AccountData } from './card-data.ts'
import { accountNumber, Done, listOf, number, Processed } from './fields.ts'
import { rpc } from './rpc.ts'

/** accountStatus: the document shows no values, these are the sandbox's; only an active account pays. */
export const accountStatuses = { active: 0, debitsBlocked: 1, blocked: 2, closed: 3 } as const
export type AccountStatus = (typeof accountStatuses)[keyof typeof accountStatuses]

const accountStatus = z.union(
  Object.values(accountStatuses).map((code) => z.literal(code)) as [z.ZodMiniLiteral<AccountStatus>],
  { error: 'one of 0 (active), 1 (no debits), 2 (blocked), 3 (closed)' },
)
const mcc = integer(4)

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
    response: z.object({ limits: listOf('limit', Limit) }),
  }),
  changeAccountStatus: rpc('changeAccountStatus', {
    summary: 'Set the status of an account in the back office',
    source: '4.2',
    request: z.strictObject({ accountNumber, accountStatus }),
    response: Done,
  }),
  changeAccountStatusInFe: rpc('changeAccountStatusInFe', {
    summary: 'Set the status of an account in the front end, at once',
    source: '4.2',
    request: z.strictObject({ accountNumber, accountStatus, cardAcceptorParameters }),
    response: Processed,
  }),
  getAccountData: rpc('getAccountData', {
    summary: 'Read an account with its cards',
    source: '4.2, 2.6',
    request: z.strictObject({ accountNumber, returnCardNumber: z.optional(z.boolean()) }),
    response: z.object({ accountData: AccountData }),
  }),
  setAllowedBeneficiaries: rpc('setAllowedBeneficiaries', {
    summary: 'Say who alone may be paid by transfer from an account; an empty list allows everybody',
    source: '4.2',
    request: z.strictObject({ accountNumber, beneficiaries: listOf('beneficiary', number(34)) }),
    response: Done,
  }),
  getAllowedBeneficiaries: rpc('getAllowedBeneficiaries', {
    summary: 'Read who alone may be paid by transfer from an account',
    source: '4.2',
    request: z.strictObject({ accountNumber }),
    response: z.object({ beneficiaries: listOf('beneficiary', z.string()) }),
  }),
  setAllowedMccList: rpc('setAllowedMccList', {
    summary: 'Say what kinds of merchants alone an account may pay; an empty list allows all',
    source: '4.2',
    request: z.strictObject({ accountNumber, mccList: listOf('mcc', mcc) }),
    response: Done,
  }),
  getAllowedMccList: rpc('getAllowedMccList', {
    summary: 'Read what kinds of merchants alone an account may pay',
    source: '4.2',
    request: z.strictObject({ accountNumber }),
    response: z.object({ mccList: listOf('mcc', z.int()) }),
  }),
}
