import type { Ask } from '../operations.ts'

/** Cards, their limits and the places where they may pay (card management 4.4). */
export interface CardMethods {
  /**
   * Blocks a card (4.4, 3).
   *
   * `hotCardStatus` is one of `hotCardStatuses`; the document shows 6. Refused where there is no such card (14), or
   * it has that status already (16).
   */
  readonly blockCard: Ask<'blockCard'>
  /**
   * Makes a blocked card valid again (4.4, 3).
   *
   * Refused where there is no such card (14), or it is not blocked (15).
   */
  readonly validateCard: Ask<'validateCard'>
  /**
   * Reads the status of a card, one of `hotCardStatuses` (4.4, 3).
   *
   * A status that no table lists is passed on. Refused where there is no such card (14).
   */
  readonly cardStatusInquiry: Ask<'cardStatusInquiry'>
  /**
   * Changes the status of a blocked card (4.4, 3).
   *
   * `hotCardStatus` is one of `hotCardStatuses`; the document shows 0. Refused where there is no such card (14), or
   * it has that status already (15, 16).
   */
  readonly changeCardStatus: Ask<'changeCardStatus'>
  /**
   * Lets a card spend from an account, as one of `accountTypes` (4.4).
   *
   * An account that is not there is opened, in `accountCurrency`. Refused where there is no such card (14), the
   * account is another customer’s (AD), or they are bound already (AG).
   */
  readonly bindCardToAccount: Ask<'bindCardToAccount'>
  /**
   * Issues a virtual card on an account (4.4, 8).
   *
   * `cardIdentification.cardNumber` is the issuer identification number and ten zeros; `amount`, in minor units, is
   * the card’s default limit. With `cardDeliveries` `WS` the answer has the full card number: do not log it. Refused
   * where there is no such account (14), or the card exists (AA).
   */
  readonly createVirtualCard: Ask<'createVirtualCard'>
  /**
   * Reads a card (4.4, 2.7).
   *
   * The answer has the full card number, encrypted where `rsaPublicKey` is given: do not log it. Balances are minor
   * units. Refused where there is no such card (14).
   */
  readonly getCardData: Ask<'getCardData'>
  /**
   * Lists the cards of a customer, by `customerId`, `phoneNumber` or `email` (4.4, 2.7).
   *
   * The answer may have full card numbers: do not log it. Refused where there is no such customer (AD).
   */
  readonly getCardListByOwner: Ask<'getCardListByOwner'>
  /**
   * Reads what using a card costs (4.4).
   *
   * The document has no unit for `feeValue`: ask the bank. Refused where there is no such card (14).
   */
  readonly getCardFees: Ask<'getCardFees'>
  /**
   * Reads the limits of a card, and what is consumed of them (4.4, 2.4).
   *
   * Values are minor units, or numbers of payments. Refused where there is no such card (14).
   */
  readonly getCardLimits: Ask<'getCardLimits'>
  /**
   * Gives a limit of a card another value from one date to another, both included (4.4, 2.4).
   *
   * `value` is minor units, or a number of payments. Refused where there is no such card (14) or limit (A8).
   */
  readonly addCardLimitException: Ask<'addCardLimitException'>
  /**
   * Overrides a limit of one card; what `limit` leaves out stays as it is (4.4, family).
   *
   * The document shows only `cardIdentification`; `limit` is as at `changeAccountLimit`. `value` is minor units, or a
   * number of payments. Refused where there is no such card (14) or limit (A8).
   */
  readonly changeCardLimit: Ask<'changeCardLimit'>
  /**
   * Lists the schemes of transactions that a card takes part in, by `cardId` (4.4).
   *
   * Refused where there is no such card (14).
   */
  readonly getTransactionSchemeAdditions: Ask<'getTransactionSchemeAdditions'>
  /**
   * Says where a card may pay, and where not (4.4).
   *
   * Each rule names a country (ISO 3166) or a region (UN M49), and is one of `geoStatuses`. Refused where there is no
   * such card (14), or a place or a group is not known (A8).
   */
  readonly setGeoRestrictions: Ask<'setGeoRestrictions'>
  /**
   * Reads where a card may not pay (4.4).
   *
   * Only rules that restrict the card are returned. Refused where there is no such card (14).
   */
  readonly getGeoRestrictions: Ask<'getGeoRestrictions'>
}
