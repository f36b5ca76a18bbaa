import type { FastifyInstance } from 'fastify'
import { Refused } from '#contract/faults.ts'
import type { Life } from './life.ts'
import { describeProxy } from './openapi.ts'
import type { Parts } from './parts.ts'

/** Milliseconds for which one look at the gateway serves all who ask. */
const FRESH = 5000

/** Says that the process lives, that it can take payments, and what may be asked of it. */
export function serveHealth(app: FastifyInstance, life: Life, { config, gateway, clock }: Parts): void {
  let seen = { at: -Infinity, isReachable: false }
  const look = async (): Promise<boolean> => {
    if (clock.now() - seen.at > FRESH)
      seen = { at: clock.now(), isReachable: (await gateway.sealingKeys({})).kind === 'answered' }
    return seen.isReachable
  }
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async () => {
    if (life.isStopping) throw new Refused('busy', 'The proxy is stopping.')
    if (!(await look())) throw new Refused('gateway_unreachable', "The gateway's keys cannot be read.")
    return { status: 'ready' }
  })
  // Written once, since anybody may ask for it as often as he likes.
  const document = Buffer.from(JSON.stringify(describeProxy(config)))
  app.get('/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(document))
}
