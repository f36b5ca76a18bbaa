import * as z from 'zod/mini'
import { family } from '../gateway/marks.ts'
import { identifiedBy, namedAnyhow } from './card-identification.ts'
import { listOf, long, optional, Period, text } from './fields.ts'
import { rpc } from './rpc.ts'

/** operationDirection and feeDirection: who gets the money, seen from the card; NOOP moves none (2.8). */
export const operationDirections = ['CREDIT', 'DEBIT', 'NOOP'] as const

/** One of {@link operationDirections}; a bank may have more. */
const direction = text

/** A transaction of a card's history (2.8): amounts in minor units, times ISO 8601. */
export const Transaction = z.object({
  authorizationDate: z.string(),
  transactionType: z.string(),
  operationDirection: direction,
  amount: z.int(),
  currency: z.int(),
  amountInAccountCurrency: z.int(),
  /** The front end's number of the transaction. */
  utrnno: long,
  /** The back office's number, once it is written off. */
  boUtrnno: optional(long),
  boWriteOffDate: optional(z.string()),
  reversalDate: optional(z.string()),
  reversal: optional(z.boolean()),
  transactionDescription: optional(z.string()),
  feeDirection: optional(direction),
  acquireFeeAmount: optional(z.int()),
  feIssuerFeeAmount: optional(z.int()),
  boIssuerFeeAmount: optional(z.int()),
  mcc: optional(long),
  merchantCountry: optional(z.string()),
  merchantCity: optional(z.string()),
  merchantName: optional(z.string()),
  merchantId: optional(z.string()),
  terminalAddress: optional(z.string()),
  posDataCode: optional(z.string()),
  authorizationIdResponse: optional(z.string()),
  terminalId: optional(z.string()),
  requestAmount: optional(z.int()),
  payId: optional(z.string()),
  internalResponseCode: optional(z.int()),
})
export type Transaction = z.infer<typeof Transaction>

/** An order of a merchant, as payments refer to it (4.4, getPaymentOrders). */
export const PaymentOrder = z.object({
  id: long,
  eventDate: optional(z.string()),
  purpose: optional(z.string()),
  currency: optional(z.int()),
  amount: optional(z.int()),
  status: optional(z.string()),
  orderNumber: optional(z.string()),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

/** One transaction of a payment order (4.4, getOrderDetails). */
export const OrderTransaction = z.object({
  merchantId: optional(z.string()),
  terminalId: optional(z.string()),
  transactionDate: z.string(),
  cardNumber: optional(z.string()),
  cardNumberMask: family(optional(z.string()), "Instead of cardNumber, as in rows of a merchant's transactions (2.9)"),
  transactionAmount: optional(z.int()),
  transactionCurrency: optional(z.int()),
  submittedAmount: optional(z.int()),
  submittedCurrency: optional(z.int()),
  authorizationCode: optional(z.string()),
  cashbackAmount: optional(z.int()),
  transactionType: optional(z.string()),
  networkType: optional(z.string()),
  cardType: optional(z.string()),
  orderNumber: optional(z.string()),
})
export type OrderTransaction = z.infer<typeof OrderTransaction>

export const historyOperations = {
  getTransactions: rpc('getTransactions', {
    summary: 'List the transactions of a card',
    source: '4.4, 2.8',
    request: z.strictObject({ cardIdentification: namedAnyhow, period: Period }),
    response: z.object({ transactions: optional(listOf('transaction', Transaction)) }),
  }),
  getTransactionDetails: rpc('getTransactionDetails', {
    summary: 'Read one transaction, or its reversal',
    source: '4.4, 2.8',
    request: z.strictObject({ utrnno: long, reversal: optional(z.boolean()) }),
    response: z.object({ transaction: optional(Transaction) }),
  }),
  getTransactionCurrencies: rpc('getTransactionCurrencies', {
    summary: 'List the currencies that a card has paid in',
    source: '4.4',
    request: z.strictObject({ cardIdentification: identifiedBy([['cardId']]) }),
    response: z.object({ currencies: optional(listOf('currency', z.int())) }),
  }),
  getPaymentOrders: rpc('getPaymentOrders', {
    summary: 'List the payment orders of a merchant',
    source: '4.4',
    request: z.strictObject({
      merchantNumber: optional(text),
      institutionId: optional(text),
      period: optional(Period),
    }),
    response: z.object({ orderList: optional(listOf('order', PaymentOrder)) }),
  }),
  getOrderDetails: rpc('getOrderDetails', {
    summary: 'Read the transactions of a payment order',
    source: '4.4',
    request: z.strictObject({ orderId: long }),
    response: z.object({ transactionList: optional(listOf('transaction', OrderTransaction)) }),
  }),
}
