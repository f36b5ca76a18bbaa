/** A metric as Prometheus knows it; each label has few values, which come from tables. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly what: string
  readonly labels?: readonly string[]
  /** Upper bounds of a histogram, ascending. */
  readonly buckets?: readonly number[]
}

/** Seconds; requests without a call of the gateway take milliseconds, those with one up to its timeout. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** Every metric that the proxy exports beside those that prom-client collects of a Node process. */
export const metricTable = {
  tender_payments_total: {
    type: 'counter',
    labels: ['method', 'state'],
    what: 'payments that were sent to the gateway and are decided, each counted once, by method and state; `error`: refused or not delivered, nothing was paid',
  },
  tender_payments_undecided_total: {
    type: 'counter',
    labels: ['method', 'state'],
    what: 'answers to a payment that decide nothing yet: `authenticating` in 3-D Secure, or `pending` after a lost answer',
  },
  tender_payment_blockers_total: {
    type: 'counter',
    labels: ['cause'],
    what: 'what kept shoppers from paying until somebody mends it, by its cause ([the causes](proxy.md#what-keeps-shoppers-from-paying)); each failed request to the gateway counts where that is the cause, readiness checks among them',
  },
  tender_gateway_calls_total: {
    type: 'counter',
    labels: ['operation', 'result'],
    what: 'requests to the gateway, each repetition of a read and each readiness check among them: `answered`, `refused`, `not-delivered`, `ambiguous`',
  },
  tender_gateway_call_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    buckets: SECONDS,
    what: 'time until the gateway’s answer, or until there is none',
  },
  tender_locks_total: {
    type: 'counter',
    labels: ['kind', 'result'],
    what: 'locks that were asked for: `taken`, `refused` since another request holds the lock, `failed` since the store gave no answer',
  },
  tender_lock_store_losses_total: {
    type: 'counter',
    what: 'times that the lock store was found to have lost its data; unpaid orders are then `pending` for TENDER_LOCK_TTL_MS',
  },
  tender_webhooks_total: {
    type: 'counter',
    labels: ['type', 'result'],
    what: 'webhooks handed over for delivery: `accepted` (delivered, or stored where there is Redis) or `refused`',
  },
  tender_webhook_deliveries_total: {
    type: 'counter',
    labels: ['result'],
    what: 'requests to the merchant’s server: `delivered` (2xx), `refused` (any other status) or `failed` (no answer)',
  },
  tender_webhook_delivery_duration_seconds: {
    type: 'histogram',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    what: 'time until the merchant’s server answered, or did not',
  },
  tender_webhook_queue_jobs: {
    type: 'gauge',
    labels: ['state'],
    what: 'webhooks in the queue in Redis, which all instances share: `pending`, or `failed` for good; absent without Redis',
  },
  tender_load_shedding_refusals_total: {
    type: 'counter',
    labels: ['route'],
    what: 'requests that an overloaded process has refused with 503',
  },
  tender_card_testing_refusals_total: {
    type: 'counter',
    labels: ['limit'],
    what: 'requests that a limit on card testing has refused with 429: `order`, `address`, `merchant`, `concurrent`',
  },
  tender_http_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    what: 'requests that were answered, by route and class of the status',
  },
  tender_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['route'],
    buckets: SECONDS,
    what: 'time from a request’s headers to the end of its answer',
  },
  tender_log_lines_dropped_total: {
    type: 'counter',
    what: 'lines of the log that were dropped, since nothing read the standard output',
  },
  tender_build_info: {
    type: 'gauge',
    labels: ['version', 'node'],
    what: '1, with the versions as labels',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metricTable
type Of<Type extends Metric['type']> = {
  [Name in MetricName]: (typeof metricTable)[Name]['type'] extends Type ? Name : never
}[MetricName]
export type CounterName = Of<'counter'>
export type GaugeName = Of<'gauge'>
export type HistogramName = Of<'histogram'>

/** The values of a metric's labels, all of them. */
export type LabelsOf<Name extends MetricName> = (typeof metricTable)[Name] extends {
  readonly labels: readonly (infer Label extends string)[]
}
  ? readonly [labels: Readonly<Record<Label, string>>]
  : readonly []
