import { responseCodes } from '#server-contract/issuing/response-codes.ts'
import type { Operation } from '#contract/operation.ts'
import { isUndelivered } from '#gateway-client/delivery.ts'
import { failureCause } from '#gateway-client/failure-cause.ts'
import type { ExchangeResult } from './exchange.ts'
import { IssuingError, type IssuingErrorDetails } from './issuing-error.ts'
import type { IssuingOperation } from './operations.ts'
import { readTolerantly, Unreadable } from './tolerant-answer.ts'
import type * as z from 'zod/mini'

export interface SentRequest {
  readonly name: IssuingOperation
  readonly operation: Operation
  readonly url: string
  readonly timeoutMs: number
}

const APPROVED = '00'

/** Most digits in a row of a code: more might be a card number. */
const longNumber = /(\d{6})\d+/g

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
export function interpret(request: SentRequest, result: ExchangeResult): unknown {
  if ('kind' in result) throw errorOf(request, { kind: result.kind, sentence: noAnswerSentences[result.kind](request) })
  if ('failure' in result) throw ofFailure(request, result.failure)
  const body = parsed(request.operation, result.body)
  const fault = faultIn(body)
  const isGood = result.status >= 200 && result.status < 300
  if (!isGood || (fault && fault.code !== APPROVED)) throw ofRefusal(request, result.status, fault)
  return answerIn(request, result.status, body, fault)
}

const noAnswerSentences: Readonly<Record<'timeout' | 'aborted', (request: SentRequest) => string>> = {
  timeout: ({ timeoutMs }) => `no answer came within ${timeoutMs} ms`,
  aborted: () => 'the wait for the answer was aborted',
}

const errorOf = ({ name }: SentRequest, details: Omit<IssuingErrorDetails, 'operation'>): IssuingError =>
  new IssuingError({ operation: name, ...details })

const ofFailure = (request: SentRequest, failure: unknown): IssuingError =>
  errorOf(request, {
    kind: isUndelivered(failure) ? 'unreachable' : 'disconnected',
    sentence: failureCause(failure, request),
  })

/** A code, with a sentence where the answer has one. */
interface Fault {
  readonly code: string
  readonly sentence?: string
}

function ofRefusal(request: SentRequest, status: number, fault: Fault | undefined): IssuingError {
  const isGood = status >= 200 && status < 300
  const isRefused = (isGood || refusals.has(status)) && !undecidedCodes.has(fault?.code ?? '')
  return errorOf(request, {
    kind: isRefused ? 'refused' : 'undecided',
    sentence: fault?.sentence ?? meaningOf(fault?.code) ?? refusals.get(status) ?? 'the answer leaves the outcome open',
    code: fault?.code,
    field: fault?.sentence && fieldNamedIn(fault.sentence, request.operation.request),
    status,
  })
}

const meaningOf = (code = ''): string | undefined => (responseCodes as Readonly<Record<string, string>>)[code]

function answerIn(request: SentRequest, status: number, body: unknown, fault: Fault | undefined): unknown {
  try {
    return readTolerantly(request.operation.response, body)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const sentence = body === undefined ? 'the answer is no JSON, or not the whole of it' : error.message
    throw errorOf(request, { kind: 'unreadable', sentence, code: fault?.code, field: error.field || undefined, status })
  }
}

function parsed({ json = JSON }: Operation, text: string): unknown {
  try {
    return json.parse(text)
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
  return typeof code === 'string' && code !== '' ? code.replace(longNumber, '$1').slice(0, 32) : undefined
}

type Schema = z.core.$ZodType

/** The field that a bank's sentence begins with, where it is one of the request; a dotted path. */
function fieldNamedIn(sentence: string, request: Schema): string | undefined {
  const [path] = /^[A-Za-z]\w*(?:\.\w+)*/.exec(sentence.trim()) ?? []
  const names = namesIn(request)
  return path?.split('.').every((name) => names.has(name) || /^\d{1,3}$/.test(name)) ? path : undefined
}

/** The names of all members of a schema, at any depth. */
function namesIn(schema: Schema): ReadonlySet<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return new Set(Object.entries(def.shape).flatMap(([name, member]) => [name, ...namesIn(member)]))
    case 'optional':
      return namesIn(def.innerType)
    case 'array':
      return namesIn(def.element)
    case 'pipe':
      return namesIn(def.out)
    default:
      return new Set()
  }
}
