import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Fetch } from '#contract/wire/client.ts'

/** The part of `@opentelemetry/api` that is used, in types of our own, since only the operator installs it. */
export interface OpenTelemetry {
  readonly context: { active(): unknown; with(context: unknown, act: () => void): unknown }
  readonly trace: { getTracer(name: string): Tracer; setSpan(context: unknown, span: Span): unknown }
  readonly SpanKind: { readonly SERVER: number; readonly CLIENT: number }
  readonly SpanStatusCode: { readonly ERROR: number }
}

type Attributes = Readonly<Record<string, string | number>>

interface Tracer {
  startSpan(name: string, options: { kind: number; attributes: Attributes; root?: boolean }): Span
}

interface Span {
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** Spans of a proxy; see {@link buildTraces}. */
export interface Traces {
  /** Called by `buildProxy`: its options, whose requests to the gateway are spans. */
  wrap<Options extends { readonly fetch: Fetch }>(given: Options): Options
  /** Called by `buildProxy`: makes each request of an app a span; called before its routes are declared. */
  observe(app: FastifyInstance): void
}

/** Probes come every second or two, and have nothing to show. */
const unseen: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Spans for OpenTelemetry, for the tracer provider that is registered: one per request, and in it one per request to
 * the gateway. Names and attributes are those of the semantic conventions; addresses are as they were declared, without
 * their parameters and queries, so that no span contains an order number, an identifier or data of a card.
 *
 * `attributes` are those of each span beside its own. A span begins a trace of its own: what a browser sends as its trace is not believed, and the gateway gets none.
 *
 * @example
 * ```ts
 * import * as api from '@opentelemetry/api'
 * import { buildProxy, buildTraces, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export const openProxy = (config: ProxyConfig, options: ProxyOptions) =>
 *   buildProxy(config, { ...options, traces: buildTraces(api) })
 * ```
 */
export function buildTraces(library: OpenTelemetry, attributes: Attributes = {}): Traces {
  const plain = library.trace.getTracer('tender-checkout')
  const tracer: Tracer = {
    startSpan: (name, options) =>
      plain.startSpan(name, { ...options, attributes: { ...options.attributes, ...attributes } }),
  }
  return {
    wrap: (given) => ({ ...given, fetch: tracedGateway(given.fetch, library, tracer) }),
    observe: (app) => traceRequests(app, library, tracer),
  }
}

function traceRequests(
  app: FastifyInstance,
  { context, trace, SpanKind, SpanStatusCode }: OpenTelemetry,
  tracer: Tracer,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, next) => {
    const { url: route } = request.routeOptions
    if (unseen.has(route)) return next()
    const attributes = {
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      'tender.request.id': request.id,
      ...(route !== undefined && { 'http.route': route }),
    }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, root: true })
    spans.set(request, span)
    // The framework reads a body in the context of its request.
    context.with(trace.setSpan(context.active(), span), next)
  })
  app.addHook('onError', (request, _, error, next) => {
    spans.get(request)?.setAttribute('error.type', error instanceof ProxyError ? error.code : error.name)
    next()
  })
  app.addHook('onResponse', (request, { statusCode }, next) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    next()
  })
}

function tracedGateway(fetch: Fetch, { SpanKind, SpanStatusCode }: OpenTelemetry, tracer: Tracer): Fetch {
  return async (url, settings) => {
    const { method } = settings
    const span = tracer.startSpan(nameOf(method, url), { kind: SpanKind.CLIENT, attributes: attributesOf(method, url) })
    const failed = (type: string): void => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    try {
      const answer = await fetch(url, settings)
      span.setAttribute('http.response.status_code', answer.status)
      if (answer.status >= 400) failed(String(answer.status))
      return answer
    } catch (error) {
      const { code, name } = Object(error) as { code?: unknown; name?: unknown }
      failed(String(code ?? name))
      throw error
    } finally {
      span.end()
    }
  }
}

/** The gateway's paths name operations only; what a request is about is in its body or its query. */
const nameOf = (method: string, url: string): string => `${method} ${new URL(url).pathname}`

function attributesOf(method: string, url: string): Attributes {
  const { hostname, port, protocol, pathname } = new URL(url)
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'url.template': pathname,
  }
}
