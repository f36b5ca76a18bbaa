import * as z from 'zod/mini'
import { phone, text } from '../fields.ts'
import { cardAcceptorParameters } from './blocks.ts'
import { identifiedBy } from './card-identification.ts'
import { accountNumber, Done, listOf, number, Period } from './fields.ts'
import { rpc } from './rpc.ts'

/** Status of merchants and terminals: the document uses one value and lists none; these are the sandbox's. */
export const acceptorStatuses = { active: 'ACTIVE', suspended: 'SUSPENDED', closed: 'CLOSED' } as const

const whose = {
  institutionId: number(16),
  agentId: number(16),
  customerNumber: number(),
  contractNumber: number(),
  status: z.enum(acceptorStatuses),
}

/** One transaction of a merchant (2.9); amounts are minor units, times ISO 8601. */
export const MerchantTransaction = z.object({
  utrnno: z.int(),
  reversal: z.optional(z.boolean()),
  merchantId: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  transactionDate: z.optional(z.string()),
  settlementDate: z.optional(z.string()),
  cardNumberMask: z.optional(z.string()),
  cardNumber: z.optional(z.string()),
  transactionAmount: z.optional(z.int()),
  transactionCurrency: z.optional(z.int()),
  submittedAmount: z.optional(z.int()),
  submittedCurrency: z.optional(z.int()),
  responseCode: z.optional(z.int()),
  authorizationCode: z.optional(z.string()),
  cashbackAmount: z.optional(z.int()),
  transactionType: z.optional(z.string()),
  networkType: z.optional(z.string()),
  cardType: z.optional(z.string()),
  orderNumber: z.optional(z.string()),
  orderId: z.optional(z.int()),
})
export type MerchantTransaction = z.infer<typeof MerchantTransaction>

/** serviceObjectType: what a service belongs to (4.3). */
export const serviceObjectTypes = ['SERVICE_OBJECT_CARD', 'SERVICE_OBJECT_ACCOUNT'] as const

/** Actions on a service of a card or an account (4.3). */
export const serviceActions = [
  'ACTION_CODE_ADD',
  'ACTION_CODE_UPDATE',
  'ACTION_CODE_DELETE',
  'ACTION_CODE_CHECK',
  'ACTION_CODE_CHANGE_ACCESS',
  'ACTION_CODE_CHECK_PARAMETERS',
  'ACTION_CODE_RESTORE_PARAMETERS',
  'ACTION_CODE_INQUIRE',
  'ACTION_CODE_ACTION',
] as const

/** Operations on merchants, terminals and their transactions. */
export const acceptorOperations = {
  changeMerchantStatus: rpc('changeMerchantStatus', {
    summary: 'Set the status of a merchant',
    source: '4.3',
    request: z.strictObject({ merchantNumber: number(64), ...whose }),
    response: Done,
  }),
  changeTerminalStatus: rpc('changeTerminalStatus', {
    summary: 'Set the status of a terminal',
    source: '4.3',
    request: z.strictObject({ merchantNumber: number(64), terminalNumber: number(16), ...whose }),
    response: Done,
  }),
  getMerchantTransactions: rpc('getMerchantTransactions', {
    summary: 'List the transactions of a merchant',
    source: '4.3, 2.9',
    request: z
      .strictObject({
        merchantId: z.optional(number(64)),
        merchantIdn: z.optional(number(64)),
        terminalId: z.optional(number(16)),
        institutionId: number(16),
        period: Period,
      })
      .check(
        z.refine(({ merchantId, merchantIdn }) => (merchantId === undefined) !== (merchantIdn === undefined), {
          error: 'given exactly once, as merchantId or as merchantIdn',
          path: ['merchantId'],
        }),
      ),
    response: z.object({ transactions: listOf('transaction', MerchantTransaction) }),
  }),
}

export const acquiringOperations = {
  ...acceptorOperations,
  serviceAction: rpc('serviceAction', {
    summary: 'Act on a service of a card or an account',
    source: '4.3',
    request: z.strictObject({
      serviceIdentification: z.strictObject({
        serviceType: text(1, 32),
        serviceId: text(1, 32),
        serviceObjectType: z.enum(serviceObjectTypes),
      }),
      actionCode: z.enum(serviceActions),
      cardIdentification: identifiedBy([['cardNumber'], ['barCode'], ['cardNumberMask', 'phoneNumber']], ['expDate']),
      accountNumber: z.optional(accountNumber),
      serviceParameters: z.optional(
        z.strictObject({ phoneNumber: z.optional(phone), email: z.optional(text(3, 254)) }),
      ),
      cardAcceptorParameters,
    }),
    response: Done,
  }),
}
