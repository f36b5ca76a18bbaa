import type { Reason } from '#contract/reasons.ts'

/** `soft`: the same card may succeed later; `hard`: it will not. */
type Kind = 'soft' | 'hard'
type Entry = readonly [code: number, reason: Reason, kind: Kind, gloss: string]

/** Refused before the issuer was asked: by the gateway, or in 3-D Secure. */
const beforeTheIssuer: readonly Entry[] = [
  [-30001, 'technical', 'soft', 'The payment is pending'],
  [-20010, 'limit_exceeded', 'soft', 'Amount limit of the issuer exceeded'],
  [-2200, 'authentication_failed', 'soft', 'There is no cryptogram'],
  [-2025, 'authentication_failed', 'soft', 'The result request says that authentication failed'],
  [-2024, 'authentication_failed', 'soft', 'The acquirer forbids a frictionless authentication'],
  [-2023, 'authentication_failed', 'soft', 'The issuer could not authenticate'],
  [-2022, 'authentication_failed', 'soft', '3-D Secure is impossible'],
  [-2020, 'authentication_failed', 'soft', 'The ECI is wrong'],
  [-2018, 'authentication_failed', 'soft', '3-D Secure failed on the acquirer side'],
  [-2014, 'authentication_cancelled', 'soft', 'The payer never came back from the payment page'],
  [-2013, 'attempts_used_up', 'hard', 'Payment attempts used up'],
  [-2009, 'authentication_cancelled', 'soft', 'The payer left the access server'],
  [-2007, 'order_expired', 'hard', 'The session of the order expired'],
  [-2006, 'authentication_failed', 'soft', 'The issuer refused: 3-D Secure failed'],
  [-301, 'technical', 'soft', "The wallet's token is wrong"],
  [-100, 'not_processed', 'soft', 'No payment attempt yet'],
]

/** Refused by the issuer, the network or its processing. */
const byTheIssuer: readonly Entry[] = [
  [1, 'contact_bank', 'soft', 'Identity check needed'],
  [4, 'contact_bank', 'hard', 'The card is blocked'],
  [5, 'bank_declined', 'soft', 'The bank refused'],
  [20, 'insufficient_funds', 'soft', 'Not enough funds'],
  [62, 'contact_bank', 'hard', 'The card is lost, stolen or not usable'],
  [63, 'bank_declined', 'hard', 'Security refusal'],
  [72, 'card_restricted', 'hard', "The sender's card is not allowed"],
  [73, 'wrong_details', 'soft', 'Wrong expiry'],
  [78, 'card_restricted', 'hard', 'Wrong account'],
  [82, 'wrong_details', 'soft', 'Wrong CVC'],
  [87, 'technical', 'hard', 'The hold is too old'],
  [88, 'wrong_details', 'soft', 'CVC check failed'],
  [90, 'technical', 'soft', 'Processing status unknown'],
  [100, 'limit_exceeded', 'soft', 'Over the limit'],
  [101, 'card_expired', 'hard', 'The card has expired'],
  [103, 'bank_unreachable', 'soft', 'No link to the issuer'],
  [106, 'contact_bank', 'hard', 'PIN tries exceeded'],
  [109, 'technical', 'hard', 'The terminal is not set up'],
  [110, 'limit_exceeded', 'soft', 'Amount not acceptable'],
  [111, 'wrong_details', 'soft', 'Wrong card number'],
  [116, 'insufficient_funds', 'soft', 'Not enough funds'],
  [117, 'wrong_details', 'soft', 'Wrong PIN'],
  [119, 'card_restricted', 'hard', 'Not permitted to the cardholder'],
  [120, 'card_restricted', 'hard', 'Not permitted by the issuer'],
  [121, 'limit_exceeded', 'soft', 'Amount limit exceeded'],
  [123, 'limit_exceeded', 'soft', 'Count limit exceeded'],
  [124, 'technical', 'soft', 'A reversal or a refund failed'],
  [125, 'wrong_details', 'soft', 'Wrong card number'],
  [126, 'contact_bank', 'hard', 'The card is lost'],
  [127, 'contact_bank', 'hard', 'The card is stolen'],
  [151, 'bank_declined', 'hard', 'Refused by the fraud check of the issuer'],
  [181, 'card_restricted', 'hard', 'The service is forbidden for the card'],
  [203, 'contact_bank', 'hard', 'The card is lost'],
  [204, 'contact_bank', 'hard', 'The card is lost'],
  [208, 'contact_bank', 'hard', 'The card is lost'],
  [212, 'bank_declined', 'hard', 'The participant is blocked'],
  [239, 'card_restricted', 'hard', 'Recurring payments of the card are stopped'],
  [240, 'card_restricted', 'hard', 'All recurring payments of the card are stopped'],
  [555, 'card_restricted', 'hard', 'The card is closed to online payments'],
  [814, 'limit_exceeded', 'soft', 'Count limit exceeded'],
  [823, 'contact_bank', 'hard', 'The card is stolen'],
  [902, 'limit_exceeded', 'soft', 'Limit exceeded'],
  [903, 'limit_exceeded', 'soft', 'Limit exceeded'],
  [904, 'technical', 'hard', 'The issuer cannot read the request'],
  [906, 'card_expired', 'hard', 'The card has expired'],
  [907, 'bank_unreachable', 'soft', 'The issuer cannot be reached'],
  [909, 'technical', 'soft', 'System malfunction'],
  [911, 'bank_declined', 'soft', 'Refused, ask the merchant'],
  [912, 'bank_unreachable', 'soft', 'The issuer is down'],
  [913, 'technical', 'hard', 'The network cannot read the request'],
  [914, 'technical', 'hard', 'The original is not found'],
  [916, 'bank_declined', 'soft', 'The issuer is unable to answer'],
  [920, 'card_restricted', 'hard', 'A restriction of the card'],
  [941, 'technical', 'hard', 'The merchant is not known'],
  [950, 'technical', 'soft', 'The accounts do not agree'],
  [968, 'technical', 'hard', 'The amount is not that of the original'],
  [998, 'bank_unreachable', 'soft', 'The issuer did not answer in time'],
  [999, 'bank_declined', 'hard', 'Suspected fraud'],
]

