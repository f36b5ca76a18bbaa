import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { recogniser } from './recogniser.ts'
import { requestListener } from './request-listener.ts'

/** The part of Koa's context that is used. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Koa answers by itself unless this is false. */
  respond?: boolean
}

/** Middleware of Koa. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>

/** A proxy as middleware of Koa, at the root and before any body parser: it passes on what is not its own. */
export async function koaMiddleware(proxy: FastifyInstance): Promise<KoaMiddleware> {
  const isForProxy = recogniser(proxy)
  const listener = await requestListener(proxy)
  return async (context, next) => {
    const { req, res } = context
    if (!isForProxy(req.headers.host, req.url)) return void (await next())
    context.respond = false
    const closed = once(res, 'close')
    listener(req, res)
    await closed
  }
}
