import type { IssuingAnswer as Answer, IssuingRequest as Request } from '../operations.ts'

/** Accounts (card management 4.2). */
export interface AccountMethods {
  /**
   * Sets a limit of an account; what `limit` leaves out stays as it is (4.2, 2.4).
   *
   * `value` is minor units, or a number of payments. The names of limits are the bank’s: `getAccountLimits` returns
   * them. Refused where there is no such account (14) or limit (A8).
   */
  changeAccountLimit(
    request: Request<'changeAccountLimit'>,
    signal?: AbortSignal,
  ): Promise<Answer<'changeAccountLimit'>>

  /**
   * Reads the limits of an account, and what is consumed of them (4.2, 2.4).
   *
   * Values are minor units, or numbers of payments. Refused where there is no such account (14).
   */
  getAccountLimits(request: Request<'getAccountLimits'>, signal?: AbortSignal): Promise<Answer<'getAccountLimits'>>

  /**
   * Sets the status of an account in the back office (4.2).
   *
   * The document lists no values. Refused where there is no such account (14).
   */
  changeAccountStatus(
    request: Request<'changeAccountStatus'>,
    signal?: AbortSignal,
  ): Promise<Answer<'changeAccountStatus'>>

  /**
   * Sets the status of an account in the front end, at once (4.2).
   *
   * The document lists no values. Refused where there is no such account (14).
   */
  changeAccountStatusInFe(
    request: Request<'changeAccountStatusInFe'>,
    signal?: AbortSignal,
  ): Promise<Answer<'changeAccountStatusInFe'>>

  /**
   * Reads an account with its cards (4.2, 2.6).
   *
   * `balance` and `creditLimit` are minor units. With `returnCardNumber` the answer has full card numbers: do not log
   * it. Refused where there is no such account (14).
   */
  getAccountData(request: Request<'getAccountData'>, signal?: AbortSignal): Promise<Answer<'getAccountData'>>

  /**
   * Says who alone may be paid by transfer from an account (4.2).
   *
   * The list takes the place of the one before; an empty one allows everybody. Refused where there is no such account
   * (14).
   */
  setAllowedBeneficiaries(
    request: Request<'setAllowedBeneficiaries'>,
    signal?: AbortSignal,
  ): Promise<Answer<'setAllowedBeneficiaries'>>

  /**
   * Reads who alone may be paid by transfer from an account (4.2).
   *
   * An empty list allows everybody. Refused where there is no such account (14).
   */
  getAllowedBeneficiaries(
    request: Request<'getAllowedBeneficiaries'>,
    signal?: AbortSignal,
  ): Promise<Answer<'getAllowedBeneficiaries'>>

  /**
   * Says what kinds of merchants alone an account may pay, by merchant category code (4.2).
   *
   * The list takes the place of the one before; an empty one allows all. Refused where there is no such account (14).
   */
  setAllowedMccList(request: Request<'setAllowedMccList'>, signal?: AbortSignal): Promise<Answer<'setAllowedMccList'>>

  /**
   * Reads what kinds of merchants alone an account may pay, by merchant category code (4.2).
   *
   * An empty list allows all. Refused where there is no such account (14).
   */
  getAllowedMccList(request: Request<'getAllowedMccList'>, signal?: AbortSignal): Promise<Answer<'getAllowedMccList'>>
}
