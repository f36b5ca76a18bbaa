import type { Ask } from '../operations.ts'

/** Merchants, terminals, keys and services (card management 4.3). */
export interface AcquiringMethods {
  /**
   * Sets the status of a merchant (4.3).
   *
   * The document lists no values. Refused where the merchant is not one of that
   * institution, agent, customer or contract (03).
   */
  readonly changeMerchantStatus: Ask<'changeMerchantStatus'>
  /**
   * Sets the status of a terminal (4.3).
   *
   * The document lists no values. Refused where the terminal is not one of that
   * merchant (03).
   */
  readonly changeTerminalStatus: Ask<'changeTerminalStatus'>
  /**
   * Lists the transactions of a merchant (4.3, 2.9).
   *
   * Amounts are minor units. Give `merchantId` or `merchantIdn`, the two names that the document has for it, and a
   * `period` that may be open at either end. Refused where the merchant is not known (03).
   */
  readonly getMerchantTransactions: Ask<'getMerchantTransactions'>
  /**
   * Acts on a service of a card or an account, by one of `serviceActions` (4.3).
   *
   * The card needs its `expDate`. Refused where the service is bound already (A1), not bound (A2), not allowed (97),
   * or there is no such card (14).
   */
  readonly serviceAction: Ask<'serviceAction'>
  /**
   * Makes a key for a terminal, encrypted under a master key (4.3).
   *
   * `keyLength` is one of `keyLengths`; the document lists no values of `keyType` here. Refused where the terminal or
   * the master key is not known (A8).
   */
  readonly generateKey: Ask<'generateKey'>
  /**
   * Installs a key in a terminal (4.3).
   *
   * `keyType` is one of `keyTypes`, `key` hexadecimal digits. The answer is empty. Refused where the check value, the
   * parity or the length is wrong (A3), or the terminal is not known (A8).
   */
  readonly setKey: Ask<'setKey'>
}
