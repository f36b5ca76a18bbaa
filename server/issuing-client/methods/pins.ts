import type { Ask } from '../operations.ts'

/** PINs and CVC2 (card management 4.4). */
export interface PinMethods {
  /**
   * Reads the PIN of a card, encrypted (4.4, the name is the sandbox's).
   *
   * The document shows only the answer: ask the bank for the name and the request. Refused where there is no such
   * card (14), or it has no PIN (A8).
   */
  readonly getPin: Ask<'getPin'>
  /**
   * Sets the PIN of a card (4.4).
   *
   * `newPinData` is an ISO 9564 format 0 PIN block under the terminal’s key, 16 hexadecimal digits. Refused where
   * there is no such card (14), or the block is not one of it (92).
   */
  readonly changePin: Ask<'changePin'>
  /**
   * Forgets the wrong PINs of a card (4.4).
   *
   * Refused where there is no such card (14).
   */
  readonly resetPinCounter: Ask<'resetPinCounter'>
  /**
   * Generates the CVC2 of a card, and delivers it by one of `cvcDeliveries` (4.4).
   *
   * The answer may have the CVC2 and the full card number: do not log it. `SMS` needs `phoneNumber`. Refused where
   * there is no such card (14).
   */
  readonly generateCVC2: Ask<'generateCVC2'>
  /**
   * Presents the PIN of a card (the sandbox's own: no operation of the document does).
   *
   * Refused where the PIN is wrong (55), too many were (75), or there is no such card (14).
   */
  readonly verifyPin: Ask<'verifyPin'>
}
