import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProxyError } from '#contract/proxy-errors.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import type { Clock } from '#contract/ports.ts'
import type { Api } from '#contract/operation.ts'
import { silent, type Journal, type Party } from '#ports/journal.ts'
import { merchantOperations } from './all-operations.ts'
import { levelOf } from './log-levels.ts'
import type { Line, Log } from './log.ts'
import { linkPath } from '../tickets/links.ts'
import { TicketRefused } from '../tickets/ticket-refused.ts'

/** Path of the hosted payment page. */
export const hostedPagePath = '/pay'

/** The route of a payment link, which names no token: lines, metrics and spans have this address, and never a link's own. */
export const linkRoute = `${linkPath}*`

type Draft = { -readonly [Name in keyof Line]: Line[Name] } & { readonly begun: number; readonly from: Party }

/** Collects the loggable data of each request, and writes one log line and one journal entry per operation. */
export interface Observer {
  /** Begins the data of a request to the route of that address. */
  begin(request: FastifyRequest, url: string | undefined): void
  /** Adds to the data of a request. */
  note(request: FastifyRequest, more: RequestFacts): void
}

type RequestFacts = Pick<Line, 'order' | 'state' | 'code' | 'field' | 'rule'>

/** The data of a request that its refusal contains. */
export const noteOf = (refused: ProxyError): RequestFacts => ({
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
  [linkRoute, { op: 'link', from: 'browser' } satisfies Source],
])

/** Requests for documents, and for unknown addresses. */
const unnamed: { readonly op?: undefined; readonly from: Party } = { from: 'browser' }

/** A request's data is a property of it: a map of requests would cost each garbage collection as much again. */
const DRAFT = 'tenderDraft'

type Observed = FastifyRequest & { [DRAFT]: Draft | null }

export function observe(app: FastifyInstance, proxy: { clock: Clock; log: Log; journal: Journal }): Observer {
  app.decorateRequest(DRAFT, null)
  const draftOf = (request: FastifyRequest): Draft | null => (request as Observed)[DRAFT]
  app.addHook('onResponse', (request, _, next) => {
    const draft = draftOf(request)
    if (draft) write(draft, proxy)
    next()
  })
  return {
    begin(request, url) {
      const { op, from } = operations.get(url ?? '') ?? unnamed
      ;(request as Observed)[DRAFT] = { op, from, traceId: request.id, begun: proxy.clock.now() }
    },
    note: (request, more) => void Object.assign(draftOf(request) ?? {}, more),
  }
}

function write(draft: Draft, { clock, log, journal }: { clock: Clock; log: Log; journal: Journal }): void {
  const { op, from, order, state, code } = draft
  draft.ms = Math.round(clock.now() - draft.begun)
  // Other requests, for documents or unknown addresses, are not worth a line at `info` every time.
  log[op === undefined ? 'debug' : levelOf(code)](draft)
  if (op === undefined || journal === silent) return
  const detail = state ?? code
  journal.note({
    from,
    to: 'proxy',
    what: op,
    ...(order !== undefined && { order }),
    ...(detail !== undefined && { detail }),
  })
}
