import { responseCodes } from '#contract/issuing/response-codes.ts'
import type { Operation } from '#contract/operation.ts'
import { isUndelivered } from '#gateway-client/delivery.ts'
import { failureCause } from '#gateway-client/trouble.ts'
import type { Seen } from './exchange.ts'
import { fieldNamedIn } from './field.ts'
import { IssuingError, type IssuingErrorDetails } from './issuing-error.ts'
import type { IssuingOperation } from './operations.ts'
import { readTolerantly, Unreadable } from './tolerant-answer.ts'

/** One request to the bank. */
export interface Asked {
  readonly name: IssuingOperation
  readonly operation: Operation
  readonly url: string
  readonly timeoutMs: number
}

const APPROVED = '00'

/** Most digits in a row of a code: more might be a card number. */
const long = /(\d{6})\d+/g

/** Codes of an issuer that does not know yet, or cannot say, what became of the request (family). */
const undecidedCodes: ReadonlySet<string> = new Set(['08', '31', '68', '85', '90', '91', '96', 'AE'])

/** Statuses of a server that has not processed the request; any other but 2xx leaves open whether it has. */
const refusals: ReadonlyMap<number, string> = new Map([
  [400, 'the request is not well formed'],
  [401, 'the login or the password is refused'],
  [403, 'the login may not use this operation'],
  [404, 'there is no such operation: url is what comes before /apigate/ws/rest'],
  [405, 'there is no such operation: url is what comes before /apigate/ws/rest'],
  [411, 'the request is not well formed'],
  [413, 'the request is too large'],
  [415, 'the request is not well formed'],
  [422, 'the request is refused'],
  [429, 'too many requests'],
])

/** The answer of an operation; throws {@link IssuingError} for anything else. */
export function interpret(asked: Asked, seen: Seen): unknown {
  if ('kind' in seen) throw errorOf(asked, { kind: seen.kind, sentence: silences[seen.kind](asked) })
  if ('failure' in seen) throw ofFailure(asked, seen.failure)
  const body = parsed(seen.body)
  const fault = faultIn(body)
  const isGood = seen.status >= 200 && seen.status < 300
  if (!isGood || (fault && fault.code !== APPROVED)) throw ofRefusal(asked, seen.status, fault)
  return answerIn(asked, seen.status, body, fault)
}

const silences: Readonly<Record<'timeout' | 'aborted', (asked: Asked) => string>> = {
  timeout: ({ timeoutMs }) => `no answer came within ${timeoutMs} ms`,
  aborted: () => 'the wait for the answer was aborted',
}

const errorOf = ({ name }: Asked, details: Omit<IssuingErrorDetails, 'operation'>): IssuingError =>
  new IssuingError({ operation: name, ...details })

const ofFailure = (asked: Asked, failure: unknown): IssuingError =>
  errorOf(asked, {
    kind: isUndelivered(failure) ? 'unreachable' : 'disconnected',
    sentence: failureCause(failure, { ...asked, op: asked.name }),
  })

/** A code, with a sentence where the answer has one. */
interface Fault {
  readonly code: string
  readonly sentence?: string
}

function ofRefusal(asked: Asked, status: number, fault: Fault | undefined): IssuingError {
  const isGood = status >= 200 && status < 300
  const isRefused = (isGood || refusals.has(status)) && !undecidedCodes.has(fault?.code ?? '')
  return errorOf(asked, {
    kind: isRefused ? 'refused' : 'undecided',
    sentence: fault?.sentence ?? meaningOf(fault?.code) ?? refusals.get(status) ?? 'the answer leaves the outcome open',
    code: fault?.code,
    field: fault?.sentence && fieldNamedIn(fault.sentence, asked.operation.request),
    status,
  })
}

const meaningOf = (code = ''): string | undefined => (responseCodes as Readonly<Record<string, string>>)[code]

function answerIn(asked: Asked, status: number, body: unknown, fault: Fault | undefined): unknown {
  try {
    return readTolerantly(asked.operation.response, body)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const sentence = body === undefined ? 'the answer is no JSON, or not the whole of it' : error.message
    throw errorOf(asked, { kind: 'unreadable', sentence, code: fault?.code, field: error.field || undefined, status })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What an answer says about itself: its responseCode, or the errorCode of the service (family). */
function faultIn(body: unknown): Fault | undefined {
  const { responseCode, message, errorCode, errorDesc } = Object(body) as Readonly<Record<string, unknown>>
  const code = codeIn(responseCode) ?? codeIn(errorCode)
  const sentence = [message, errorDesc].find((text) => typeof text === 'string' && text.trim() !== '')
  return code === undefined ? undefined : { code, ...(typeof sentence === 'string' && { sentence }) }
}

/** A number counts as its digits, of which a responseCode has two. */
function codeIn(value: unknown): string | undefined {
  const code = typeof value === 'number' ? String(value).padStart(2, '0') : value
  return typeof code === 'string' && code !== '' ? code.replace(long, '$1').slice(0, 32) : undefined
}