/** Refused by rules of the gateway and of its merchant, or by the route to the issuer. */
const byTheGateway: readonly Entry[] = [
  [1112, 'limit_exceeded', 'hard', 'Too many tries with the card number and expiry'],
  [1113, 'limit_exceeded', 'hard', 'Too many tries with the card number'],
  [1114, 'limit_exceeded', 'hard', 'Too many tries with the stored card'],
  [1115, 'attempts_used_up', 'hard', 'Too many tries to pay the order'],
  [1116, 'limit_exceeded', 'soft', 'Too many tries at the terminal'],
  [1117, 'limit_exceeded', 'soft', 'Too many tries at the merchant'],
  [1118, 'limit_exceeded', 'soft', 'Too many tries with the amount'],
  [1120, 'technical', 'soft', 'A refund is under way'],
  [1434, 'authentication_failed', 'soft', 'The issuer wants 3-D Secure'],
  [2002, 'technical', 'hard', 'The state of the order does not allow the operation'],
  [2003, 'card_restricted', 'hard', 'Payments without 3-D Secure are not allowed'],
  [2012, 'cancelled', 'hard', 'The order is cancelled already'],
  [2014, 'bank_declined', 'hard', 'Refused by a rule of the gateway'],
  [2015, 'bank_declined', 'hard', 'Refused by a rule of the gateway'],
  [2016, 'technical', 'hard', '3-D Secure is forbidden for the merchant'],
  [2023, 'technical', 'soft', 'The queue of payments is full'],
  [2030, 'contact_bank', 'hard', 'The card is blocked'],
  [4005, 'cancelled', 'soft', 'Declined by the merchant'],
  [4032, 'authentication_failed', 'soft', 'Authentication was only attempted'],
  [8204, 'technical', 'soft', 'The payment is a duplicate'],
  [71015, 'wrong_details', 'soft', 'The card data are wrong'],
  [151018, 'bank_unreachable', 'soft', 'Timeout, the payment was not sent'],
  [151019, 'bank_unreachable', 'soft', 'Timeout, the payment was sent'],
  [341014, 'technical', 'soft', 'General error'],
]

const byCode = new Map(
  [...beforeTheIssuer, ...byTheIssuer, ...byTheGateway].map(([code, ...rest]) => [code, rest] as const),
)

/** The actionCodes that are told apart by more than their meaning. */
export const actionCode = {
  success: 0,
  pending: -30001,
  issuerCannotAuthenticate: -2023,
  threeDsImpossible: -2022,
  payerLeft: -2009,
  sessionExpired: -2007,
  notAuthenticated: -2006,
  notAttempted: -100,
  declinedByMerchant: 4005,
  authenticationAttempted: 4032,
} as const

/** Every actionCode that says why a payment was not made (family); 0 is a successful payment. */
export const actionCodes: readonly number[] = [...byCode.keys()]

/**
 * What an actionCode means; an unknown code is a decline by the bank that may be tried again. `gloss` is technical, and
 * not for the shopper.
 */
export function actionCodeMeaning(actionCode: number): { reason: Reason; kind: Kind; gloss: string } {
  const [reason, kind, gloss] = byCode.get(actionCode) ?? ['bank_declined', 'soft', `Refused with code ${actionCode}`]
  return { reason, kind, gloss }
}

/** Reasons of a payment of which it is not certain that it has ended, or was made at all. */
const uncertain: ReadonlySet<Reason> = new Set(['technical', 'bank_unreachable', 'not_processed'])

/** Whether an actionCode says that this payment has ended without being made, also where the order is still open. */
export function isFinalDecline(actionCode: number | undefined): boolean {
  const [reason] = byCode.get(actionCode ?? 0) ?? []
  return reason !== undefined && !uncertain.has(reason)
}
