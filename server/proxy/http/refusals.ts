import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply } from 'fastify'
import { proxyErrors, ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import { WORK } from '#contract/proof-of-work/headers.ts'
import type { Refusal } from '#contract/refusal.ts'
import { LooseJson } from '#gateway-client/strict-json.ts'
import { afterRefusal } from './pipelining.ts'

/** The codes of the server's own errors. */
const byCode: ReadonlyMap<string, ProxyErrorCode> = new Map<string, ProxyErrorCode>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'type_refused'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'body_malformed'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'body_malformed'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'request_malformed'],
  ['FST_ERR_BAD_URL', 'request_malformed'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'too_slow'],
])

/** Any error as a refusal; one that was not foreseen becomes `internal`. */
export function refusalFrom(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error
  if (error instanceof LooseJson) return new ProxyError('body_malformed', `${error.message}.`)
  return new ProxyError(byCode.get(String((error as Partial<FastifyError> | null)?.code)) ?? 'internal')
}

/** The retry-after header, in seconds, by the status that calls for a retry. */
const retryHeaders: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([[503, { 'retry-after': '1' }]])

/** Answers with a refusal, its status from the table of errors. */
export function sendRefusal(reply: FastifyReply, refused: ProxyError): FastifyReply {
  const { status } = proxyErrors[refused.code]
  const { retryAfter, work } = refused
  return reply
    .code(status)
    .headers(retryAfter === undefined ? (retryHeaders.get(status) ?? {}) : { 'retry-after': String(retryAfter) })
    .headers(work === undefined ? {} : { [WORK]: work })
    .send({ error: { ...refused.answer.error, traceId: reply.request.id } } satisfies Refusal)
}

/** A complete refusal, for code that writes it without the framework. */
function wholeRefusal(common: Readonly<Record<string, string>>, code: ProxyErrorCode) {
  const { status } = proxyErrors[code]
  const body = JSON.stringify(new ProxyError(code).answer)
  const headers = {
    ...common,
    ...retryHeaders.get(status),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { status, headers, body }
}

/** Answers a request that is not valid HTTP, on the bare socket and in its turn, and closes the connection. */
export const refuseSocket =
  (headers: Readonly<Record<string, string>>) =>
  (error: { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    afterRefusal(socket, () => {
      if (!socket.writable || isUnread(error, socket)) return void socket.destroy()
      const code = byCode.get(error.code ?? '') ?? 'request_malformed'
      // A client that was too slow once is not waited for again.
      socket.end(refusalText(headers, code), () => code === 'too_slow' && socket.destroy())
    })
  }

/** A client that has not read the last answer in all that time does not read a refusal either. */
const isUnread = ({ code }: { readonly code?: string }, { writableLength }: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && writableLength > 0

function refusalText(common: Readonly<Record<string, string>>, code: ProxyErrorCode): string {
  const { status, headers, body } = wholeRefusal(common, code)
  const all = { ...headers, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ProxyError`, ...lines, '', body].join('\r\n')
}
