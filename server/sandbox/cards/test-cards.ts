import type { CardSchemeId } from '#contract/gateway/card-schemes.ts'
import type { Reason } from '#contract/gateway/reasons.ts'

/** How the access server treats a card: `none` is not enrolled, `redirect` is the older 3-D Secure 1. */
export type ThreeDs = 'none' | 'frictionless' | 'attempt' | 'challenge' | 'redirect'

/** How the issuer's processing treats a card, apart from its account; set openly in the table. */
export type Quirk = 'slow' | 'technical' | 'unanswered' | 'lost'

/** One card of the sandbox's issuer, with the result of a payment by it. */
export interface TestCard {
  readonly pan: string
  /** YYYYMM, as typed by the shopper. */
  readonly expiry: string
  readonly cvc: string
  readonly brand: CardSchemeId | 'unknown'
  readonly threeDs: ThreeDs
  /** Whether its range has a 3-D Secure method page. */
  readonly method: boolean
  /** The transStatus of the ARes, if a frictionless card is not authenticated. */
  readonly transStatus?: 'N' | 'U' | 'R'
  readonly outcome: 'paid' | 'declined' | 'pending'
  readonly reason?: Reason
  /** The gateway's actionCode of a payment that is not paid. */
  readonly code?: number
  /** Description of the card, for people. */
  readonly what: string
  /** State of the card at the issuer where it differs from a good card. */
  readonly issuer?: {
    /** hotCardStatus of the card-management specification. */
    readonly status?: number
    /** The expiry on file, YYYYMM. */
    readonly expiry?: string
    /** The CVC on file. */
    readonly cvc?: string
    /** Minor units available. */
    readonly balance?: number
    /** The limit of one payment, minor units. */
    readonly limit?: number
    readonly quirk?: Quirk
  }
}

const good = { expiry: '203412', cvc: '123' } as const

/**
 * The cards of the sandbox. The first three numbers, 4000001111111118 and 4444555511113333 are those of the gateway
 * family's own test table.
 */
export const testCards: readonly TestCard[] = [
  {
    ...good,
    pan: '5555555555555599',
    brand: 'mastercard',
    threeDs: 'challenge',
    method: true,
    outcome: 'paid',
    what: 'Method page, then a challenge',
  },
  {
    ...good,
    pan: '4111111111111111',
    brand: 'visa',
    threeDs: 'frictionless',
    method: true,
    outcome: 'paid',
    what: 'Method page, frictionless',
  },
  {
    ...good,
    pan: '5168494895055780',
    brand: 'mastercard',
    threeDs: 'frictionless',
    method: true,
    transStatus: 'N',
    outcome: 'declined',
    reason: 'authentication_failed',
    code: -2006,
    what: 'Frictionless, refused by the access server',
  },
  {
    ...good,
    pan: '4000000000000135',
    brand: 'visa',
    threeDs: 'frictionless',
    method: true,
    transStatus: 'R',
    outcome: 'declined',
    reason: 'authentication_failed',
    code: -2006,
    what: 'Frictionless, rejected (R) by the access server',
  },
  {
    ...good,
    pan: '4000000000000143',
    brand: 'visa',
    threeDs: 'frictionless',
    method: true,
    transStatus: 'U',
    outcome: 'declined',
    reason: 'authentication_failed',
    code: -2023,
    what: 'Enrolled, and could not be authenticated (U)',
  },
  {
    ...good,
    pan: '4000001111111118',
    brand: 'visa',
    threeDs: 'attempt',
    method: false,
    outcome: 'paid',
    what: 'Authentication attempted',
  },
  {
    ...good,
    pan: '4444555511113333',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'paid',
    what: 'Not enrolled',
  },
  {
    ...good,
    pan: '4000000000000002',
    brand: 'visa',
    threeDs: 'challenge',
    method: false,
    outcome: 'paid',
    what: 'A challenge without a method page',
  },
  {
    ...good,
    pan: '2200000000000004',
    brand: 'mir',
    threeDs: 'frictionless',
    method: false,
    outcome: 'paid',
    what: 'Frictionless without a method page',
  },
  {
    ...good,
    pan: '6759649826438453',
    brand: 'maestro',
    threeDs: 'redirect',
    method: false,
    outcome: 'paid',
    what: '3-D Secure 1: the whole page goes to the bank and back',
  },
  {
    ...good,
    pan: '6764540000000016',
    brand: 'maestro',
    threeDs: 'none',
    method: false,
    outcome: 'paid',
    what: 'Co-badged: the payer chooses Maestro or Mir',
  },
  {
    ...good,
    pan: '9860000000000000',
    brand: 'humo',
    threeDs: 'none',
    method: false,
    outcome: 'paid',
    what: 'A local scheme: the security code may be left empty',
  },
  {
    ...good,
    pan: '7000000000000005',
    brand: 'unknown',
    threeDs: 'none',
    method: false,
    outcome: 'paid',
    what: 'A scheme that nobody knows, with or without a security code',
  },
  {
    ...good,
    pan: '4000000000000010',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'insufficient_funds',
    code: 116,
    what: 'Not enough funds',
    issuer: { balance: 0 },
  },
  {
    ...good,
    pan: '4000000000000028',
    brand: 'visa',
    threeDs: 'challenge',
    method: true,
    outcome: 'declined',
    reason: 'insufficient_funds',
    code: 116,
    what: 'A challenge, then not enough funds',
    issuer: { balance: 0 },
  },
  {
    ...good,
    pan: '4000000000000036',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'card_expired',
    code: 101,
    what: 'Expired at the issuer',
    issuer: { expiry: '202012' },
  },
  {
    ...good,
    pan: '4000000000000044',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'contact_bank',
    code: 208,
    what: 'Reported lost',
    issuer: { quirk: 'lost' },
  },
  {
    ...good,
    pan: '4000000000000051',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'contact_bank',
    code: 823,
    what: 'Reported stolen',
    issuer: { status: 7 },
  },
  {
    ...good,
    pan: '4000000000000069',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'bank_declined',
    code: 5,
    what: 'Refused by the bank without a reason',
    issuer: { status: 3 },
  },
  {
    ...good,
    pan: '4000000000000077',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'card_restricted',
    code: 120,
    what: 'Not permitted to pay online',
    issuer: { status: 5 },
  },
  {
    ...good,
    pan: '4000000000000085',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'limit_exceeded',
    code: 121,
    what: 'Over the limit of one payment',
    issuer: { limit: 1 },
  },
  {
    ...good,
    pan: '4000000000000127',
    cvc: '999',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'wrong_details',
    code: 71015,
    what: 'A wrong security code',
    issuer: { cvc: '123' },
  },
  {
    ...good,
    pan: '4000000000000093',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'paid',
    what: 'A slow bank: four seconds',
    issuer: { quirk: 'slow' },
  },
  {
    ...good,
    pan: '4000000000000101',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'declined',
    reason: 'technical',
    code: 909,
    what: 'A technical error at the bank',
    issuer: { quirk: 'technical' },
  },
  {
    ...good,
    pan: '4000000000000119',
    brand: 'visa',
    threeDs: 'none',
    method: false,
    outcome: 'pending',
    code: -30001,
    what: 'The bank has not decided yet',
    issuer: { quirk: 'unanswered' },
  },
]
