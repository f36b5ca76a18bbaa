import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { merchantApi } from '#server-contract/merchant/merchant.ts'

/**
 * Whether the operation was carried out: `refused` and `not-sent` say that it was not, `unknown` that it may have been.
 */
export type MerchantOutcome = 'refused' | 'not-sent' | 'unknown'

/**
 * The proxy's own {@link ProxyErrorCode}; or that the client found by itself: `not_configured`, it has no address or no key;
 * `proxy_unreachable`, no connection came about; `aborted`, by the caller's signal; `answer_unreadable`, an answer that is not the proxy's.
 */
export type MerchantErrorCode =
  | ProxyErrorCode
  | 'not_configured'
  | 'proxy_unreachable'
  | 'aborted'
  | 'answer_unreadable'

export interface MerchantErrorDetails {
  readonly operation: keyof typeof merchantApi
  readonly code: MerchantErrorCode
  readonly outcome: MerchantOutcome
  readonly sentence: string
  readonly field?: string | undefined
  readonly status?: number | undefined
  readonly traceId?: string | undefined
  readonly cause?: unknown
}

/**
 * An operation of {@link merchantClient} did not succeed: it was refused, was not sent, or its answer was lost.
 *
 * @example
 * ```ts
 * import { MerchantError, merchantClient } from 'tender-checkout/merchant'
 *
 * const merchant = merchantClient({ base: 'https://pay-shop.example', apiKey: process.env.TENDER_API_KEY! })
 * try {
 *   await merchant.refund({ orderNumber: 'A-17', amount: 1000, refundId: 'return-3' })
 * } catch (error) {
 *   if (!(error instanceof MerchantError)) throw error
 *   if (error.outcome === 'unknown') console.log(await merchant.order({ orderNumber: 'A-17' }))
 *   else console.error(error.code, error.field, error.sentence, error.traceId)
 * }
 * ```
 */
export class MerchantError extends Error {
  override readonly name = 'MerchantError'
  /** What was asked, such as `refund`. */
  readonly operation: keyof typeof merchantApi
  /** What went wrong. */
  readonly code: MerchantErrorCode
  /** Whether it was carried out. With `unknown` read the order before you repeat anything. */
  readonly outcome: MerchantOutcome
  /** What went wrong, for a developer; `gateway_refused` has the gateway's sentence where it has one. */
  readonly sentence: string
  /** The field that breaks a rule, as a dotted path; undefined where none is meant. */
  readonly field: string | undefined
  /** HTTP status of the answer; undefined without one. */
  readonly status: number | undefined
  /** The request's id in the proxy's log; undefined where the proxy did not answer. */
  readonly traceId: string | undefined

  constructor({ operation, code, outcome, sentence, field, status, traceId, cause }: MerchantErrorDetails) {
    const details = [status !== undefined && `HTTP ${status}`, traceId !== undefined && `trace ${traceId}`].filter(
      Boolean,
    )
    super(`${operation}: ${code}: ${sentence}${details.length ? ` (${details.join(', ')})` : ''}`, { cause })
    this.operation = operation
    this.code = code
    this.outcome = outcome
    this.sentence = sentence
    this.field = field
    this.status = status
    this.traceId = traceId
  }
}
