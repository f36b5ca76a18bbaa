import { getOrderDetails, getPaymentOrders } from '../acquiring/payment-orders.ts'
import type { IssuerContext } from '../context.ts'
import { getTransactionCurrencies, getTransactionDetails, getTransactions } from './card-history.ts'

export const historyHandlers = (context: IssuerContext) => ({
  getTransactions: getTransactions(context),
  getTransactionDetails: getTransactionDetails(context),
  getTransactionCurrencies: getTransactionCurrencies(context),
  getPaymentOrders: getPaymentOrders(context),
  getOrderDetails: getOrderDetails(context),
})
