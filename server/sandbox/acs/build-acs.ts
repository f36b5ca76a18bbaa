import { setMaxListeners } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import { readForms } from '#router/mount.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { mountAnswers } from './answers.ts'
import { buildChallenges } from './challenges.ts'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import type { Dialogue, Finish } from './dialogue.ts'
import { mountMethod } from './method.ts'
import type { AcsContext } from './context.ts'
import { finishWithRReq } from './results.ts'
import { finishWithPaRes, mountThreeDs1 } from './three-ds-1.ts'
import { mountThreeDs2 } from './three-ds-2.ts'

/**
 * The issuer's access control server, without listening: decides by the test cards, or by the issuer's data, whether a
 * payment is authenticated (`/3ds/card-range`, `/3ds/areq`), serves the method page (`/3ds/method`), and asks the
 * cardholder for a one-time code (`/3ds/challenge` for 3DS 2, `/3ds1/pareq` for 3DS 1).
 */
export function buildAcs(options: AcsContext): FastifyInstance {
  // Browsers open connections before they need them; closing the server must not wait for these.
  const app = Fastify({ forceCloseConnections: true })
  const closing = new AbortController()
  // Every open challenge adds a listener.
  setMaxListeners(0, closing.signal)
  app.addHook('onClose', async () => closing.abort())
  readForms(app)
  const { store = memoryStore() } = options
  const challenges = buildChallenges({
    ...options,
    store,
    closing: closing.signal,
    finish: finishing(options),
    send: texting(options),
  })
  app.addHook('onReady', async () => challenges.start())
  const methodRan = mountMethod(app, options, store)
  void app.register(async (scope) => mountThreeDs2(scope, options, challenges, methodRan))
  mountThreeDs1(app, options, challenges)
  mountAnswers(app, options, challenges)
  app.get('/healthz', () => ({ status: 'ok' }))
  return app
}

/** Texts the code to the cardholder's phone. */
const texting =
  ({ phones }: AcsContext) =>
  ({ phone, purchase, challenge }: Dialogue): void => {
    const { bank } = sandboxTextsFor(purchase.language).texts
    if (phone !== undefined) phones?.send(phone, `${bank.bank}: ${bank.smsText} ${challenge.code}`)
  }

/** Ends a challenge as its protocol requires. */
const finishing =
  (options: AcsContext): Finish =>
  (dialogue, outcome) =>
    dialogue.back.protocol === '2'
      ? finishWithRReq(options, dialogue, dialogue.back, outcome)
      : finishWithPaRes(options, dialogue, dialogue.back, outcome)
