import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { Call } from '#gateway-client/gateway-client.ts'
import { memoryCounters, type Counters } from '../card-testing/counters.ts'
import { reachedLimits } from '../card-testing/too-many.ts'
import type { EventLoopDelay } from '../http/load-shedding.ts'
import { paymentMethods, type PaymentMeter } from '../payments/payment-meter.ts'
import { expositionOf } from './exposition.ts'
import { meteredOptions, type AtScrape, type Metered } from './metered-options.ts'
import { buildPayments, watchAnswers } from './payments.ts'
import { buildRegistry, type Registry, type Snapshot } from './registry.ts'
import { countRequests, countOverload } from './requests.ts'

/** Metrics of a proxy; see {@link buildMetrics}. */
export interface Metrics {
  /** The values in Prometheus's text format. */
  text(): Promise<string>
  /** The values as data, which can be merged with those of other processes. */
  snapshot(): Promise<Snapshot>
  /** Called by `buildProxy`: what the proxy of those options writes its metrics with. */
  open<Options extends Meterable>(given: Options): Meters<Options>
}

interface Meterable extends Metered {
  readonly counters?: Counters
  readonly eventLoopDelay?: EventLoopDelay
}

/** What a proxy writes its metrics with. */
export interface Meters<Options> {
  /** The proxy's options, whose ports count what passes through them. */
  readonly options: Options
  readonly payments: PaymentMeter
  readonly gatewayCall: (call: Call) => void
  onOverload(url: string | undefined): void
  /** Counts the requests of an app, and the results in its answers; called before its routes are declared. */
  observe(app: FastifyInstance): void
}

export interface MetricsOptions {
  readonly clock: Clock
  /** Version of the program, a label of `tender_build_info`. */
  readonly version?: string
}

/**
 * Metrics for Prometheus. Pass them to one `buildProxy` as `metrics`, and serve `text()` where only your Prometheus can
 * read it. No label contains an order number, an address or data of a card.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { buildMetrics, buildProxy, systemClock, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const metrics = buildMetrics({ clock: systemClock })
 *   createServer(async (_, answer) => answer.end(await metrics.text())).listen(9464, '127.0.0.1')
 *   return buildProxy(config, { ...options, metrics })
 * }
 * ```
 */
export function buildMetrics({ clock, version = 'unknown' }: MetricsOptions): Metrics {
  const registry = buildRegistry()
  const atScrape: AtScrape[] = [() => noteProcess(registry, clock, version)]
  const snapshot = async (): Promise<Snapshot> => {
    await Promise.all(atScrape.map((note) => note()))
    return registry.snapshot()
  }
  return {
    snapshot,
    text: async () => expositionOf(await snapshot()),
    open(given) {
      const { counters = memoryCounters(given.clock), eventLoopDelay = () => 0 } = given
      const payments = buildPayments(registry, counters)
      beginAtZero(registry)
      registry.set('tender_processes', 1)
      atScrape.push(() => registry.set('nodejs_eventloop_lag_seconds', eventLoopDelay() / 1000))
      return {
        options: { ...meteredOptions(given, { registry, payments, atScrape }), counters },
        payments,
        gatewayCall: ({ what: operation, kind: result }) =>
          registry.add('tender_gateway_calls_total', { operation, result }),
        onOverload: (url) => countOverload(url, registry),
        observe(app) {
          countRequests(app, registry)
          watchAnswers(app, payments)
        },
      }
    },
  }
}

/** A series whose first value is 1 shows no increase, so that those that alerts read begin at 0. */
function beginAtZero(registry: Registry): void {
  for (const limit of reachedLimits) registry.set('tender_card_testing_refusals_total', 0, { limit })
  for (const result of ['taken', 'refused', 'failed']) registry.set('tender_locks_total', 0, { kind: 'order', result })
  for (const result of ['delivered', 'refused', 'failed'])
    registry.set('tender_webhook_deliveries_total', 0, { result })
  for (const method of paymentMethods) {
    for (const state of ['paid', 'declined']) registry.set('tender_payments_total', 0, { method, state })
    registry.set('tender_payments_undecided_total', 0, { method, state: 'pending' })
  }
}

/** Writes the metrics of this process, at the moment of a scrape. */
function noteProcess(registry: Registry, { now }: Pick<Clock, 'now'>, version: string): void {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  registry.set('process_cpu_seconds_total', (user + system) / 1e6)
  registry.set('process_resident_memory_bytes', rss)
  registry.set('process_start_time_seconds', Math.round(now() / 1000 - process.uptime()))
  registry.set('nodejs_heap_size_used_bytes', heapUsed)
  registry.set('tender_build_info', 1, { version, node: process.version })
}
