import type { Store, Table } from '#sandbox/store/store.ts'
import type { Card } from './card-data.ts'

/** One authentication by 3-D Secure, from the first payment call to its end. */
export interface ThreeDsTransaction {
  readonly id: string
  readonly orderId: string
  readonly card: Card
  /** Whether the card's range has a method page, which decides threeDSCompInd. */
  readonly hasMethod: boolean
  readonly challenge?: Challenge
  /** Pending while the payment is finished after a result; absent after a restart, when the order has the outcome. */
  readonly end?: Promise<void>
}

/** What the browser posts to the access server. */
export interface Challenge {
  readonly acsUrl: string
  /** The form's fields: `creq`, or `MD`, `PaReq` and `TermUrl` of 3-D Secure 1. */
  readonly fields: Readonly<Record<string, string>>
  /** Where the payment call asked to redirect the browser at the end. */
  readonly finishUrl?: string
  readonly version?: string
  readonly acsTransID?: string
  readonly dsTransID?: string
}

export interface TransactionTable {
  byId(id: string | undefined): ThreeDsTransaction | undefined
  keep(transaction: ThreeDsTransaction): ThreeDsTransaction
}

export const transactionTable = (store: Store): Table<Omit<ThreeDsTransaction, 'end'>> =>
  store.table('gateway-transactions')

export function buildTransactionTable(store: Store): TransactionTable {
  const transactions = transactionTable(store)
  const byPayment = new Map<string, Promise<void>>()
  return {
    byId(id = '') {
      const [transaction, end] = [transactions.get(id), byPayment.get(id)]
      return transaction && { ...transaction, ...(end && { end }) }
    },
    keep(transaction) {
      const { end, ...row } = transaction
      const forget = (): unknown => byPayment.delete(row.id)
      if (end) byPayment.set(row.id, end).get(row.id)!.then(forget, forget)
      transactions.put(row.id, row)
      return transaction
    },
  }
}
