import { hasErrorCode } from '#server-contract/gateway/error-codes.ts'
import type { GatewayError, RefusedByGateway, HttpResult, GatewayResult } from './answer-kind.ts'
import { failureCause } from './failure-cause.ts'

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

/** The operations that ask for a status, by its current or its old form. */
const statuses: ReadonlySet<string> = new Set(['getOrderStatusExtended.do', 'getOrderStatus.do'])

const network = (cause: string): GatewayError => ({ kind: 'network', cause })
const address = (cause: string): GatewayError => ({ kind: 'address', cause })

/** Why the gateway could not be used for a request; `undefined` where it processed the request. */
export function gatewayErrorIn(
  request: FailedRequest,
  received: HttpResult,
  result: GatewayResult<unknown>,
): GatewayError | undefined {
  if (result.kind === 'answered') return undefined
  if (result.kind === 'refused')
    return statuses.has(request.op) && !request.byTokenAndNumber ? ofRefusal(result) : undefined
  if ('failure' in received) return network(failureCause(received.failure, request))
  return ofAnswer(received, request)
}

/** What a refused status request says of the gateway: it contains only an order number and the credentials. */
function ofRefusal(refusal: RefusedByGateway): GatewayError | undefined {
  if (hasErrorCode(refusal, 'orderUnknown')) return undefined
  return hasErrorCode(refusal, 'accessDenied')
    ? { kind: 'credentials', cause: `the credentials are refused (errorCode ${refusal.errorCode})` }
    : network(`the request is refused (errorCode ${refusal.errorCode})`)
}

/** The operations that every gateway has: where one of them is not found, the address is wrong. */
const everywhere: ReadonlySet<string> = new Set(['register.do', ...statuses, 'paymentorder.do'])

/** HTTP statuses of a wrong address; the gateway itself never redirects. */
const isElsewhere = (status: number): boolean => status === 404 || (status >= 300 && status < 400)

function ofAnswer({ status, body }: Extract<HttpResult, { status: number }>, { op, url }: FailedRequest): GatewayError {
  const { pathname } = new URL(url)
  if (status === 404 && !everywhere.has(op)) return { kind: 'operation', cause: `HTTP 404 at ${pathname}` }
  if (status === 401 || (status === 403 && isJson(body)))
    return { kind: 'credentials', cause: `the credentials are refused (HTTP ${status} at ${pathname})` }
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
