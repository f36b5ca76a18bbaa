import type { ResponseCode } from '#contract/issuing/response-codes.ts'
import type { Acceptor, Account, Card } from '../rows.ts'

/** One wish to take money from a card, as the checks see it. */
export interface AuthorizationRequest {
  readonly card: Card
  readonly account: Account
  /** As asked for, minor units of `currency`. */
  readonly amount: number
  readonly currency: number
  /** In the account's currency. */
  readonly accountAmount: number
  /** On top of it, in the account's currency; limits do not count them. */
  readonly fees?: number
  readonly acceptor?: Acceptor | undefined
  readonly expDate?: string | undefined
  readonly cvv2?: string | undefined
  /** How it is asked for: by a terminal where it is not said. */
  readonly entryMode?: 'terminal' | 'remote' | 'transfer'
}

/** Why not: a responseCode, and what a person should know. */
export interface Refusal {
  readonly responseCode: ResponseCode
  readonly message: string
}
