import type { Ask } from '../operations.ts'

/** Customers (card management 4.1). */
export interface CustomerMethods {
  /**
   * Registers a customer and opens an account for it (4.1).
   *
   * `productName` is a template of the bank’s, and the names of `parameters` are the template’s; the document has
   * `CRCU1001`, whose parameters the bank defines. Refused where a parameter is missing or wrong, or the customer exists (AA).
   */
  readonly registerCustomer: Ask<'registerCustomer'>
  /**
   * Reads a customer, with its accounts and limits (4.1, 2.5).
   *
   * Limits and balances are minor units. Refused where the customer or the account is not known (14, AD).
   */
  readonly getCustomerInfo: Ask<'getCustomerInfo'>
  /**
   * Asks whether there is a customer of that number (4.1).
   *
   * `result` says it; a customer who is not there is no refusal.
   */
  readonly isCustomerExist: Ask<'isCustomerExist'>
}
