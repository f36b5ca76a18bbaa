import type { Hop } from '#contract/hop.ts'
import type { AReq, ARes } from '#contract/three-ds/messages.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Challenge, Outcome } from './challenge.ts'

/** What the cardholder is asked to confirm. */
export interface Purchase {
  readonly pan: string
  readonly merchantName: string
  /** Minor units. */
  readonly amount: number
  /** Numeric ISO 4217. */
  readonly currency: string
  /** Decimal digits of the currency; absent, those of ISO 4217. */
  readonly exponent?: number
  /** BCP 47, as the browser wishes. */
  readonly language: string
}

/** What names one authentication in every message about it. */
export type Ids = Pick<ARes, 'messageVersion' | 'threeDSServerTransID' | 'acsTransID' | 'dsTransID'>

/** Who is told of the end of a challenge, and where the browser goes then: all that it takes, by protocol. */
export type ReturnPath =
  | {
      readonly protocol: '2'
      readonly ids: Ids
      readonly areq: Pick<AReq, 'notificationURL' | 'threeDSServerURL'>
    }
  | {
      readonly protocol: '1'
      readonly transId: string
      readonly termUrl: string
      /** The merchant's data, given back as it came. */
      readonly md: string
    }

/** One challenge, a value: each change makes a new one. */
export interface Dialogue {
  /** Unguessable; travels in the page's hidden field. */
  readonly id: string
  /** What the browser comes with names it so. */
  readonly key: string
  /** What the 3DS server calls the transaction. */
  readonly transaction: string
  readonly brand: TestCard['brand']
  readonly purchase: Purchase
  /** Where the codes go, as far as the issuer knows. */
  readonly phone?: string | undefined
  readonly back: ReturnPath
  readonly deadline: number
  readonly challenge: Challenge
  readonly shown: boolean
  /** What 3DS 2 calls threeDSSessionData, given back as it came. */
  readonly sessionData?: string
  /** How it ended, … */
  readonly outcome?: Outcome
  /** … and where the browser goes, once whoever waits for it has been told. */
  readonly end?: Hop
}

/** Tells whoever waits for it how a challenge ended, and says where the browser goes then. */
export type Finish = (dialogue: Dialogue, outcome: Outcome) => Promise<Hop>
