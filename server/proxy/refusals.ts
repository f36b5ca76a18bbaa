import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply } from 'fastify'
import { faults, Refused, type FaultCode } from '#contract/faults.ts'
import { LooseJson } from '#gateway-client/strict-json.ts'

/** What the server's own errors are in our words. */
const byCode: ReadonlyMap<string, FaultCode> = new Map<string, FaultCode>([
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
export function refusalFrom(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (error instanceof LooseJson) return new Refused('body_malformed', `${error.message}.`)
  return new Refused(byCode.get(String((error as Partial<FastifyError> | null)?.code)) ?? 'internal')
}

/** Answers with a refusal, its status from the table of faults. */
export const refuse = (reply: FastifyReply, refused: Refused): FastifyReply =>
  reply.code(faults[refused.code].status).send(refused.answer)

/** Answers what is no HTTP at all, on the bare socket, and hangs up. */
export const refuseSocket =
  (headers: Readonly<Record<string, string>>) =>
  (error: { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const code = byCode.get(error.code ?? '') ?? 'request_malformed'
    const body = JSON.stringify(new Refused(code).answer)
    const all = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${faults[code].status} Refused`, ...lines, '', body].join('\r\n'))
  }
