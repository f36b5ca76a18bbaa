import type { Problem } from '#contract/explain.ts'
import { verdictOf } from '#contract/gateway/credentials.ts'
import type { Operation } from '#contract/operation.ts'
import { readerOf } from '#contract/wire/reader.ts'
import { isUndelivered } from './delivery.ts'
import { readStrictly } from './strict-json.ts'

/** The gateway did what was asked; for a payment that is no proof of payment. */
export interface Answered<T> {
  readonly kind: 'answered'
  readonly answer: T
}

/** The gateway understood and said no; for a payment definite only once the status agrees. */
export interface RefusedByGateway {
  readonly kind: 'refused'
  readonly errorCode: number
  readonly message: string
}

/** The gateway has not worked on the request: it may be sent again. */
export interface Undelivered {
  readonly kind: 'not-delivered'
  readonly why: string
  /** The field that the gateway's interface does not allow, where that is why nothing was sent. */
  readonly unfit?: Problem
}

/** Nobody knows whether the gateway worked on it: a payment is never sent again, the status is read. */
export interface Ambiguous {
  readonly kind: 'ambiguous'
  readonly why: string
}

/** Whose fault it is that the gateway cannot be used: wrong credentials, a wrong address, or the way to it. */
export type TroubleKind = 'credentials' | 'address' | 'network'

/** Why the gateway cannot be used. */
export interface GatewayTrouble {
  readonly kind: TroubleKind
  /** One clause for an operator: names, ports, codes and limits, and nothing of a request or an answer. */
  readonly cause: string
}

/** Where the gateway could not be used, the reason. */
export type GatewayResult<T> =
  Answered<T> | ((RefusedByGateway | Undelivered | Ambiguous) & { readonly trouble?: GatewayTrouble })

/** What came back of a request: an answer, or a failure of the way. */
export type Seen = { readonly status: number; readonly body: string } | { readonly failure: unknown }

/** No answer of the gateway is nearly as long. */
export const LONGEST_ANSWER = 64 * 1024

const ambiguous = (why: string): Ambiguous => ({ kind: 'ambiguous', why })

/** Nothing was sent, since a field breaks a rule of the gateway's interface. */
export const unfit = (problem: Problem): Undelivered => ({
  kind: 'not-delivered',
  why: `the field ${problem.field} ${problem.rule}`,
  unfit: problem,
})

export const isUnfit = (result: GatewayResult<unknown>): boolean =>
  result.kind === 'not-delivered' && result.unfit !== undefined

/**
 * What an answer means: the one table of it, for every operation. An HTTP status other than 200 may come from a reverse
 * proxy in front of the gateway, after the gateway has done the work; only a failed connection says that nothing was sent.
 */
export function meaningOf<T>(operation: Operation, seen: Seen): GatewayResult<T> {
  if ('failure' in seen) return ofFailure(seen.failure)
  if (seen.status !== 200) return ambiguous(`HTTP ${seen.status}`)
  if (seen.body.length > LONGEST_ANSWER) return ambiguous('an answer that is too long')
  return ofBody(operation, seen.body)
}

function ofFailure(failure: unknown): Undelivered | Ambiguous {
  const { name, code } = Object(failure) as { name?: string; code?: string }
  const why = String(code ?? name ?? 'failure')
  return isUndelivered(failure) ? { kind: 'not-delivered', why } : ambiguous(why)
}

function ofBody<T>(operation: Operation, body: string): GatewayResult<T> {
  const read = readerOf(operation.response).safeParse(strictly(body))
  if (!read.success) return ambiguous('an answer that is not what the operation promises')
  const { done, errorCode, message } = verdictOf(read.data as Parameters<typeof verdictOf>[0])
  if (done) return { kind: 'answered', answer: read.data as T }
  // Where nothing else says no, a code that is none refuses nothing.
  const isRefusal = Number.isInteger(errorCode) || (read.data as { success?: unknown }).success === false
  return isRefusal ? { kind: 'refused', errorCode, message } : ambiguous('an errorCode that is no number')
}

function strictly(body: string): unknown {
  try {
    return readStrictly(body)
  } catch {
    return undefined
  }
}
