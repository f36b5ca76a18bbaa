import type { FastifyInstance } from 'fastify'
import { checkoutApi } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import { describeApi } from '#router/describe.ts'
import type { Life } from './life.ts'
import type { Parts } from './parts.ts'

/** Milliseconds for which one look at the gateway serves all who ask. */
const FRESH = 5000

/** Says that the process lives, that it can take payments, and what may be asked of it. */
export function serveHealth(app: FastifyInstance, life: Life, { gateway, clock }: Parts): void {
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
  const document = describeApi(checkoutApi, {
    title: 'tender-checkout proxy',
    version: '1',
    description: 'What the card frame asks of the proxy, same-origin, with the order ticket as bearer.',
  })
  app.get('/openapi.json', async () => document)
}
