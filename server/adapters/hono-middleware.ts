import type { FastifyInstance } from 'fastify'
import { fetchHandler, hostOf } from './fetch-handler.ts'
import { recogniser } from './recogniser.ts'

/** The part of Hono's context that is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  /** What the server of the runtime has passed besides the request. */
  readonly env: unknown
}

/** Middleware of Hono. */
export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>

/** A proxy as middleware of Hono, before any other: it passes on what is not its own. */
export function honoMiddleware(proxy: FastifyInstance): HonoMiddleware {
  const [isForProxy, handle] = [recogniser(proxy), fetchHandler(proxy)]
  return async ({ req: { raw }, env }, next) => {
    if (isForProxy(hostOf(raw), new URL(raw.url).pathname)) return handle(raw, Object(env) as object)
    await next()
    return undefined
  }
}
