import * as z from 'zod/mini'
import { integer } from '../fields.ts'
import { byNumberOrId, identifiedBy } from './card-identification.ts'
import { listOf, number, Period } from './fields.ts'
import { rpc } from './rpc.ts'

/** operationDirection and feeDirection: who gets the money, seen from the card; NOOP moves none (2.8). */
export const operationDirections = ['CREDIT', 'DEBIT', 'NOOP'] as const

const direction = z.enum(operationDirections)

/** A transaction of a card's history (2.8): amounts in minor units, times ISO 8601. */
export const Transaction = z.object({
  authorizationDate: z.string(),
  transactionType: z.string(),
  operationDirection: direction,
  amount: z.int(),
  currency: z.int(),
  amountInAccountCurrency: z.int(),
  /** The front end's number of the transaction. */
  utrnno: z.int(),
  /** The back office's number, once it is written off. */
  boUtrnno: z.optional(z.int()),
  boWriteOffDate: z.optional(z.string()),
  reversalDate: z.optional(z.string()),
  reversal: z.optional(z.boolean()),
  transactionDescription: z.optional(z.string()),
  feeDirection: z.optional(direction),
  acquireFeeAmount: z.optional(z.int()),
  feIssuerFeeAmount: z.optional(z.int()),
  boIssuerFeeAmount: z.optional(z.int()),
  mcc: z.optional(z.int()),
  merchantCountry: z.optional(z.string()),
  merchantCity: z.optional(z.string()),
  merchantName: z.optional(z.string()),
  merchantId: z.optional(z.string()),
  terminalAddress: z.optional(z.string()),
  posDataCode: z.optional(z.string()),
  authorizationIdResponse: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  requestAmount: z.optional(z.int()),
  payId: z.optional(z.string()),
  internalResponseCode: z.optional(z.int()),
})
export type Transaction = z.infer<typeof Transaction>

/** An order of a merchant, as payments refer to it (4.4, getPaymentOrders). */
export const PaymentOrder = z.object({
  id: z.int(),
  eventDate: z.optional(z.string()),
  purpose: z.optional(z.string()),
  currency: z.optional(z.int()),
  amount: z.optional(z.int()),
  status: z.optional(z.string()),
  orderNumber: z.optional(z.string()),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

/** One transaction of a payment order (4.4, getOrderDetails). */
export const OrderTransaction = z.object({
  merchantId: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  transactionDate: z.string(),
  cardNumber: z.optional(z.string()),
  transactionAmount: z.optional(z.int()),
  transactionCurrency: z.optional(z.int()),
  submittedAmount: z.optional(z.int()),
  submittedCurrency: z.optional(z.int()),
  authorizationCode: z.optional(z.string()),
  cashbackAmount: z.optional(z.int()),
  transactionType: z.optional(z.string()),
  networkType: z.optional(z.string()),
  cardType: z.optional(z.string()),
  orderNumber: z.optional(z.string()),
})
export type OrderTransaction = z.infer<typeof OrderTransaction>

/** Identifiers of transactions and orders: whole numbers. */
const long = integer(15)

export const historyOperations = {
  getTransactions: rpc('getTransactions', {
    summary: 'List the transactions of a card',
    source: '4.4, 2.8',
    request: z.strictObject({ cardIdentification: byNumberOrId, period: Period }),
    response: z.object({ transactions: listOf('transaction', Transaction) }),
  }),
  getTransactionDetails: rpc('getTransactionDetails', {
    summary: 'Read one transaction, or its reversal',
    source: '4.4, 2.8',
    request: z.strictObject({ utrnno: long, reversal: z.optional(z.boolean()) }),
    response: z.object({ transaction: Transaction }),
  }),
  getTransactionCurrencies: rpc('getTransactionCurrencies', {
    summary: 'List the currencies that a card has paid in',
    source: '4.4',
    request: z.strictObject({ cardIdentification: identifiedBy([['cardId']]) }),
    response: z.object({ currencies: listOf('currency', z.int()) }),
  }),
  getPaymentOrders: rpc('getPaymentOrders', {
    summary: 'List the payment orders of a merchant',
    source: '4.4',
    request: z.strictObject({ merchantNumber: number(64), institutionId: number(16), period: z.optional(Period) }),
    response: z.object({ orderList: listOf('order', PaymentOrder) }),
  }),
  getOrderDetails: rpc('getOrderDetails', {
    summary: 'Read the transactions of a payment order',
    source: '4.4',
    request: z.strictObject({ orderId: long }),
    response: z.object({ transactionList: listOf('transaction', OrderTransaction) }),
  }),
}
