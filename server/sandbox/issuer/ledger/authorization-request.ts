import type { ResponseCode } from '#server-contract/issuing/response-codes.ts'
import type { Acceptor, Account, Card } from '../records.ts'

/** A request to debit a card, as the checks see it. */
export interface AuthorizationRequest {
  readonly card: Card
  readonly account: Account
  /** As requested, minor units of `currency`. */
  readonly amount: number
  readonly currency: number
  /** In the account's currency. */
  readonly accountAmount: number
  /** On top of it, in the account's currency; limits do not count them. */
  readonly fees?: number
  readonly acceptor?: Acceptor | undefined
  readonly expDate?: string | undefined
  readonly cvv2?: string | undefined
  /** How the payment is made; `terminal` when absent. */
  readonly entryMode?: 'terminal' | 'remote' | 'transfer'
}

/** Why a request is refused: a responseCode, and a message for people. */
export interface Refusal {
  readonly responseCode: ResponseCode
  readonly message: string
}
