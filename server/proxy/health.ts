import type { FastifyInstance } from 'fastify'
import { Refused } from '#contract/faults.ts'
import type { Life } from './life.ts'
import { describeProxy } from './openapi.ts'
import type { Parts } from './parts.ts'

/** Says that the process lives, that it can take payments or why not, and what may be asked of it. */
export function serveHealth(app: FastifyInstance, life: Life, { config, looks }: Parts): void {
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async () => {
    if (life.isStopping) throw new Refused('busy', 'The proxy is stopping.')
    for (const reason of await Promise.all(looks.map((look) => look.ask()))) if (reason) throw reason
    return { status: 'ready' }
  })
  // Written once, since anybody may ask for it as often as he likes.
  const document = Buffer.from(JSON.stringify(describeProxy(config)))
  app.get('/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(document))
}
