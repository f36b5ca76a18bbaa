import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Redirect } from '#contract/wire/redirect-page.ts'
import { defineApi } from '#contract/operation.ts'
import { client, ForeignAnswer } from '#contract/wire/client.ts'
import { describeApi } from '#router/describe.ts'
import { mount, readForms } from '#router/mount.ts'
import { onRequest } from '../../support/on-request.ts'

const api = defineApi({
  add: {
    summary: 'Add two numbers',
    method: 'POST',
    path: '/add',
    encoding: 'form',
    request: z.object({ a: z.int(), b: z.int() }),
    response: z.object({ sum: z.int() }),
  },
  echo: {
    summary: 'Say it again',
    method: 'POST',
    path: '/echo/:who',
    encoding: 'json',
    request: z.object({ who: z.string(), words: z.array(z.string()) }),
    response: z.object({ who: z.string(), echoed: z.string() }),
  },
  find: {
    summary: 'Find by number',
    method: 'GET',
    path: '/find/:id',
    encoding: 'json',
    request: z.object({ id: z.string(), depth: z.optional(z.int()) }),
    response: z.object({ id: z.string(), depth: z.int() }),
  },
  go: {
    summary: 'Go elsewhere',
    method: 'GET',
    path: '/go',
    encoding: 'form',
    answers: 'page',
    request: z.object({ to: z.string() }),
    response: Redirect,
  },
})

const handlers = {
  add: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
  echo: ({ who, words }: { who: string; words: string[] }) => ({ who, echoed: words.join(' ') }),
  find: ({ id, depth = 0 }: { id: string; depth?: number | undefined }) => ({ id, depth }),
  go: ({ to }: { to: string }) =>
    to === 'form' ? { action: 'https://a.example/?x="', fields: { creq: '<b>' } } : { location: to },
}

function subject() {
  const app = fastify()
  readForms(app)
  mount(app, api, handlers, {
    context: () => undefined,
    refuse: ({ field, rule }, _, reply) => reply.code(400).send({ error: `${field} ${rule}` }),
  })
  const fetch = onRequest(async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body && { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  return { app, request: client(api, 'http://them', fetch) }
}

describe('a client of a mounted table behaves as its handlers do', () => {
  const { request: requested } = subject()
  test('in form, JSON, path and query', async () => {
    expect(await requested.add({ a: 2, b: 40 })).toEqual({ sum: 42 })
    expect(await requested.echo({ who: 'a/b?c', words: ['x', 'y'] })).toEqual({ who: 'a/b?c', echoed: 'x y' })
    expect(await requested.find({ id: 'é', depth: 3 })).toEqual({ id: 'é', depth: 3 })
  })

  test('a request that breaks a rule never reaches the handler', async () => {
    await expect(requested.add({ a: 1.5, b: 1 })).rejects.toThrow()
    const { app } = subject()
    const answer = await app.inject({
      method: 'POST',
      url: '/add',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'b is required' }])
  })

  test('a body cannot rename what its path names', async () => {
    const { app } = subject()
    const answer = await app.inject({ method: 'POST', url: '/echo/ann', payload: { who: 'bob', words: [] } })
    expect(answer.json()).toEqual({ who: 'ann', echoed: '' })
  })

  test('an answer that the table does not promise is foreign', async () => {
    const odd = client(api, 'http://them', async () => new Response('{"total":1}'))
    await expect(odd.add({ a: 1, b: 1 })).rejects.toBeInstanceOf(ForeignAnswer)
    const broken = client(api, 'http://them', async () => new Response('<html>', { status: 502 }))
    await expect(broken.add({ a: 1, b: 1 })).rejects.toMatchObject({ status: 502, body: '<html>' })
  })
})

describe('a page answer', () => {
  const { app } = subject()
  test('redirects', async () => {
    const answer = await app.inject('/go?to=https://b.example/')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, 'https://b.example/'])
  })

  test('is a form that posts itself, with nothing unescaped', async () => {
    const { body, headers } = await app.inject('/go?to=form')
    expect(body).toContain('action="https://a.example/?x=&quot;"')
    expect(body).toContain('value="&lt;b&gt;"')
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+'/)
  })
})

test('OpenAPI says what the table says', () => {
  const described = describeApi(api, { title: 't', version: '1', description: '' }) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>
  }
  expect(Object.keys(described.paths)).toEqual(['/add', '/echo/{who}', '/find/{id}', '/go'])
  expect(described.paths['/echo/{who}']!['post']).toMatchObject({
    parameters: [{ name: 'who', in: 'path', required: true }],
    requestBody: { content: { 'application/json': { schema: { required: ['words'] } } } },
  })
  expect(described.paths['/find/{id}']!['get']).toMatchObject({
    operationId: 'find',
    parameters: [
      { name: 'id', in: 'path' },
      { name: 'depth', in: 'query' },
    ],
  })
})

test('two operations may not answer the same path', () => {
  const [{ add }, { add: sum }] = [api, handlers]
  const twice = (): void =>
    mount(fastify(), { one: add, two: add }, { one: sum, two: sum }, { context: () => undefined, refuse: () => {} })
  expect(twice).toThrow("Method 'POST' already declared for route '/add'")
})
