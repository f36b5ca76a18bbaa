import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { issuingApi } from '#contract/issuing/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { Carry } from '#contract/wire/client.ts'
import { describeApi } from '#router/describe.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { benchPage } from './bench-page.ts'

/** What the issuing bench needs of the world around it. */
export interface BenchParts {
  /** Base of the card-management interface, without a trailing slash. */
  readonly issuing: () => string
  readonly credentials: { readonly login: string; readonly password: string; readonly bin: string }
  readonly carry: Carry
  readonly cards: readonly TestCard[]
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/** Serves the issuing bench: a page to try every operation of the card-management interface by hand. */
export async function serveBench(app: FastifyInstance, parts: BenchParts): Promise<void> {
  const style = await readFile(join(import.meta.dirname, 'bench.css'))
  const page = benchPage(parts)
  app.get('/bench', (_, reply) => reply.type('text/html').header('content-security-policy', policy).send(page))
  app.get('/bench.css', (_, reply) => reply.type('text/css').send(style))
  app.get('/bench/openapi.json', () =>
    describeApi(issuingApi, { title: 'Card management', version: '1', description: '' }),
  )
  app.post<{ Params: { operation: string } }>('/bench/operations/:operation', async ({ params, body }, reply) => {
    const operation = operations.get(params.operation)
    if (!operation) return reply.code(404).send({ message: 'there is no such operation' })
    const answer = await parts.carry(requestFor(parts, operation, body))
    return reply
      .code(answer.status)
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(await answer.text())
  })
}

const operations = new Map<string, Operation>(Object.entries(issuingApi))

/** The page may not know the bank's credentials, so the shop's server puts them in. */
function requestFor({ issuing, credentials }: BenchParts, { path }: Operation, body: unknown): Request {
  const { login, password } = credentials
  return new Request(issuing() + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify(body ?? {}),
  })
}
