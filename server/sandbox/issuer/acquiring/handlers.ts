import type { Desk } from '../desk.ts'
import { getMerchantTransactions } from './merchant-transactions.ts'
import { changeMerchantStatus, changeTerminalStatus } from './statuses.ts'

export const acquiringHandlers = (desk: Desk) => ({
  changeMerchantStatus: changeMerchantStatus(desk),
  changeTerminalStatus: changeTerminalStatus(desk),
  getMerchantTransactions: getMerchantTransactions(desk),
})
