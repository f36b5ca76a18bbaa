import { createServer, request as ask, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import type { Proxy } from '#adapters/create-proxy.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request, with any Host header. */
export type Ask = (path: string, asking?: Asking) => Promise<Answer>

/** Sends each request on a socket of its own. */
export const askAt =
  (port: number): Ask =>
  (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, agent: false }
      const sent = ask({ ...options, headers: { host: 'pay.shop.example', ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }))
      })
      sent.on('error', reject).end(body)
    })

/** A server that runs, and what ends it. */
export interface Running {
  readonly ask: Ask
  close(): Promise<unknown>
}

export async function listening(listener: RequestListener): Promise<Running> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { ask: askAt(port), close: () => new Promise((done) => server.close(done)) }
}

/** Starts a server with the proxy in it, and a page of its own at `/own`. */
type Open = (proxy: Proxy) => Promise<Running>

async function inFastify(proxy: Proxy): Promise<Running> {
  const app = fastify()
  app.addHook('onRequest', async (_, reply) => void reply.header('x-frame-options', 'DENY'))
  app.get('/own', async () => 'own')
  await app.register(proxy.fastify)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { ask: askAt(Number(new URL(address).port)), close: () => app.close() }
}

function inExpress(proxy: Proxy): Promise<Running> {
  const app = express()
  app.use((_, response, next) => {
    response.setHeader('x-frame-options', 'DENY')
    next()
  })
  app.use(proxy.listener)
  app.use(express.json())
  app.get('/own', (_, response) => response.end('own'))
  return listening(app)
}

function inKoa(proxy: Proxy): Promise<Running> {
  const app = new Koa()
  app.use(async (context, next) => {
    context.set('x-frame-options', 'DENY')
    await next()
    context.set('x-after', 'yes')
  })
  app.use(proxy.koa)
  app.use((context) => {
    if (context.path === '/own') context.body = 'own'
  })
  return listening((request, response) => void app.callback()(request, response))
}

async function inHono(proxy: Proxy): Promise<Running> {
  const app = new Hono()
  app.use(proxy.hono)
  app.use(async (context, next) => {
    await next()
    context.header('x-frame-options', 'DENY')
  })
  app.get('/own', (context) => context.text('own'))
  return fetching(app.fetch)
}

/** Serves requests and responses of the Fetch standard on a socket. */
export async function fetching(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
): Promise<Running> {
  let port = 0
  const handler = async (request: Request, env: object): Promise<Response> => fetch(request, env)
  const server = await new Promise<ReturnType<typeof serve>>((done) => {
    const started = serve({ fetch: handler, hostname: '127.0.0.1', port: 0 }, (info) => {
      port = info.port
      done(started)
    })
  })
  return { ask: askAt(port), close: () => new Promise((done) => server.close(done)) }
}

const byFetch: Open = (proxy) =>
  fetching(async (request, env) =>
    proxy.handles(request)
      ? proxy.fetch(request, env)
      : new Response('own', {
          headers: { 'x-frame-options': 'DENY' },
          status: request.url.endsWith('/own') ? 200 : 404,
        }),
  )

/** Every server that has other pages, too. */
export const servers: Readonly<Record<string, Open>> = {
  Express: inExpress,
  Fastify: inFastify,
  Koa: inKoa,
  Hono: inHono,
  'a fetch handler': byFetch,
}

export const inHttp: Open = (proxy) => listening(proxy.listener)
