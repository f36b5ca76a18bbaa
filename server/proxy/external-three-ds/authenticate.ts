import type { CardPayment } from '#server-contract/gateway/card-payments.ts'

/** A card that the shopper has typed. */
export interface NewCard {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: string
  readonly cardholder?: string
  readonly bindingId?: undefined
}

/** A stored card, whose number only the gateway knows (online gateway 2.2). */
export interface StoredCard {
  /** The gateway's identifier of the card, String [1..255]. */
  readonly bindingId: string
  /** Where the gateway returns it. */
  readonly maskedPan?: string
  /** YYYYMM, where the gateway returns it. */
  readonly expiry?: string
  readonly pan?: undefined
}

/** How the step ended that the last answer asked for. */
export type EndedStep =
  | {
      readonly kind: 'method'
      /** As the answer gave it. */
      readonly transactionId: string
      /** Whether the method page notified in time, within ten seconds: `threeDSCompInd` is then Y, otherwise N. */
      readonly isCompleted: boolean
    }
  | {
      readonly kind: 'challenge'
      readonly transactionId: string
      /**
       * What the access server has posted through the browser, unverified: a hint. The result is that of the RReq, which
       * your server has received.
       */
      readonly cres?: string
    }

/**
 * The payment as sent to the merchant's own 3-D Secure server. It contains a card number: it must not be stored or
 * logged.
 */
export interface PaymentToAuthenticate {
  readonly orderNumber: string
  /** Minor units. */
  readonly amount: number
  /** Numeric ISO 4217. */
  readonly currency: string
  readonly card: NewCard | StoredCard
  /** The browser's part of an AReq (online gateway 2.4). */
  readonly browser: CardPayment['clientBrowserInfo']
  readonly email?: string
  readonly phone?: string
  /** `threeDSMethodNotificationURL` of a method step; the same in all calls for a payment. */
  readonly methodNotificationUrl: string
  /**
   * `notificationURL` of an AReq, or the address to which a notification page of your own redirects the browser; the
   * same in all calls for a payment.
   */
  readonly challengeNotificationUrl: string
  /** How the step ended that the last answer asked for; absent in the first call for a payment. */
  readonly ended?: EndedStep
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal: AbortSignal
}

/** The issuer's method page is to run in a hidden frame; the next call reports how that ended. */
export interface MethodNeeded {
  readonly kind: 'method'
  /** `threeDSServerTransID`, String [1..36]. */
  readonly transactionId: string
  /** An https address. */
  readonly threeDSMethodURL: string
  /** Posted byte for byte: Base64url of JSON with `threeDSServerTransID` and `threeDSMethodNotificationURL`, [1..1024]. */
  readonly threeDSMethodData: string
}

/** The issuer challenges the payer; the next call reports that the challenge has ended. */
export interface ChallengeNeeded {
  readonly kind: 'challenge'
  /** `threeDSServerTransID`, String [1..36]. */
  readonly transactionId: string
  /** An https address. */
  readonly acsUrl: string
  /** Posted byte for byte: Base64url of the CReq, [1..2048]. */
  readonly creq: string
}

/**
 * The result of an authentication, as the gateway takes it in jsonParams (online gateway 4.4), or by the names of EMV
 * 3-D Secure.
 */
export interface Authenticated {
  readonly kind?: 'done'
  /** Two digits, 00 to 07. */
  readonly eci: string
  /** Base64; required with an eci of 01, 02, 05 and 06. */
  readonly cavv?: string
  /** Another name of {@link cavv}. */
  readonly authenticationValue?: string
  /** String [1..50]; in 3-D Secure 2 the `dsTransID`. */
  readonly xid?: string
  /** Another name of {@link xid}. */
  readonly dsTransID?: string
  /** Such as 2.2.0. */
  readonly threeDSProtocolVersion?: string
  /** Another name of {@link threeDSProtocolVersion}. */
  readonly messageVersion?: string
  /** 0 SSL, 3 SCA, 4 RBA, 5 attempt, 6 exemption, 7 3RI, 8 3RI attempt. */
  readonly threeDsType?: string
  /** Y, A, U or I; with N or R nothing is sent to the gateway. */
  readonly transStatus?: string
}

