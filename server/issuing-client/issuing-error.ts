import type { IssuingOperation } from './operations.ts'

/**
 * Whether the bank has done what was asked: `refused` and `not-sent` say that it has not, `unknown` that it may have.
 */
export type IssuingOutcome = 'refused' | 'not-sent' | 'unknown'

/** The outcome of each kind of error. */
const outcomes = {
  /** The bank refused it, by a responseCode or an HTTP status. */
  refused: 'refused',
  /** The request breaks a rule of the interface: nothing was sent. */
  invalid: 'not-sent',
  /** No connection came about: nothing was sent. */
  unreachable: 'not-sent',
  /** The signal was aborted before the request was sent. */
  withdrawn: 'not-sent',
  /** The signal was aborted while the request was under way. */
  aborted: 'unknown',
  /** No answer came within `timeoutMs`. */
  timeout: 'unknown',
  /** The connection broke before the answer was there. */
  disconnected: 'unknown',
  /** The answer is not what the interface promises. */
  unreadable: 'unknown',
  /** The bank's answer leaves it open: responseCode 08, 31, 68, 85, 90, 91, 96 or AE, or an HTTP status such as 500. */
  undecided: 'unknown',
} as const satisfies Readonly<Record<string, IssuingOutcome>>

/** What went wrong. */
export type IssuingErrorKind = keyof typeof outcomes

export interface IssuingErrorDetails {
  readonly operation: IssuingOperation
  readonly kind: IssuingErrorKind
  readonly sentence: string
  readonly code?: string | undefined
  readonly field?: string | undefined
  readonly status?: number | undefined
}

/**
 * An operation did not succeed. It holds no answer and no card number: of every number of twelve digits and more in the
 * bank's sentence only the last four are left.
 *
 * @example
 * ```ts
 * import { IssuingError, issuingClient } from 'tender-checkout/issuing'
 *
 * const { BANK_LOGIN: login = '', BANK_PASSWORD: password = '' } = process.env
 * const bank = issuingClient({ url: 'https://cards.bank.example', login, password })
 * try {
 *   await bank.debitCard({ cardIdentification: { cardId: '1000017' }, amount: 4990, currency: 978 })
 * } catch (error) {
 *   if (!(error instanceof IssuingError)) throw error
 *   if (error.outcome === 'refused') console.log(error.code, error.sentence)
 *   if (error.outcome === 'unknown') console.log('Look for it with getTransactions before it is sent again.')
 * }
 * ```
 */
export class IssuingError extends Error {
  override readonly name = 'IssuingError'
  /** What was asked. */
  readonly operation: IssuingOperation
  /** What went wrong; `timeout` is one of them. */
  readonly kind: IssuingErrorKind
  /** Whether the bank has done it. */
  readonly outcome: IssuingOutcome
  /** What went wrong, for a person. */
  readonly sentence: string
  /** The answer's responseCode, or its errorCode where the service itself refused; undefined without one. */
  readonly code: string | undefined
  /** The field that is meant, as a dotted path; undefined where none is named. */
  readonly field: string | undefined
  /** HTTP status of the answer; undefined without one. */
  readonly status: number | undefined

  constructor({ operation, kind, sentence, code, field, status }: IssuingErrorDetails) {
    const plain = plainSentence(sentence)
    const details = [code !== undefined && `code ${code}`, status !== undefined && `HTTP ${status}`].filter(Boolean)
    super(`${operation}: ${plain}${details.length ? ` (${details.join(', ')})` : ''}`)
    this.operation = operation
    this.kind = kind
    this.outcome = outcomes[kind]
    this.sentence = plain
    this.code = code
    this.field = field === undefined ? undefined : plainSentence(field)
    this.status = status
  }
}

/** Twelve digits and more, also in groups: each may be a card number. */
const longNumber = /\d(?:[ .\u00a0-]?\d){11,}/g

/** The bank's sentence for an error: one line of at most 300 characters, with the last four digits of long numbers. */
const plainSentence = (sentence: string): string =>
  sentence
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replace(longNumber, (digits) => `****${digits.slice(-4)}`)
    .slice(0, 300)
