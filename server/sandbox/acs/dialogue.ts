import type { Redirect } from '#contract/wire/redirect-page.ts'
import type { AReq, ARes } from '#server-contract/three-ds/messages.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
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
  /** BCP 47 tag or Accept-Language header of the browser. */
  readonly language: string
}

/** Identifies one authentication in each of its messages. */
export type Ids = Pick<ARes, 'messageVersion' | 'threeDSServerTransID' | 'acsTransID' | 'dsTransID'>

/** Where the result of a challenge is sent and where the browser goes then, by protocol. */
export type ReturnPath =
  | {
      readonly protocol: '2'
      readonly ids: Ids
      readonly areq: Pick<AReq, 'notificationURL' | 'threeDSServerURL' | 'messageCategory'>
    }
  | {
      readonly protocol: '1'
      readonly transId: string
      readonly termUrl: string
      /** The merchant's data, returned unchanged. */
      readonly md: string
    }

/** One challenge; an immutable value. */
export interface Dialogue {
  /** Unguessable; sent in the page's hidden field. */
  readonly id: string
  /** Identifies the challenge in the browser's request. */
  readonly key: string
  /** The 3DS server's identifier of the transaction. */
  readonly transaction: string
  readonly brand: TestCard['brand']
  readonly purchase: Purchase
  /** Where the codes are sent; absent if the issuer does not know it. */
  readonly phone?: string | undefined
  readonly back: ReturnPath
  readonly deadline: number
  readonly challenge: Challenge
  readonly shown: boolean
  /** The threeDSSessionData of 3DS 2, returned unchanged. */
  readonly sessionData?: string
  readonly outcome?: Outcome
  /** Where the browser goes; set after the result has been sent. */
  readonly end?: Redirect
}

/** Reports the result of a challenge as its protocol requires, and returns where the browser goes then. */
export type Finish = (dialogue: Dialogue, outcome: Outcome) => Promise<Redirect>