/** The issuer did not authenticate the payer: nothing is sent to the gateway. */
export type NotAuthenticated = { readonly kind: 'refused' } | { readonly kind?: undefined; readonly declined: true }

/** An answer of the merchant's own 3-D Secure server; `undefined` leaves the payment to the gateway's. */
export type AuthenticationAnswer = MethodNeeded | ChallengeNeeded | Authenticated | NotAuthenticated | undefined

/**
 * Authenticates a card payment by the merchant's own 3-D Secure server. It is called at the beginning of a payment, and
 * again after each step that it asked for, until it answers that the payer is authenticated or is not. Each call must
 * be answered within 15 seconds. The steps are those of EMV 3-D Secure: a method, a challenge, or both in that order.
 * Where an answer breaks these rules, or the function throws, nothing is sent to the gateway.
 *
 * @example
 * ```ts
 * import type { Authenticate, AuthenticationAnswer } from 'tender-checkout/server'
 *
 * // Your server keeps the transaction, and answers `method`, `challenge`, `done` or `refused`.
 * export const authenticate: Authenticate = async ({ signal, ...payment }) => {
 *   const body = JSON.stringify(payment)
 *   const answer = await fetch('https://3ds-server.example/authenticate', { method: 'POST', body, signal })
 *   return (await answer.json()) as AuthenticationAnswer
 * }
 * ```
 */
export type Authenticate = (payment: PaymentToAuthenticate) => Promise<AuthenticationAnswer>

/** The values of an authentication that the gateway takes in jsonParams (online gateway 4.4). */
export type ThreeDsValues = Pick<Authenticated, 'eci' | 'cavv' | 'xid' | 'threeDSProtocolVersion' | 'threeDsType'>

type ThreeDsValueRule = readonly [name: keyof ThreeDsValues, rule: string, isKept: (value: string) => boolean]

const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)

const threeDsValueRules: readonly ThreeDsValueRule[] = [
  ['eci', 'must be two digits, 00 to 07', matches(/^0[0-7]$/)],
  ['cavv', 'must be Base64 of at most 40 characters', matches(/^(?=.{1,40}$)[A-Za-z0-9+/]+={0,2}$/)],
  ['xid', 'must have 1 to 50 characters', matches(/^.{1,50}$/)],
  ['threeDSProtocolVersion', 'must be a version of the protocol, as 2.2.0', matches(/^[12]\.\d\.\d$/)],
  ['threeDsType', 'must be 0, 3, 4, 5, 6, 7 or 8', matches(/^[0345678]$/)],
]

/** An eci of a full authentication or of an attempt, which requires a cavv. */
const proven = /^0[1256]$/

/** The error in a result, as a sentence that quotes nothing of it; `undefined` if there is none. */
export function problemIn(result: ThreeDsValues): string | undefined {
  const broken = threeDsValueRules.find(([name, , isKept]) => {
    const value: unknown = result[name]
    return value === undefined ? name === 'eci' : typeof value !== 'string' || !isKept(value)
  })
  if (broken) return `${broken[0]} ${broken[1]}`
  return proven.test(result.eci) && result.cavv === undefined ? 'cavv is required with this eci' : undefined
}

/** The jsonParams of a result, without other members that the merchant's code added to it. */
export const authenticationParams = (result: ThreeDsValues): NonNullable<CardPayment['jsonParams']> =>
  Object.fromEntries(threeDsValueRules.flatMap(([name]) => entryOf(result, name)))

const entryOf = (result: ThreeDsValues, name: keyof ThreeDsValues): [string, string][] =>
  result[name] === undefined ? [] : [[name, result[name]]]
