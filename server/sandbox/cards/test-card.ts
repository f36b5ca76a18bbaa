import type { CardSchemeId } from '#server-contract/gateway/card-schemes.ts'
import type { Reason } from '#contract/reasons.ts'

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
  /** What its bank calls it, which the list of stored cards shows; its last digits where it has no name. */
  readonly label?: string
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
