import fastify, { type FastifyInstance } from 'fastify'
import { issuingApi } from '#contract/issuing/cards.ts'
import { reversalApi } from '#contract/issuing/reversals.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { mount, type Door } from '#router/mount.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { askBasicAuth } from './basic-auth.ts'
import { buildProcessing } from './processing.ts'

export interface IssuerParts {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly cards: readonly TestCard[]
  readonly credentials: { readonly login: string; readonly password: string }
}

/** The bank that issued the test cards, behind the card-management interface; does not listen. */
export function buildIssuer(parts: IssuerParts): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  askBasicAuth(app, parts.credentials, () =>
    parts.journal.note({ from: 'issuer', to: 'gateway', what: 'debitCard', detail: 'wrong credentials' }),
  )
  const { debitCard, reversal } = buildProcessing(parts)
  mount(app, issuingApi, { debitCard }, faults)
  mount(app, reversalApi, { reversal }, faults)
  return app
}

/** Of the service's two fault shapes, this is the one that carries a responseCode (family): 30 is a format error. */
const faults: Door<undefined> = {
  context: () => undefined,
  refuse: ({ field, rule }, _, reply) => reply.code(400).send({ responseCode: '30', message: `${field} ${rule}` }),
}
