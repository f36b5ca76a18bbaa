import type { Problem } from '#server-contract/explain.ts'
import { verdictOf } from '#server-contract/gateway/credentials.ts'
import { errorCodes, hasErrorCode, type ErrorCodeName } from '#server-contract/gateway/error-codes.ts'
import type { Operation } from '#contract/operation.ts'
import { isUndelivered } from './delivery.ts'
import { readAnswer } from './read-answer.ts'

/** The gateway carried out the request; for a payment this does not prove that it was paid. */
export interface Answered<T> {
  readonly kind: 'answered'
  readonly answer: T
}

/** The gateway refused the request; for a payment this is final only once the status agrees. */
export interface RefusedByGateway {
  readonly kind: 'refused'
  readonly errorCode: number
  /** The gateway's sentence: of a JSON operation for the shopper, of any other for both. */
  readonly message: string
  /** The technical sentence of a JSON operation, for the merchant's developers; never for shoppers (online gateway 4.7). */
  readonly description?: string
}

/** The gateway has not processed the request: it may be retried. */
export interface Undelivered {
  readonly kind: 'not-delivered'
  readonly why: string
  /** The field that breaks a rule of the gateway's interface, if that is why nothing was sent. */
  readonly unfit?: Problem
}

/** It is unknown whether the gateway processed the request: a payment is never retried, its status is read. */
export interface Ambiguous {
  readonly kind: 'ambiguous'
  readonly why: string
  /** HTTP 429, the answer of an overload limiter (online gateway 7), which most gateways give before any processing. */
  readonly isOverload?: true
}

/** Why the gateway cannot be used: wrong credentials, a wrong address, an operation that it does not have, or the network. */
export type GatewayErrorKind = 'credentials' | 'address' | 'operation' | 'network'

/** Why the gateway cannot be used, with the cause. */
export interface GatewayError {
  readonly kind: GatewayErrorKind
  /** One clause for an operator: names, ports, codes and limits, but no data of a request or an answer. */
  readonly cause: string
}

/** The result of a request, with the reason where the gateway could not be used. */
export type GatewayResult<T> =
  | Answered<T>
  | ((RefusedByGateway | Undelivered | Ambiguous) & { readonly error?: GatewayError })

/** The answer to a request, or the error that prevented one. */
export type HttpResult = { readonly status: number; readonly body: string } | { readonly failure: unknown }

/** Longest answer that is read: some gateways repeat the whole basket of an order in its status. */
export const LONGEST_ANSWER = 1024 * 1024

/** The HTTP status of an overload (online gateway 7). */
const OVERLOAD = 429

const ambiguous = (why: string): Ambiguous => ({ kind: 'ambiguous', why })

/** Nothing was sent, since a field breaks a rule of the gateway's interface. */
export const unfit = (problem: Problem): Undelivered => ({
  kind: 'not-delivered',
  why: `the field ${problem.field} ${problem.rule}`,
  unfit: problem,
})

/** Whether the gateway refused a request with the errorCode of one of these rows. */
export const isRefusedAs = (result: GatewayResult<unknown>, ...names: ErrorCodeName[]): boolean =>
  result.kind === 'refused' && hasErrorCode(result, ...names)

export const isUnfit = (result: GatewayResult<unknown>): boolean =>
  result.kind === 'not-delivered' && result.unfit !== undefined

/** Called with the dotted path of each field of an answer that was dropped, since it has another shape than described. */
export type NoteDropped = (field: string) => void

/**
 * Interprets the answers of all operations. An HTTP status other than 200 may come from a reverse proxy in front of the
 * gateway after the gateway has processed the request; only a failed connection proves that nothing was sent. Of an
 * operation that pays nothing, a known refusal is one with the HTTP status of a refusal, too.
 */
export function meaningOf<T>(
  operation: Operation,
  received: HttpResult,
  noteDropped: NoteDropped = () => {},
  paysNothing = false,
): GatewayResult<T> {
  if ('failure' in received) return ofFailure(received.failure)
  if (received.status === OVERLOAD) return { ...ambiguous(`HTTP ${received.status}`), isOverload: true }
  const mayRefuse = paysNothing && ofRefusals.has(received.status)
  if (received.status !== 200 && !mayRefuse) return ambiguous(`HTTP ${received.status}`)
  if (received.body.length > LONGEST_ANSWER) return ambiguous('an answer that is too long')
  const result = ofBody<T>(operation, received.body, noteDropped)
  return received.status === 200 || isKnownRefusal(result) ? result : ambiguous(`HTTP ${received.status}`)
}

/** HTTP statuses by which some systems refuse, with the JSON of a refusal (family). */
const ofRefusals: ReadonlySet<number> = new Set([400, 401, 403])

/** HTTP 400 is an internal error, too (online gateway 7), as the code of `stateOrSystem` is. */
const isKnownRefusal = (result: GatewayResult<unknown>): boolean =>
  result.kind === 'refused' &&
  !hasErrorCode(result, 'success', 'stateOrSystem') &&
  Object.values(errorCodes).some(({ code }) => code === result.errorCode)

function ofFailure(failure: unknown): Undelivered | Ambiguous {
  const { name, code } = Object(failure) as { name?: string; code?: string }
  const why = String(code ?? name ?? 'failure')
  return isUndelivered(failure) ? { kind: 'not-delivered', why } : ambiguous(why)
}

function ofBody<T>(operation: Operation, body: string, noteDropped: NoteDropped): GatewayResult<T> {
  const read = readAnswer(operation.response, body)
  if (!read) return ambiguous('an answer that is not what the operation promises')
  for (const field of read.dropped) noteDropped(field)
  const answer = read.answer as Parameters<typeof verdictOf>[0]
  if (operation.encoding === 'json' && !hasVerdict(answer)) return ambiguous('an answer without success and error')
  const { done, ...refusal } = verdictOf(answer)
  if (done && !read.isComplete) return ambiguous('an answer that is not what the operation promises')
  if (done) return { kind: 'answered', answer: read.answer as T }
  // Without another sign of a refusal, an `errorCode` that is no number does not count as one.
  const isRefusal = Number.isInteger(refusal.errorCode) || answer.success === false
  return isRefusal ? { kind: 'refused', ...refusal } : ambiguous('an errorCode that is no number')
}

/** JSON operations always answer one of them; those with forms answer a success of register.do with neither. */
const hasVerdict = ({ success, errorCode, error }: Parameters<typeof verdictOf>[0]): boolean =>
  [success, errorCode, error].some((field) => field !== undefined)
