/** A request that got no answer. */
interface UnansweredRequest {
  readonly url: string
  /** Milliseconds that were allowed for its answer; absent where they are not known. */
  readonly timeoutMs?: number
}

/** Error code of a request that timed out. */
export const TIMEOUT = 'GATEWAY_TIMEOUT'

/** Why a request got no answer, for an operator: a clause with the place, and the code of the error. */
export const failureCause = (failure: unknown, request: UnansweredRequest): string => causeOf(codeIn(failure), request)

/** Code of an error, or of its cause. */
function codeIn(failure: unknown): string {
  const { code, cause, name } = Object(failure) as { code?: unknown; cause?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code
  return cause === undefined || cause === failure ? String(name ?? 'failure') : codeIn(cause)
}

type CauseOf = (place: string, request: UnansweredRequest) => string

const tooLate: CauseOf = (_, { timeoutMs }) =>
  timeoutMs === undefined ? 'no answer in time' : `no answer within ${timeoutMs} ms`
const unresolved: CauseOf = (_, { url }) => `the name ${new URL(url).hostname} is not resolved`
const unconnected: CauseOf = (place) => `no connection to ${place} in time`

const causes: ReadonlyMap<string, CauseOf> = new Map([
  ['ECONNREFUSED', (place) => `the connection to ${place} is refused`],
  ['ENOTFOUND', unresolved],
  ['EAI_AGAIN', unresolved],
  ['UND_ERR_CONNECT_TIMEOUT', unconnected],
  ['ETIMEDOUT', unconnected],
  ['UND_ERR_HEADERS_TIMEOUT', tooLate],
  ['UND_ERR_BODY_TIMEOUT', tooLate],
  ['TimeoutError', tooLate],
  [TIMEOUT, tooLate],
])

/** The codes of OpenSSL and of Node about certificates and handshakes. */
const ofTls = /CERT|^(?:ERR_)?(?:SSL|TLS)_|SELF_SIGNED|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$/

function causeOf(code: string, request: UnansweredRequest): string {
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
