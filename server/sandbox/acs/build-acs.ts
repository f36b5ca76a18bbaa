import { setMaxListeners } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import { readForms } from '#router/mount.ts'
import { mountAnswers } from './answers.ts'
import { buildDesk } from './desk.ts'
import { mountMethod } from './method.ts'
import type { AcsParts } from './parts.ts'
import { mountThreeDs1 } from './three-ds-1.ts'
import { mountThreeDs2 } from './three-ds-2.ts'

/**
 * The issuer's access control server, without listening: decides by the test cards whether a payment is authenticated
 * (`/3ds/card-range`, `/3ds/areq`), runs the method page (`/3ds/method`), and asks the cardholder for a one-time code
 * (`/3ds/challenge` for 3DS 2, `/3ds1/pareq` for 3DS 1).
 */
export function buildAcs(parts: AcsParts): FastifyInstance {
  // Browsers open connections ahead of need, and the server must not wait for these when it closes.
  const app = Fastify({ forceCloseConnections: true })
  const closing = new AbortController()
  // Every open challenge listens to it.
  setMaxListeners(0, closing.signal)
  app.addHook('onClose', async () => closing.abort())
  readForms(app)
  const desk = buildDesk({ ...parts, closing: closing.signal })
  mountThreeDs2(app, parts, desk, mountMethod(app, parts))
  mountThreeDs1(app, parts, desk)
  mountAnswers(app, parts, desk)
  app.get('/healthz', () => ({ status: 'ok' }))
  return app
}
