import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scenario } from '#sandbox/scenario/fault-switches.ts'
import { gonePage } from './bank-page.ts'
import { bankPolicy } from './bank-style.ts'

/** One field of a posted form; a field sent twice counts as absent. */
export function fieldOf({ body }: FastifyRequest, name: string): string | undefined {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Whether the browser may be redirected there: only http and https, never a script. */
export const isWebAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** Sends a page of the bank; the scenario's `framing` says whether it may be framed. */
export function sendPage(reply: FastifyReply, html: string, framing: Scenario['framing']): FastifyReply {
  if (framing === 'refused') reply.header('x-frame-options', 'DENY')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', bankPolicy(framing === 'refused' ? "'none'" : '*'))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html)
}

/** Sends HTTP 400 with the page for an unknown challenge. */
export const sendGone = (request: FastifyRequest, reply: FastifyReply, framing: Scenario['framing']): FastifyReply =>
  sendPage(reply.code(400), gonePage(request.headers['accept-language']), framing)
