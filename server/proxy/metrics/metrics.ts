import type { FastifyInstance } from 'fastify'
import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import { onDroppedLine } from '#ports/line-output.ts'
import type { Call } from '#gateway-client/gateway-client.ts'
import { memoryCounters, type Counters } from '../card-testing/counters.ts'
import { blockerOf } from '../gateway/gateway-failure.ts'
import { reachedLimits } from '../card-testing/too-many.ts'
import type { EventLoopDelay } from '../http/load-shedding.ts'
import { paymentMethods, type PaymentMeter } from '../payments/payment-meter.ts'
import { isOrderEvent, type KeptEvent } from '../webhooks/event.ts'
import type { QueueCounts } from '../webhooks/job-queue.ts'
import { meteredOptions, noteJobs, type AtScrape, type Metered } from './metered-options.ts'
import { buildPayments } from './payments.ts'
import { buildRegistry, labelled, type Registry } from './registry.ts'
import { countRequests } from './requests.ts'

/** Metrics of a proxy; see {@link buildMetrics}. */
export interface Metrics {
  /** The values in Prometheus's text format. */
  text(): Promise<string>
  /** Called by `buildProxy`: its options, whose ports count what passes through them. */
  wrap<Options extends Meterable>(given: Options): Options & Meters
  /** Called by `buildProxy`: counts the requests of an app; called before its routes are declared. */
  observe(app: FastifyInstance): void
}

interface Meterable extends Metered {
  readonly counters?: Counters
  readonly eventLoopDelay?: EventLoopDelay
}

/** What a proxy tells its metrics by itself. */
interface Meters {
  readonly paymentMeter: PaymentMeter
  /** Called with each call of the gateway. */
  readonly onGatewayCall: (call: Call) => void
  /** Called with each event for the merchant's server, and whether it was accepted. */
  onEvent(event: KeptEvent, isAccepted: boolean): void
}

export interface MetricsOptions {
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
 * import { buildMetrics, buildProxy, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const metrics = buildMetrics()
 *   createServer(async (_, answer) => answer.end(await metrics.text())).listen(9464, '127.0.0.1')
 *   return buildProxy(config, { ...options, metrics })
 * }
 * ```
 */
export function buildMetrics({ version = 'unknown' }: MetricsOptions = {}): Metrics {
  const registry = buildRegistry()
  const atScrape: AtScrape[] = []
  beginProcess(registry, version)
  return { text: scraping(registry, atScrape), ...instrument(registry, atScrape) }
}

/** Metrics of a process that serves several merchants. */
export interface MetricsOfMerchants {
  text(): Promise<string>
  /** Those of one merchant, with its name as a label. */
  of(merchant: string): Metrics
  /** Forgets a merchant that was removed, so that the labels are bounded by those that are served. */
  remove(merchant: string): Promise<void>
  /** Has the jobs that wait in the queue of all merchants counted at each scrape. */
  countJobs(counts: () => Promise<QueueCounts | undefined>): void
}

const LABEL = 'merchant'

/** Metrics with a label `merchant`, in one text. */
export function buildMetricsOfMerchants({ version = 'unknown' }: MetricsOptions = {}): MetricsOfMerchants {
  const registry = buildRegistry([LABEL])
  const atScrape: AtScrape[] = []
  beginProcess(registry, version)
  const text = scraping(registry, atScrape)
  return {
    text,
    of: (merchant) => ({ text, ...instrument(labelled(registry, { [LABEL]: merchant }), atScrape) }),
    remove: (merchant) => registry.forget(LABEL, merchant),
    countJobs: (counts) =>
      void atScrape.push(() =>
        counts().then(
          (jobs) => jobs && noteJobs(registry, jobs),
          () => {},
        ),
      ),
  }
}

const scraping = (registry: Registry, atScrape: readonly AtScrape[]) => async (): Promise<string> => {
  await Promise.all(atScrape.map((note) => note()))
  return registry.text()
}

function beginProcess(registry: Registry, version: string): void {
  registry.set('tender_build_info', 1, { version, node: process.version })
  registry.begin('tender_log_lines_dropped_total')
  onDroppedLine.add(() => registry.add('tender_log_lines_dropped_total'))
}

function instrument(registry: Registry, atScrape: AtScrape[]): Pick<Metrics, 'wrap' | 'observe'> {
  return {
    wrap(given) {
      const { counters = memoryCounters(given.clock) } = given
      const payments = buildPayments(registry, counters)
      beginAtZero(registry)
      return {
        ...meteredOptions(given, { registry, atScrape }),
        counters,
        paymentMeter: payments,
        onGatewayCall({ what: operation, kind: result, error }) {
          registry.add('tender_gateway_calls_total', { operation, result })
          if (error) payments.blocked(blockerOf[error.kind])
        },
        onEvent(event, isAccepted) {
          // No answer has the result of an order whose shopper has left.
          if (isOrderEvent(event)) payments.read(event.data.current.orderId, event.data.state)
          registry.add('tender_webhooks_total', { type: event.type, result: isAccepted ? 'accepted' : 'refused' })
        },
      }
    },
    observe: (app) => countRequests(app, registry),
  }
}

/** A series whose first value is 1 shows no increase, so that those that alerts read begin at 0. */
function beginAtZero(registry: Registry): void {
  for (const limit of reachedLimits) registry.begin('tender_card_testing_refusals_total', { limit })
  for (const cause of Object.keys(paymentBlockers)) registry.begin('tender_payment_blockers_total', { cause })
  for (const result of ['taken', 'refused', 'failed']) registry.begin('tender_locks_total', { kind: 'order', result })
  for (const result of ['delivered', 'refused', 'failed']) registry.begin('tender_webhook_deliveries_total', { result })
  for (const method of paymentMethods) {
    for (const state of ['paid', 'declined']) registry.begin('tender_payments_total', { method, state })
    registry.begin('tender_payments_undecided_total', { method, state: 'pending' })
  }
}
