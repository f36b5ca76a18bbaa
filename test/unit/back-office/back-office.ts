import fastify, { type FastifyInstance } from 'fastify'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { serveBackOffice } from '../../../demo/back-office/serve-back-office.ts'
import type { SendRequest } from '../../../demo/browser/back-office/bank.ts'
import { operationsIn, type ApiDocument, type Operation } from '../../../demo/browser/back-office/schema.ts'
import { inProcess } from '../../conformance/gateway/fixture.ts'
import { setFixture, type Fixture } from '../../conformance/issuing/fixture.ts'

/** The server of the back office in front of an issuer, in this process. */
export interface BackOffice {
  readonly app: FastifyInstance
  readonly fixture: Fixture
  readonly operations: readonly Operation[]
  /** Sends a request as the page does. */
  readonly ask: SendRequest
  /** Posts any body to one of the page's addresses. */
  post(url: string, body: unknown): Promise<{ status: number; answer: unknown }>
}

export const bin = '400000'

export async function openBackOffice(): Promise<BackOffice> {
  const wire = inProcess()
  const fixture = await setFixture(wire)
  const app = fastify()
  serveBackOffice(app, {
    issuing: () => 'http://issuing.test',
    console: () => 'http://console.test',
    credentials: { login: 'bank', password: 'secret', bin },
    fetch: wire.fetch,
    cards: testCards,
    clock: { now: fixture.clock.now, forward: fixture.clock.advance },
  })
  const post: BackOffice['post'] = async (url, body) => {
    const { statusCode, payload } = await app.inject({ method: 'POST', url, payload: body as object })
    return { status: statusCode, answer: JSON.parse(payload) as unknown }
  }
  const described = (await app.inject('/back-office/openapi.json')).json<ApiDocument>()
  return {
    app,
    fixture,
    operations: operationsIn(described),
    ask: async (operation, request) => ({
      operation,
      request,
      ...(await post(`/back-office/operations/${operation}`, request)),
    }),
    post,
  }
}
