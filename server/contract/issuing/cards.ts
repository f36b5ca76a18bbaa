import * as z from 'zod/mini'
import { expiry } from '#contract/fields.ts'
import { cardAcceptorParameters, Limit, LimitChange, LimitException } from './blocks.ts'
import { NumberedCard } from './card-data.ts'
import { identifiedBy, namedAnyhow, usualIdentifications } from './card-identification.ts'
import { Done, listOf, long, optional, Processed, text, whole } from './fields.ts'
import { rpc } from './rpc.ts'

/** accountType of bindCardToAccount (4.4). */
export const accountTypes = [
  'ACCOUNT_TYPE_DEFAULT',
  'ACCOUNT_TYPE_SAVING',
  'ACCOUNT_TYPE_CHECKING',
  'ACCOUNT_TYPE_CREDIT',
  'ACCOUNT_TYPE_FIRST_OTHERS',
  'ACCOUNT_TYPE_LOANS',
  'ACCOUNT_TYPE_ENVELOPE',
  'ACCOUNT_TYPE_ESCROW',
  'ACCOUNT_TYPE_MONEY_MARKET',
  'ACCOUNT_TYPE_LOYALTY',
] as const

/** deliveryMethod of createVirtualCard: the whole card in the answer, or half of it by SMS (4.4). */
export const cardDeliveries = ['WS', 'HALF_AND_HALF'] as const

const hotCardStatus = whole
const accountNumber = text
const personalData = optional(z.strictObject({ firstName: optional(text), lastName: optional(text) }))

export const cardOperations = {
  blockCard: rpc('blockCard', {
    summary: 'Block a card',
    source: '4.4, 3',
    request: z.strictObject({ cardIdentification: namedAnyhow, hotCardStatus, cardAcceptorParameters }),
    response: Processed,
  }),
  validateCard: rpc('validateCard', {
    summary: 'Make a blocked card valid again',
    source: '4.4, 3',
    request: z.strictObject({
      cardIdentification: identifiedBy([
        ['cardNumber'],
        ['cardId'],
        ['cardNumberMask', 'cardholderId'],
        ['cardNumberMask', 'phoneNumber'],
      ]),
      cardAcceptorParameters,
    }),
    response: Processed,
  }),
  cardStatusInquiry: rpc('cardStatusInquiry', {
    summary: 'Read the status of a card',
    source: '4.4, 3',
    request: z.strictObject({ cardIdentification: identifiedBy(usualIdentifications), cardAcceptorParameters }),
    response: z.object({ hotCardStatus: optional(z.int()) }),
  }),
  changeCardStatus: rpc('changeCardStatus', {
    summary: 'Change the status of a blocked card',
    source: '4.4, 3',
    request: z.strictObject({ cardIdentification: namedAnyhow, hotCardStatus, cardAcceptorParameters }),
    response: Processed,
  }),
  bindCardToAccount: rpc('bindCardToAccount', {
    summary: 'Let a card spend from an account',
    source: '4.4',
    request: z.strictObject({
      cardIdentification: identifiedBy([['cardNumber']], ['expDate']),
      accountNumber,
      accountType: z.enum(accountTypes),
      /** Required when this opens the account. */
      accountCurrency: optional(whole),
      personalData,
      customerId: optional(text),
      cardAcceptorParameters,
    }),
    response: Done,
  }),
  createVirtualCard: rpc('createVirtualCard', {
    summary: 'Issue a virtual card on an account',
    source: '4.4, 8',
    request: z.strictObject({
      /** In the sandbox, cardNumber is the issuer identification number followed by ten zeros. */
      cardIdentification: namedAnyhow,
      virtualCardIdentification: z.strictObject({
        expDate: expiry,
        productType: text,
        cardNumber: optional(text),
        cardNumberMask: optional(text),
        cardId: optional(text),
        barCode: optional(text),
        cvv2: optional(text),
      }),
      /** Default limit of the new card. */
      amount: whole,
      currency: whole,
      accountNumber,
      deliveryMethod: optional(z.enum(cardDeliveries)),
      personalData,
      cardAcceptorParameters,
    }),
    response: z.object({
      virtualCardIdentification: optional(
        z.object({
          cardNumber: optional(z.string()),
          cardNumberMask: optional(z.string()),
          cardId: optional(z.string()),
          expDate: optional(z.string()),
          productType: optional(z.string()),
          barCode: optional(z.string()),
          cvv2: optional(z.string()),
        }),
      ),
    }),
  }),
  getCardData: rpc('getCardData', {
    summary: 'Read a card; with an RSA public key its number comes encrypted',
    source: '4.4, 2.7',
    request: z.strictObject({ cardIdentification: namedAnyhow, rsaPublicKey: optional(text) }),
    response: z.object({ cardData: optional(NumberedCard) }),
  }),
  getCardListByOwner: rpc('getCardListByOwner', {
    summary: 'List the cards of a customer',
    source: '4.4, 2.7',
    request: z.strictObject({ cardIdentification: identifiedBy([['customerId'], ['phoneNumber'], ['email']]) }),
    response: z.object({ cards: optional(listOf('card', NumberedCard)) }),
  }),
  getCardFees: rpc('getCardFees', {
    summary: 'Read what using a card costs',
    source: '4.4',
    request: z.strictObject({ cardNumber: text }),
    response: z.object({
      fees: optional(listOf('fee', z.object({ feeType: optional(z.string()), feeValue: optional(z.number()) }))),
    }),
  }),
  getCardLimits: rpc('getCardLimits', {
    summary: 'Read the limits of a card, and what is consumed of them',
    source: '4.4, 2.4',
    request: z.strictObject({ cardIdentification: namedAnyhow }),
    response: z.object({ limits: optional(listOf('limit', Limit)) }),
  }),
  addCardLimitException: rpc('addCardLimitException', {
    summary: 'Give a limit of a card another value from one date to another',
    source: '4.4, 2.4',
    request: z.strictObject({
      cardIdentification: identifiedBy(usualIdentifications),
      limitException: LimitException,
      cardAcceptorParameters,
    }),
    response: Done,
  }),
  changeCardLimit: rpc('changeCardLimit', {
    summary: 'Override a limit of one card',
    source: '4.4, family',
    request: z.strictObject({ cardIdentification: namedAnyhow, limit: LimitChange, cardAcceptorParameters }),
    response: Done,
  }),
  getTransactionSchemeAdditions: rpc('getTransactionSchemeAdditions', {
    summary: 'List the schemes of transactions that a card takes part in',
    source: '4.4',
    request: z.strictObject({
      cardIdentification: identifiedBy([['cardId']]),
      templateSchemeId: optional(long),
    }),
    response: z.object({
      transactionSchemeAdditions: optional(
        listOf(
          'addition',
          z.object({
            id: long,
            domain: z.string(),
            countryGroup: z.int(),
            mccGroup: z.int(),
            transactionType: z.int(),
            posDataCode: z.string(),
          }),
        ),
      ),
    }),
  }),
}
