import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkoutApi } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import type { Api } from '#contract/operation.ts'
import type { Journal, Party } from '#ports/journal.ts'
import { merchantOperations } from './all-operations.ts'
import type { Line, Log } from './log.ts'
import { wayOutPath } from './way-out.ts'

type Draft = { -readonly [Name in keyof Line]: Line[Name] } & { readonly begun: number; readonly from: Party }

/** Collects what may be written about each request, and writes one line and one journal note per operation. */
export interface Observer {
  /** Adds to what is known of a request. */
  note(request: FastifyRequest, more: Pick<Line, 'order' | 'state' | 'code'>): void
}

interface Known {
  readonly op: string
  readonly from: Party
}

const knownIn = (api: Api, from: Party): readonly (readonly [path: string, known: Known])[] =>
  Object.entries(api).map(([op, { path }]) => [path, { op, from }])

const operations: ReadonlyMap<string, Known> = new Map([
  ...knownIn(checkoutApi, 'browser'),
  ...knownIn(merchantOperations, 'shop'),
  [wayOutPath, { op: 'wayOut', from: 'browser' } satisfies Known],
])

const knownOf = ({ routeOptions }: FastifyRequest): Known | { readonly from: Party } =>
  operations.get(routeOptions.url ?? '') ?? { from: 'browser' }

export function observe(app: FastifyInstance, parts: { clock: Clock; log: Log; journal: Journal }): Observer {
  const drafts = new WeakMap<FastifyRequest, Draft>()
  app.addHook('onRequest', (request, _, next) => {
    drafts.set(request, { ...knownOf(request), begun: parts.clock.now() })
    next()
  })
  app.addHook('preSerialization', (request, _, payload, next) => {
    Object.assign(drafts.get(request) ?? {}, stateIn(payload))
    next(null, payload)
  })
  app.addHook('onResponse', (request, _, next) => {
    const draft = drafts.get(request)
    if (draft?.op !== undefined) write(draft, parts)
    next()
  })
  return { note: (request, more) => void Object.assign(drafts.get(request) ?? {}, more) }
}

/** An outcome says how it stands, and a checkout holds an outcome. */
function stateIn(payload: unknown): Pick<Line, 'state'> {
  const { state, outcome } = Object(payload) as { state?: unknown; outcome?: { state?: unknown } }
  const told = state ?? outcome?.state
  return typeof told === 'string' ? { state: told } : {}
}

function write(
  { begun, from, ...line }: Draft,
  { clock, log, journal }: { clock: Clock; log: Log; journal: Journal },
): void {
  log.info({ ...line, ms: Math.round(clock.now() - begun) })
  const { op, order, state, code } = line
  const detail = state ?? code
  journal.note({
    from,
    to: 'proxy',
    what: op!,
    ...(order !== undefined && { order }),
    ...(detail !== undefined && { detail }),
  })
}
