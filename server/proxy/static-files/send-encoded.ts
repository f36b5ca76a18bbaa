import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRACE_HEADER } from '../http/trace.ts'
import { chooseCoding } from './accept-encoding.ts'
import type { Coding, EncodedFile } from './encoded-file.ts'

/** A file in one coding, as it is sent. */
interface Variant {
  readonly coding: Coding | undefined
  readonly etag: string
  readonly body: Buffer
}

/** A file, ready to be sent in each of its codings. */
export interface Sendable {
  readonly codings: readonly Coding[]
  readonly variants: ReadonlyMap<Coding | undefined, Variant>
}

const order = ['br', 'gzip'] as const

const prepared = new WeakMap<EncodedFile, Sendable>()

/** Prepares a file once for all requests. */
export function sendable(file: EncodedFile): Sendable {
  const known = prepared.get(file) ?? prepare(file)
  prepared.set(file, known)
  return known
}

/** Characters of six bits each: 132 bits are enough to distinguish all files, and every answer carries the tag. */
const TAG_LENGTH = 22

/** Each coding has an ETag of its own, since its bytes differ. */
function prepare(file: EncodedFile): Sendable {
  const tag = createHash('sha256').update(file.bytes).digest('base64url').slice(0, TAG_LENGTH)
  const codings = order.filter((coding) => file[coding])
  const variantOf = (coding: Coding | undefined): Variant => ({
    coding,
    etag: coding ? `"${tag}-${coding}"` : `"${tag}"`,
    body: Buffer.from(coding ? file[coding]! : file.bytes),
  })
  return { codings, variants: new Map([undefined, ...codings].map((coding) => [coding, variantOf(coding)])) }
}

/**
 * Sets the headers of the coding that the client prefers, and returns the body; an empty one where the client already
 * has it.
 */
export function negotiate(request: FastifyRequest, reply: FastifyReply, { codings, variants }: Sendable): Buffer {
  const { coding, etag, body } = variants.get(chooseCoding([request.headers['accept-encoding']].join(), codings))!
  const vary = ['accept-encoding', reply.getHeader('vary')].filter(Boolean).join(', ')
  reply.headers({ vary, etag })
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.code(304).removeHeader('content-type')
    return Buffer.alloc(0)
  }
  if (coding) reply.header('content-encoding', coding)
  return body
}

/** A load balancer may have made the tag a weak one. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

/**
 * Sends a script in the coding that the client prefers; the other headers are the caller's. The opener policy has an
 * effect on documents only, and the id of one request says nothing about a copy from a cache.
 */
export function sendScript(request: FastifyRequest, reply: FastifyReply, script: Sendable): FastifyReply {
  reply.type(SCRIPT).removeHeader('cross-origin-opener-policy').removeHeader(TRACE_HEADER)
  return reply.send(negotiate(request, reply, script))
}

export const SCRIPT = 'text/javascript; charset=utf-8'
