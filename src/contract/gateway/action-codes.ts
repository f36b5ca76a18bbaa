import type { Reason } from './reasons.ts'

/** `soft`: the same card may succeed later; `hard`: it will not. */
type Entry = readonly [code: number, reason: Reason, kind: 'soft' | 'hard', gloss: string]

/** actionCode by meaning (family); the gloss is the gateway's own technical text, never the shopper's. */
const table: readonly Entry[] = [
  [-30001, 'technical', 'soft', 'The payment is pending'],
  [-20010, 'limit_exceeded', 'soft', 'Amount limit of the issuer exceeded'],
  [-2025, 'authentication_failed', 'soft', 'The result request says that authentication failed'],
  [-2023, 'authentication_failed', 'soft', 'The issuer could not authenticate'],
  [-2022, 'authentication_failed', 'soft', '3-D Secure is impossible'],
  [-2018, 'authentication_failed', 'soft', '3-D Secure failed on the acquirer side'],
  [-2014, 'authentication_cancelled', 'soft', 'The payer never came back from the payment page'],
  [-2013, 'attempts_used_up', 'hard', 'Payment attempts used up'],
  [-2009, 'authentication_cancelled', 'soft', 'The payer left the access server'],
  [-2007, 'order_expired', 'hard', 'The session of the order expired'],
  [-2006, 'authentication_failed', 'soft', 'The issuer refused: 3-D Secure failed'],
  [-100, 'not_processed', 'soft', 'No payment attempt yet'],
  [1, 'contact_bank', 'soft', 'Identity check needed'],
  [4, 'contact_bank', 'hard', 'The card is blocked'],
  [5, 'bank_declined', 'soft', 'The bank refused'],
  [20, 'insufficient_funds', 'soft', 'Not enough funds'],
  [62, 'contact_bank', 'hard', 'The card is lost, stolen or not usable'],
  [63, 'bank_declined', 'hard', 'Security refusal'],
  [73, 'wrong_details', 'soft', 'Wrong expiry'],
  [82, 'wrong_details', 'soft', 'Wrong CVC'],
  [88, 'wrong_details', 'soft', 'CVC check failed'],
  [100, 'limit_exceeded', 'soft', 'Over the limit'],
  [109, 'technical', 'hard', 'The terminal is not set up'],
  [101, 'card_expired', 'hard', 'The card has expired'],
  [103, 'bank_unreachable', 'soft', 'No link to the issuer'],
  [106, 'contact_bank', 'hard', 'PIN tries exceeded'],
  [110, 'limit_exceeded', 'soft', 'Amount not acceptable'],
  [111, 'wrong_details', 'soft', 'Wrong card number'],
  [116, 'insufficient_funds', 'soft', 'Not enough funds'],
  [119, 'card_restricted', 'hard', 'Not permitted to the cardholder'],
  [120, 'card_restricted', 'hard', 'Not permitted by the issuer'],
  [121, 'limit_exceeded', 'soft', 'Amount limit exceeded'],
  [123, 'limit_exceeded', 'soft', 'Count limit exceeded'],
  [125, 'wrong_details', 'soft', 'Wrong card number'],
  [151, 'bank_declined', 'hard', 'Refused by the fraud check of the issuer'],
  [208, 'contact_bank', 'hard', 'The card is lost'],
  [555, 'card_restricted', 'hard', 'The card is closed to online payments'],
  [823, 'contact_bank', 'hard', 'The card is stolen'],
  [902, 'limit_exceeded', 'soft', 'Limit exceeded'],
  [906, 'card_expired', 'hard', 'The card has expired'],
  [907, 'bank_unreachable', 'soft', 'The issuer cannot be reached'],
  [909, 'technical', 'soft', 'System malfunction'],
  [911, 'bank_declined', 'soft', 'Refused, ask the merchant'],
  [912, 'bank_unreachable', 'soft', 'The issuer is down'],
  [998, 'bank_unreachable', 'soft', 'The issuer did not answer in time'],
  [999, 'bank_declined', 'hard', 'Suspected fraud'],
  [2030, 'contact_bank', 'hard', 'The card is blocked'],
  [4005, 'cancelled', 'soft', 'Declined by the merchant'],
  [71015, 'wrong_details', 'soft', 'The card data are wrong'],
  [341014, 'technical', 'soft', 'General error'],
]

const byCode = new Map(table.map(([code, reason, kind, gloss]) => [code, { reason, kind, gloss }]))

/** What an actionCode means; an unknown code is a refusal of the bank that may be tried again. */
export const meaningOf = (actionCode: number): { reason: Reason; kind: 'soft' | 'hard'; gloss: string } =>
  byCode.get(actionCode) ?? { reason: 'bank_declined', kind: 'soft', gloss: `Refused with code ${actionCode}` }
