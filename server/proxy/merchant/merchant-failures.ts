import { explain } from '#server-contract/explain.ts'
import { proxyErrors, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { merchantApi } from '#server-contract/merchant/merchant.ts'
import { refusalIn } from '#contract/refusal.ts'
import { ForeignAnswer } from '#contract/wire/client.ts'
import { isUndelivered } from '#gateway-client/delivery.ts'
import { failureCause } from '#gateway-client/failure-cause.ts'
import { MerchantError, type MerchantErrorDetails } from './merchant-error.ts'

type Operation = keyof typeof merchantApi

/** Refusals after which the operation may have been carried out. */
const open: ReadonlySet<string> = new Set<ProxyErrorCode>(['answer_lost', 'internal', 'order_mismatch'])

const isProxyErrorCode = (code: string): code is ProxyErrorCode => Object.hasOwn(proxyErrors, code)

/** Bad input, of which nothing is sent. */
export function invalidInput(
  operation: Operation,
  error: Parameters<typeof explain>[0],
  fields: unknown,
): MerchantError {
  const { field, kind, rule } = explain(error, fields)
  return new MerchantError({
    operation,
    code: kind === 'unknown' ? 'field_unknown' : 'field_invalid',
    outcome: 'not-sent',
    sentence: `${field || 'The request'} ${rule}`,
    field: field || undefined,
  })
}

/** The proxy's address or the key is missing, of which nothing is sent. */
export const notConfigured = (operation: Operation, sentence: string): MerchantError =>
  new MerchantError({ operation, code: 'not_configured', outcome: 'not-sent', sentence })

interface Failed {
  readonly operation: Operation
  readonly base: string
  readonly cause: unknown
  readonly signal: AbortSignal | undefined
}

/** What an operation that was sent failed with. */
export function failureOf({ operation, cause, ...failed }: Failed): MerchantError {
  const details = cause instanceof ForeignAnswer ? ofAnswer(cause) : ofConnection({ cause, ...failed })
  return new MerchantError({ operation, cause, ...details })
}

type Details = Omit<MerchantErrorDetails, 'operation'>

function ofAnswer({ status, body }: ForeignAnswer): Details {
  const refusal = refusalIn(body)
  if (!refusal || !isProxyErrorCode(refusal.code))
    return {
      code: 'answer_unreadable',
      outcome: 'unknown',
      sentence: 'The answer is not one of the proxy. Check base, and what stands in front of the proxy.',
      status,
    }
  const { code, message, field, traceId } = refusal
  // A rule of a field is a predicate, such as `is not a known field`.
  const sentence = field !== undefined && /^\p{Ll}/u.test(message) ? `${field} ${message}` : message
  return { code, outcome: open.has(code) ? 'unknown' : 'refused', sentence, field, status, traceId }
}

function ofConnection({ cause, base, signal }: Omit<Failed, 'operation'>): Details {
  if (signal?.aborted)
    return { code: 'aborted', outcome: 'unknown', sentence: 'The signal was aborted while the request was under way.' }
  const why = failureCause(cause, { url: base })
  return isUndelivered(cause)
    ? {
        code: 'proxy_unreachable',
        outcome: 'not-sent',
        sentence: `There is no connection to the proxy: ${why}; nothing was sent.`,
      }
    : { code: 'answer_lost', outcome: 'unknown', sentence: `The answer of the proxy was lost: ${why}.` }
}

/** The signal was aborted before anything was sent. */
export const withdrawn = (operation: Operation): MerchantError =>
  new MerchantError({
    operation,
    code: 'aborted',
    outcome: 'not-sent',
    sentence: 'The signal was aborted before the request was sent.',
  })
