import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Clock } from '#contract/ports.ts'
import { userAgent } from '#contract/version.ts'
import { failureCause } from '#gateway-client/failure-cause.ts'

export interface Answer {
  readonly url: string
  readonly status: number
  /** All values of each header, by its name in lower case. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** The body without its content coding. */
  readonly body: Buffer
  /** The middle of the time between the request and the answer's headers, by the local clock. */
  readonly at: number
}

/** Why there is no answer; its message is a clause. */
export class NoAnswer extends Error {}

/** Sends a GET request; rejects with {@link NoAnswer}. Redirects are answers like others. */
export type Get = (url: string, headers?: OutgoingHttpHeaders) => Promise<Answer>

/** Milliseconds for the whole answer. */
export const TIMEOUT = 10_000

/** Most bytes of a body, before and after its content coding is removed. */
const MAX_BODY_BYTES = 4 * 2 ** 20

interface GetOptions {
  readonly clock: Pick<Clock, 'now'>
  /** PEM of authorities that are trusted in place of the system's. */
  readonly ca?: string
}

const commonHeaders = { accept: '*/*', 'accept-encoding': 'br, gzip, deflate', 'user-agent': userAgent }

/** A reader of addresses, which verifies certificates. */
export const buildGet =
  ({ clock, ca }: GetOptions): Get =>
  (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const begun = clock.now()
      const failed = (error: unknown): void => reject(new NoAnswer(causeOf(error, url), { cause: error }))
      const send = url.startsWith('https:') ? httpsRequest : httpRequest
      const signal = AbortSignal.timeout(TIMEOUT)
      const options = { headers: { ...commonHeaders, ...headers }, signal, agent: false as const, ...(ca && { ca }) }
      const sent = send(url, options, (message) => {
        const at = (begun + clock.now()) / 2
        read(message).then((body) => resolve(answerOf(url, message, body, at)), failed)
      })
      sent.once('error', failed)
      sent.end()
    })

const answerOf = (url: string, { statusCode = 0, headersDistinct }: IncomingMessage, body: Buffer, at: number) => ({
  url,
  status: statusCode,
  headers: headersDistinct,
  body,
  at,
})

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw Object.assign(new Error('Too long'), { code: 'TOO_LONG' })
    chunks.push(chunk)
  }
  const decode = decoders[message.headers['content-encoding'] ?? 'identity']
  return decode ? decode(Buffer.concat(chunks)) : Buffer.concat(chunks)
}

const limit = { maxOutputLength: MAX_BODY_BYTES }

const decoders: Readonly<Record<string, ((bytes: Buffer) => Buffer) | undefined>> = {
  br: (bytes) => brotliDecompressSync(bytes, limit),
  gzip: (bytes) => gunzipSync(bytes, limit),
  deflate: (bytes) => inflateSync(bytes, limit),
}

/** Why there is no answer, as a clause for an operator. */
export function causeOf(error: unknown, url: string): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  const isLate = name === 'TimeoutError' || code === 'ABORT_ERR'
  const failure = isLate ? Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' }) : error
  return failureCause(failure, { url, timeoutMs: TIMEOUT })
}

/** The value of a header; several are joined as by a list. */
export const headerOf = ({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined =>
  headers[name]?.join(', ')
