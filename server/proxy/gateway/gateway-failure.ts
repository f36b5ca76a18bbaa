import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { PaymentBlockerName } from '#server-contract/payment-blockers.ts'
import type { GatewayResult, GatewayErrorKind } from '#gateway-client/answer-kind.ts'
import type { Log } from '../http/log.ts'

const codeOf: Readonly<Record<GatewayErrorKind, ProxyErrorCode>> = {
  credentials: 'gateway_refused_credentials',
  address: 'gateway_misconfigured',
  operation: 'gateway_misconfigured',
  network: 'gateway_unreachable',
}

/** The cause under which an operator finds each kind of error. */
export const blockerOf = { ...codeOf, operation: 'operation_missing' } as Readonly<
  Record<GatewayErrorKind, PaymentBlockerName>
>

/** The refusal when a required answer of the gateway is missing; only where nothing was sent for payment. */
export function unusable(result: GatewayResult<unknown> | undefined): ProxyError {
  if (result?.kind === 'not-delivered' && result.unfit)
    return new ProxyError('field_invalid', result.unfit.rule, result.unfit.field)
  return new ProxyError(codeOf[(result && 'error' in result && result.error?.kind) || 'network'])
}

const codes: ReadonlySet<string> = new Set(Object.values(codeOf))

/** Whether an error means that the gateway could not be used. */
export const isUnusable = (error: unknown): boolean => error instanceof ProxyError && codes.has(error.code)

/** A refusal with the gateway's own message. */
export const refusedByGateway = (errorCode: number, message: string): ProxyError =>
  new ProxyError(
    'gateway_refused',
    `The gateway refused: ${message.slice(0, MAX_MESSAGE_LENGTH) || 'it does not say why'} (${codeText(errorCode)}).`,
  )

const codeText = (errorCode: number): string =>
  Number.isNaN(errorCode) ? 'without an errorCode' : `errorCode ${errorCode}`

/** Characters of a gateway's message that are passed on. */
const MAX_MESSAGE_LENGTH = 200

/**
 * Why a request may not have been carried out: the gateway's refusal, or `answer_lost`; `undefined` when it was. The change
 * may show all the same, where another request has made it. Throws when the request was not delivered.
 */
export function failureOf(
  { log }: { readonly log: Log },
  op: string,
  order: string,
  result: GatewayResult<unknown>,
): ProxyError | undefined {
  if (result.kind === 'answered') return undefined
  if (result.kind === 'refused') return refusedByGateway(result.errorCode, result.message)
  log.warn({ op, order, code: result.kind, message: result.why })
  if (result.kind === 'not-delivered') throw unusable(result)
  return new ProxyError('answer_lost')
}

/** The refusal of what a bank may not have: its operation is not found, or set as absent; `undefined` otherwise. */
export const absentOperation = (op: string, result: GatewayResult<unknown>): ProxyError | undefined =>
  'error' in result && result.error?.kind === 'operation'
    ? new ProxyError('gateway_refused', `The gateway has no ${op}: ask the bank to enable it.`)
    : undefined
