import { hasErrorCode } from '#contract/gateway/error-codes.ts'
import type { GatewayError, RefusedByGateway, Seen, GatewayResult } from './answer-kind.ts'

/** The request that failed. */
export interface FailedRequest {
  /** Name of the operation, such as `register.do`. */
  readonly op: string
  readonly url: string
  /** Milliseconds that were allowed for its answer. */
  readonly timeoutMs: number
  /** With a token the gateway may read an order by its orderId only, so another request for a status proves nothing (family). */
  readonly byTokenAndNumber?: boolean
}

/** Error code of a request that timed out. */
export const TIMEOUT = 'GATEWAY_TIMEOUT'

const STATUS = 'getOrderStatusExtended.do'

const network = (cause: string): GatewayError => ({ kind: 'network', cause })
const address = (cause: string): GatewayError => ({ kind: 'address', cause })

/** Why the gateway could not be used for a request; `undefined` where it processed the request. */
export function gatewayErrorIn(
  request: FailedRequest,
  seen: Seen,
  result: GatewayResult<unknown>,
): GatewayError | undefined {
  if (result.kind === 'answered') return undefined
  if (result.kind === 'refused')
    return request.op === STATUS && !request.byTokenAndNumber ? ofRefusal(result) : undefined
  if ('failure' in seen) return network(failureCause(seen.failure, request))
  return ofAnswer(seen, request)
}

/** What a refused status request says of the gateway: it contains only an order number and the credentials. */
function ofRefusal(refusal: RefusedByGateway): GatewayError | undefined {
  if (hasErrorCode(refusal, 'orderUnknown')) return undefined
  return hasErrorCode(refusal, 'accessDenied')
    ? { kind: 'credentials', cause: `the credentials are refused (errorCode ${refusal.errorCode})` }
    : network(`the request is refused (errorCode ${refusal.errorCode})`)
}

/** The operations that every gateway has: where one of them is not found, the address is wrong. */
const everywhere: ReadonlySet<string> = new Set(['register.do', STATUS, 'paymentorder.do'])

/** HTTP statuses of a wrong address; the gateway itself never redirects. */
const isElsewhere = (status: number): boolean => status === 404 || (status >= 300 && status < 400)

function ofAnswer({ status, body }: Extract<Seen, { status: number }>, { op, url }: FailedRequest): GatewayError {
  const { pathname } = new URL(url)
  if (status === 404 && !everywhere.has(op)) return { kind: 'operation', cause: `HTTP 404 at ${pathname}` }
  if (status !== 200) return (isElsewhere(status) ? address : network)(`HTTP ${status} at ${pathname}`)
  if (/^\s*</.test(body)) return address(`an answer at ${pathname} that is a page, no JSON`)
  return network(`an answer at ${pathname} that is ${isJson(body) ? 'not what the operation promises' : 'no JSON'}`)
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** Why a request got no answer, for an operator. */
export const failureCause = (failure: unknown, request: FailedRequest): string => causeOf(codeIn(failure), request)

/** Code of an error, or of its cause. */
function codeIn(failure: unknown): string {
  const { code, cause, name } = Object(failure) as { code?: unknown; cause?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code
  return cause === undefined || cause === failure ? String(name ?? 'failure') : codeIn(cause)
}

type CauseOf = (place: string, request: FailedRequest) => string

const tooLate: CauseOf = (_, { timeoutMs }) => `no answer within ${timeoutMs} ms`
const unresolved: CauseOf = (_, { url }) => `the name ${new URL(url).hostname} is not resolved`

const causes: ReadonlyMap<string, CauseOf> = new Map([
  ['ECONNREFUSED', (place) => `the connection to ${place} is refused`],
  ['ENOTFOUND', unresolved],
  ['EAI_AGAIN', unresolved],
  ['UND_ERR_CONNECT_TIMEOUT', (place) => `no connection to ${place} in time`],
  ['UND_ERR_HEADERS_TIMEOUT', tooLate],
  ['UND_ERR_BODY_TIMEOUT', tooLate],
  [TIMEOUT, tooLate],
])

/** The codes of OpenSSL and of Node about certificates and handshakes. */
const ofTls = /CERT|^(?:ERR_)?(?:SSL|TLS)_|SELF_SIGNED|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$/

function causeOf(code: string, request: FailedRequest): string {
  const place = placeOf(request.url)
  if (code.startsWith('PROXY_')) return `the proxy of this network opens no tunnel to ${place} (${code})`
  const result = causes.get(code)?.(place, request)
  if (result) return `${result} (${code})`
  return `${ofTls.test(code) ? 'a TLS or certificate problem at' : 'the connection failed to'} ${place} (${code})`
}

function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
