import type { FastifyRequest } from 'fastify'
import { ProxyError } from '#contract/proxy-errors.ts'

/**
 * The ticket of a request as a bearer token: of the Authorization header or, where it is too long for one, of the body,
 * from which it is taken.
 */
export function bearerIn(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  const { ticket, ...fields } = Object(request.body) as { readonly ticket?: unknown }
  if (ticket === undefined) return authorization
  if (typeof ticket !== 'string' || authorization !== undefined)
    throw new ProxyError('field_invalid', 'must be the ticket as text, where no header has one', 'ticket')
  request.body = fields
  return `Bearer ${ticket}`
}
