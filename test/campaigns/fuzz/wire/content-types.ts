import type { FastifyInstance } from 'fastify'
import { proxyUrl } from '../../../unit/proxy/support/test-proxy.ts'

const exact = 'application/json'

/** Pieces that a parser of media types may drop, merge or fail on. */
const pieces = [
  '',
  ' ',
  '\t',
  ';',
  ',',
  '/',
  '"',
  '\\',
  '\0',
  '\x0b',
  '\x0c',
  '\xa0',
  '\x7f',
  '\xff',
  'a',
  '*',
  '+json',
  '=',
  '.',
  '%00',
  '#',
  '?',
  '; charset=utf-8',
  ';charset=utf-8',
  '; charset="utf-8"',
  '; a=b; a=c',
  ';;',
  '; boundary=x',
  ', text/plain',
  ' application/json',
] as const

const others = [
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json5',
  'application/jsonp',
  'application/ld+json',
  'application/vnd.api+json',
  'application/*',
  '*/*',
  'json',
  '__proto__',
  'constructor',
] as const

/** So many different values of Content-Type; one of them is the exact one. */
export function contentTypes(count: number): readonly string[] {
  const all = new Set<string>([exact, ...others])
  const cased = (at: number): string =>
    [...exact].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
  for (const other of others) for (const piece of pieces) all.add(other + piece).add(piece + other)
  for (let at = 0; at <= exact.length; at++)
    for (const piece of pieces) all.add(exact.slice(0, at) + piece + exact.slice(at))
  for (const one of pieces) for (const two of pieces) all.add(one + exact + two).add(exact + one + two)
  for (let at = 1; all.size < count; at++) all.add(cased(at))
  return [...all].slice(0, count)
}

/** The types that the request's handler accepts; it then refuses the empty body. */
export async function typesLetIn(app: FastifyInstance, ticket: string, count: number): Promise<readonly string[]> {
  const letIn: string[] = []
  for (const type of contentTypes(count)) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/pay',
      headers: {
        host: 'pay.shop.example',
        'sec-fetch-site': 'same-origin',
        origin: proxyUrl,
        authorization: `Bearer ${ticket}`,
        'content-type': type,
      },
      payload: '{}',
    })
    if (answer.statusCode !== 415) letIn.push(type)
  }
  return letIn
}
