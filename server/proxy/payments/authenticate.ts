import type { CardPayment } from '#contract/gateway/card-payments.ts'

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
  readonly card: {
    readonly pan: string
    /** YYYYMM. */
    readonly expiry: string
    readonly cardholder?: string
  }
  /** The browser's part of an AReq (online gateway 2.4). */
  readonly browser: CardPayment['clientBrowserInfo']
  readonly email?: string
  readonly phone?: string
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal: AbortSignal
}

/** The result of an authentication, as the gateway takes it in jsonParams (online gateway 4.4). */
export interface Authenticated {
  /** Two digits, 00 to 07. */
  readonly eci: string
  /** Base64; required with an eci of 01, 02, 05 and 06. */
  readonly cavv?: string
  readonly xid?: string
  /** Such as 2.2.0. */
  readonly threeDSProtocolVersion?: string
  /** 0 SSL, 3 SCA, 4 RBA, 5 attempt, 6 exemption, 7 3RI, 8 3RI attempt. */
  readonly threeDsType?: string
}

/** The issuer did not authenticate the payer: nothing is sent to the gateway. */
export interface NotAuthenticated {
  readonly declined: true
}

/**
 * Authenticates a card payment by the merchant's own 3-D Secure server; `undefined` leaves it to the gateway's. It must
 * answer in one step within 15 seconds, since the checkout shows no method page and no challenge of that server.
 */
export type Authenticate = (payment: PaymentToAuthenticate) => Promise<Authenticated | NotAuthenticated | undefined>

type Rule = readonly [name: keyof Authenticated, rule: string, isKept: (value: string) => boolean]

const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)

const rules: readonly Rule[] = [
  ['eci', 'must be two digits, 00 to 07', matches(/^0[0-7]$/)],
  ['cavv', 'must be Base64 of at most 40 characters', matches(/^(?=.{1,40}$)[A-Za-z0-9+/]+={0,2}$/)],
  ['xid', 'must have 1 to 50 characters', matches(/^.{1,50}$/)],
  ['threeDSProtocolVersion', 'must be a version of the protocol, as 2.2.0', matches(/^[12]\.\d\.\d$/)],
  ['threeDsType', 'must be 0, 3, 4, 5, 6, 7 or 8', matches(/^[0345678]$/)],
]

/** An eci of a full authentication or of an attempt, which requires a cavv. */
const proven = /^0[1256]$/

/** The error in a result, as a sentence that quotes nothing of it; `undefined` if there is none. */
export function problemIn(result: Authenticated): string | undefined {
  const broken = rules.find(([name, , isKept]) => {
    const value: unknown = result[name]
    return value === undefined ? name === 'eci' : typeof value !== 'string' || !isKept(value)
  })
  if (broken) return `${broken[0]} ${broken[1]}`
  return proven.test(result.eci) && result.cavv === undefined ? 'cavv is required with this eci' : undefined
}

/** The jsonParams of a result, without other members that the merchant's code added to it. */
export const provenBy = (result: Authenticated | undefined): NonNullable<CardPayment['jsonParams']> =>
  result ? Object.fromEntries(rules.flatMap(([name]) => entryOf(result, name))) : {}

const entryOf = (result: Authenticated, name: keyof Authenticated): [string, string][] =>
  result[name] === undefined ? [] : [[name, result[name]]]
