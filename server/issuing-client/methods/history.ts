import type { Ask } from '../operations.ts'

/** Transactions and payment orders (card management 4.4). */
export interface HistoryMethods {
  /**
   * Lists the transactions of a card in a period (4.4, 2.8).
   *
   * Amounts are minor units. `period` has `startDate` and `endDate`, or `start` and `end`, the two pairs of names
   * that the document has. Refused where there is no such card (14).
   */
  readonly getTransactions: Ask<'getTransactions'>
  /**
   * Reads one transaction by its `utrnno`, or its reversal (4.4, 2.8).
   *
   * Amounts are minor units. Refused where there is no such transaction (A8).
   */
  readonly getTransactionDetails: Ask<'getTransactionDetails'>
  /**
   * Lists the currencies that a card has paid in, numeric ISO 4217, by `cardId` (4.4).
   *
   * Refused where there is no such card (14).
   */
  readonly getTransactionCurrencies: Ask<'getTransactionCurrencies'>
  /**
   * Lists the payment orders of a merchant (4.4).
   *
   * Amounts are minor units. Refused where the merchant is not known (03).
   */
  readonly getPaymentOrders: Ask<'getPaymentOrders'>
  /**
   * Reads the transactions of a payment order (4.4).
   *
   * Amounts are minor units. `cardNumber` may be a full one: do not log it. Refused where there is no such order
   * (A8).
   */
  readonly getOrderDetails: Ask<'getOrderDetails'>
}
