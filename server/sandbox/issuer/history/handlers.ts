import { getOrderDetails, getPaymentOrders } from '../acquiring/payment-orders.ts'
import type { Desk } from '../desk.ts'
import { getTransactionCurrencies, getTransactionDetails, getTransactions } from './card-history.ts'

export const historyHandlers = (desk: Desk) => ({
  getTransactions: getTransactions(desk),
  getTransactionDetails: getTransactionDetails(desk),
  getTransactionCurrencies: getTransactionCurrencies(desk),
  getPaymentOrders: getPaymentOrders(desk),
  getOrderDetails: getOrderDetails(desk),
})
