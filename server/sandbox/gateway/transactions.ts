import type { Card } from './card-data.ts'

/** One authentication by 3-D Secure, from the first payment call to its end. */
export interface Transaction {
  readonly id: string
  readonly orderId: string
  readonly card: Card
  /** Whether the card's range has a method page, which decides threeDSCompInd. */
  readonly hasMethod: boolean
  readonly challenge?: Challenge
  /** The one end of it, once a result has come; the order it left behind. */
  readonly end?: Promise<void>
}

/** What the browser takes to the access server. */
export interface Challenge {
  readonly acsUrl: string
  /** The form's fields: `creq`, or `MD`, `PaReq` and `TermUrl` of 3-D Secure 1. */
  readonly fields: Readonly<Record<string, string>>
  /** Where the payment call asked that the browser be sent at the end. */
  readonly finishUrl?: string
  readonly version?: string
  readonly acsTransID?: string
  readonly dsTransID?: string
}

export interface TransactionBook {
  byId(id: string | undefined): Transaction | undefined
  keep(transaction: Transaction): Transaction
}

export function buildTransactionBook(): TransactionBook {
  const transactions = new Map<string, Transaction>()
  return {
    byId: (id) => transactions.get(id ?? ''),
    keep(transaction) {
      transactions.set(transaction.id, transaction)
      return transaction
    },
  }
}
