import * as z from 'zod/mini'
import { cardAcceptorParameters } from './blocks.ts'
import { identifiedBy } from './card-identification.ts'
import { Done, listOf, long, optional, Period, text } from './fields.ts'
import { rpc } from './rpc.ts'

const whose = {
  institutionId: text,
  agentId: text,
  customerNumber: text,
  contractNumber: text,
  status: text,
}

/** One transaction of a merchant (2.9); amounts are minor units, times ISO 8601. */
export const MerchantTransaction = z.object({
  utrnno: long,
  reversal: optional(z.boolean()),
  merchantId: optional(z.string()),
  terminalId: optional(z.string()),
  transactionDate: optional(z.string()),
  settlementDate: optional(z.string()),
  cardNumberMask: optional(z.string()),
  cardNumber: optional(z.string()),
  transactionAmount: optional(z.int()),
  transactionCurrency: optional(z.int()),
  submittedAmount: optional(z.int()),
  submittedCurrency: optional(z.int()),
  responseCode: optional(z.int()),
  authorizationCode: optional(z.string()),
  cashbackAmount: optional(z.int()),
  transactionType: optional(z.string()),
  networkType: optional(z.string()),
  cardType: optional(z.string()),
  orderNumber: optional(z.string()),
  orderId: optional(long),
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
    request: z.strictObject({ merchantNumber: text, ...whose }),
    response: Done,
  }),
  changeTerminalStatus: rpc('changeTerminalStatus', {
    summary: 'Set the status of a terminal',
    source: '4.3',
    request: z.strictObject({ merchantNumber: text, terminalNumber: text, ...whose }),
    response: Done,
  }),
  getMerchantTransactions: rpc('getMerchantTransactions', {
    summary: 'List the transactions of a merchant',
    source: '4.3, 2.9',
    request: z
      .strictObject({
        merchantId: optional(text),
        merchantIdn: optional(text),
        terminalId: optional(text),
        institutionId: text,
        period: Period,
      })
      .check(
        z.refine(({ merchantId, merchantIdn }) => merchantId !== undefined || merchantIdn !== undefined, {
          error: 'given, or merchantIdn',
          path: ['merchantId'],
        }),
      ),
    response: z.object({ transactions: optional(listOf('transaction', MerchantTransaction)) }),
  }),
}

export const acquiringOperations = {
  ...acceptorOperations,
  serviceAction: rpc('serviceAction', {
    summary: 'Act on a service of a card or an account',
    source: '4.3',
    request: z.strictObject({
      serviceIdentification: z.strictObject({
        serviceType: text,
        serviceId: text,
        serviceObjectType: z.enum(serviceObjectTypes),
      }),
      actionCode: z.enum(serviceActions),
      cardIdentification: identifiedBy([['cardNumber'], ['barCode'], ['cardNumberMask', 'phoneNumber']], ['expDate']),
      accountNumber: optional(text),
      serviceParameters: optional(z.strictObject({ phoneNumber: optional(text), email: optional(text) })),
      cardAcceptorParameters,
    }),
    response: Done,
  }),
}
