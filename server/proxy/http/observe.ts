import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refused } from '#contract/faults.ts'
import { checkoutApi } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import type { Api } from '#contract/operation.ts'
import type { Journal, Party } from '#ports/journal.ts'
import { merchantOperations } from './all-operations.ts'
import { levelOf } from './log-levels.ts'
import type { Line, Log } from './log.ts'
import { TicketRefused } from '../tickets/ticket-refused.ts'

/** Path of the hosted payment page. */
export const hostedPagePath = '/pay'

type Draft = { -readonly [Name in keyof Line]: Line[Name] } & { readonly begun: number; readonly from: Party }

/** Collects the loggable data of each request, and writes one log line and one journal entry per operation. */
export interface Observer {
  /** Adds to the data of a request. */
  note(request: FastifyRequest, more: Known): void
}

type Known = Pick<Line, 'order' | 'state' | 'code' | 'field' | 'rule'>

/** The data of a request that its refusal contains. */
export const noteOf = (refused: Refused): Known => ({
  code: refused.code,
  ...(refused instanceof TicketRefused && refused.known),
})

interface Source {
  readonly op: string
  readonly from: Party
}

const sourcesIn = (api: Api, from: Party): readonly (readonly [path: string, source: Source])[] =>
  Object.entries(api).map(([op, { path }]) => [path, { op, from }])

const operations: ReadonlyMap<string, Source> = new Map([
  ...sourcesIn(checkoutApi, 'browser'),
  ...sourcesIn(merchantOperations, 'shop'),
  [hostedPagePath, { op: 'hostedPage', from: 'browser' } satisfies Source],
])

const sourceOf = ({ routeOptions }: FastifyRequest): Source | { readonly from: Party } =>
  operations.get(routeOptions.url ?? '') ?? { from: 'browser' }

export function observe(app: FastifyInstance, proxy: { clock: Clock; log: Log; journal: Journal }): Observer {
  const drafts = new WeakMap<FastifyRequest, Draft>()
  app.addHook('onRequest', (request, _, next) => {
    drafts.set(request, { ...sourceOf(request), traceId: request.id, begun: proxy.clock.now() })
    next()
  })
  app.addHook('preSerialization', (request, _, payload, next) => {
    Object.assign(drafts.get(request) ?? {}, stateIn(payload))
    next(null, payload)
  })
  app.addHook('onResponse', (request, _, next) => {
    const draft = drafts.get(request)
    if (draft) write(draft, proxy)
    next()
  })
  return { note: (request, more) => void Object.assign(drafts.get(request) ?? {}, more) }
}

/** The state of an outcome, or of the outcome in a checkout. */
function stateIn(payload: unknown): Pick<Line, 'state'> {
  const { state, outcome } = Object(payload) as { state?: unknown; outcome?: { state?: unknown } }
  const result = state ?? outcome?.state
  return typeof result === 'string' ? { state: result } : {}
}

function write(
  { begun, from, ...line }: Draft,
  { clock, log, journal }: { clock: Clock; log: Log; journal: Journal },
): void {
  const { op, order, state, code } = line
  // Other requests, for documents or unknown addresses, are not worth a line at `info` every time.
  log[op === undefined ? 'debug' : levelOf(code)]({ ...line, ms: Math.round(clock.now() - begun) })
  if (op === undefined) return
  const detail = state ?? code
  journal.note({
    from,
    to: 'proxy',
    what: op,
    ...(order !== undefined && { order }),
    ...(detail !== undefined && { detail }),
  })
}
