import type { Ask } from '../operations.ts'

/** Money (card management 4.4): ask nothing again before the `outcome` of an error is known. */
export interface MoneyMethods {
  /**
   * Authorises a debit of a card, or a hold with `preAuthorization` (4.4).
   *
   * `amount` and `fee` are minor units, `currency` numeric ISO 4217. Refused by the code of `responseCodes` that says
   * why, such as 51 (not enough money) or 33 (expired). Where the outcome is `unknown`, look for it with
   * `getTransactions`. `uniqueReferenceNumber` is an addition of the sandbox’s, with which it answers the same
   * request the same way and `reversalAdvice` undoes it.
   */
  readonly debitCard: Ask<'debitCard'>
  /**
   * Moves money from one card to another (4.4).
   *
   * `amount` is minor units, `currency` numeric ISO 4217. Refused by the code of `responseCodes` that says why. With
   * `originalTransactionParameters` no money moves: it reads the result of that transfer. Where the outcome is
   * `unknown`, look for it with `getTransactions`.
   */
  readonly p2PTransfer: Ask<'p2PTransfer'>
  /**
   * Gives back a debit or a hold, or a part of it (family: the document has none).
   *
   * The original is named by the fields of its answer; `amount` is minor units. Refused where it is not found (78),
   * given back already (79), or `amount` is more than is left (95).
   */
  readonly reversal: Ask<'reversal'>
  /**
   * Undoes a debit or a hold whose answer never came, and refuses it if it comes yet (the sandbox's own).
   *
   * It is named by its `uniqueReferenceNumber`. It may be asked again: it undoes once. Refused where the number is
   * that of something else (94).
   */
  readonly reversalAdvice: Ask<'reversalAdvice'>
  /**
   * Debits a hold, in full or in part, once; the rest is free again (family: the document has none).
   *
   * The original is named by the fields of its answer; `amount` is minor units. Refused where it is not found (78),
   * is no hold (12), or `amount` is more than is held (95).
   */
  readonly completion: Ask<'completion'>
}
