import type { Ask } from '../operations.ts'

/** Accounts (card management 4.2). */
export interface AccountMethods {
  /**
   * Sets a limit of an account; what `limit` leaves out stays as it is (4.2, 2.4).
   *
   * `value` is minor units, or a number of payments. The names of limits are the bank’s: `getAccountLimits` returns
   * them. Refused where there is no such account (14) or limit (A8).
   */
  readonly changeAccountLimit: Ask<'changeAccountLimit'>
  /**
   * Reads the limits of an account, and what is consumed of them (4.2, 2.4).
   *
   * Values are minor units, or numbers of payments. Refused where there is no such account (14).
   */
  readonly getAccountLimits: Ask<'getAccountLimits'>
  /**
   * Sets the status of an account in the back office (4.2).
   *
   * The document lists no values. Refused where there is no such account (14).
   */
  readonly changeAccountStatus: Ask<'changeAccountStatus'>
  /**
   * Sets the status of an account in the front end, at once (4.2).
   *
   * The document lists no values. Refused where there is no such account (14).
   */
  readonly changeAccountStatusInFe: Ask<'changeAccountStatusInFe'>
  /**
   * Reads an account with its cards (4.2, 2.6).
   *
   * `balance` and `creditLimit` are minor units. With `returnCardNumber` the answer has full card numbers: do not log
   * it. Refused where there is no such account (14).
   */
  readonly getAccountData: Ask<'getAccountData'>
  /**
   * Says who alone may be paid by transfer from an account (4.2).
   *
   * The list takes the place of the one before; an empty one allows everybody. Refused where there is no such account
   * (14).
   */
  readonly setAllowedBeneficiaries: Ask<'setAllowedBeneficiaries'>
  /**
   * Reads who alone may be paid by transfer from an account (4.2).
   *
   * An empty list allows everybody. Refused where there is no such account (14).
   */
  readonly getAllowedBeneficiaries: Ask<'getAllowedBeneficiaries'>
  /**
   * Says what kinds of merchants alone an account may pay, by merchant category code (4.2).
   *
   * The list takes the place of the one before; an empty one allows all. Refused where there is no such account (14).
   */
  readonly setAllowedMccList: Ask<'setAllowedMccList'>
  /**
   * Reads what kinds of merchants alone an account may pay, by merchant category code (4.2).
   *
   * An empty list allows all. Refused where there is no such account (14).
   */
  readonly getAllowedMccList: Ask<'getAllowedMccList'>
}
