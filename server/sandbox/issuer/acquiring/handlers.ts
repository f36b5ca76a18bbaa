import type { IssuerContext } from '../context.ts'
import { getMerchantTransactions } from './merchant-transactions.ts'
import { changeMerchantStatus, changeTerminalStatus } from './statuses.ts'

export const acquiringHandlers = (context: IssuerContext) => ({
  changeMerchantStatus: changeMerchantStatus(context),
  changeTerminalStatus: changeTerminalStatus(context),
  getMerchantTransactions: getMerchantTransactions(context),
})
