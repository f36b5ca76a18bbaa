import type { acceptorOperations, MerchantTransaction } from '#server-contract/issuing/acquiring.ts'
import { spanOf } from '#server-contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import type { IssuerContext } from '../context.ts'
import { maskOf } from '../card-mask.ts'
import { terminalKey } from '../tables.ts'
import { dated, numberOfCode } from '../ledger/wording.ts'
import type { Transaction } from '../records.ts'
import { changeMerchantStatus, changeTerminalStatus } from './statuses.ts'
import { merchantSideOf, settledAt } from './merchant-side.ts'
import { merchantNamed } from './merchants.ts'

export const acquiringHandlers = (context: IssuerContext) => ({
  changeMerchantStatus: changeMerchantStatus(context),
  changeTerminalStatus: changeTerminalStatus(context),
  getMerchantTransactions: getMerchantTransactions(context),
})

/**
 * getMerchantTransactions (card management 4.3, 2.9): oldest first, refused ones too; of a card number the merchant
 * gets only the mask. 03 is a merchant that is not known here.
 */
const getMerchantTransactions =
  (context: IssuerContext) =>
  (request: Request<typeof acceptorOperations.getMerchantTransactions>): { transactions: MerchantTransaction[] } => {
    const field = request.merchantId === undefined ? 'merchantIdn' : 'merchantId'
    const { number: merchantId } = merchantNamed(context, request[field]!, request.institutionId, field)
    const { historyOfMerchant, historyOfTerminal } = context.tables
    const { from, to } = spanOf(request.period)
    const { terminalId } = request
    const entries =
      terminalId === undefined
        ? historyOfMerchant.between(merchantId, from, to)
        : historyOfTerminal.between(terminalKey({ merchantId, terminalId }), from, to)
    return { transactions: entries.map((entry) => rowOf(context, entry)) }
  }

function rowOf(context: IssuerContext, entry: Transaction): MerchantTransaction {
  const { utrnno, type, card, order, responseCode } = entry
  const settled = settledAt(context, entry)
  return {
    utrnno,
    reversal: type === 'REVERSAL',
    ...merchantSideOf(context, entry),
    ...(settled !== undefined && { settlementDate: dated(settled) }),
    ...(card !== undefined && { cardNumberMask: maskOf(card) }),
    responseCode: numberOfCode(responseCode),
    ...(order !== undefined && { orderId: order }),
  }
}
