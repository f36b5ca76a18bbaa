import type { FastifyInstance } from 'fastify'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Lifecycle } from './http/shutdown.ts'
import { describeProxy } from './openapi.ts'
import type { ProxyContext } from './proxy-context.ts'
import { encodeText, type EncodedFile } from './static-files/encoded-file.ts'
import { negotiate, sendable } from './static-files/send-encoded.ts'

/** Serves the liveness check, the readiness check with the reason of a failure, and the OpenAPI document. */
export function serveHealth(
  app: FastifyInstance,
  lifecycle: Lifecycle,
  { config, checks }: Pick<ProxyContext, 'config' | 'checks'>,
): void {
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async () => {
    if (lifecycle.isStopping) throw new ProxyError('busy', 'The proxy is stopping.')
    for (const reason of await Promise.all(checks.map((check) => check.ask()))) if (reason) throw reason
    return { status: 'ready' }
  })
  // Described once, since anyone may request it at any rate, and only on request, since most processes never serve it.
  let encoded: Promise<EncodedFile> | undefined
  app.get('/openapi.json', async (request, reply) => {
    encoded ??= encodeText(JSON.stringify(describeProxy(config)))
    return reply.type('application/json; charset=utf-8').send(negotiate(request, reply, sendable(await encoded)))
  })
}
