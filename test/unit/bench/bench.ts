import fastify, { type FastifyInstance } from 'fastify'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { serveBench } from '../../../demo/bench/serve-bench.ts'
import type { Ask } from '../../../demo/browser/bench/bank.ts'
import { operationsIn, type ApiDocument, type Operation } from '../../../demo/browser/bench/schema.ts'
import { inProcess } from '../../conformance/gateway/stage.ts'
import { setStage, type Stage } from '../../conformance/issuing/stage.ts'

/** The bench's server before an issuer, all in this process. */
export interface Bench {
  readonly app: FastifyInstance
  readonly stage: Stage
  readonly operations: readonly Operation[]
  /** As the page asks. */
  readonly ask: Ask
  /** Posts anything to one of the page's addresses. */
  post(url: string, body: unknown): Promise<{ status: number; answer: unknown }>
}

export const bin = '400000'

export async function openBench(): Promise<Bench> {
  const wire = inProcess()
  const stage = await setStage(wire)
  const app = fastify()
  await serveBench(app, {
    issuing: () => 'http://issuing.test',
    credentials: { login: 'bank', password: 'secret', bin },
    carry: wire.carry,
    cards: testCards,
    clock: { now: stage.clock.now, forward: stage.clock.advance },
  })
  const post: Bench['post'] = async (url, body) => {
    const { statusCode, payload } = await app.inject({ method: 'POST', url, payload: body as object })
    return { status: statusCode, answer: JSON.parse(payload) as unknown }
  }
  const described = (await app.inject('/bench/openapi.json')).json<ApiDocument>()
  return {
    app,
    stage,
    operations: operationsIn(described),
    ask: async (operation, request) => ({
      operation,
      request,
      ...(await post(`/bench/operations/${operation}`, request)),
    }),
    post,
  }
}
