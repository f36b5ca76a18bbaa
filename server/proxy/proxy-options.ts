import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { Call } from '#gateway-client/gateway-client.ts'
import type { Journal } from '#ports/journal.ts'
import type { Challenge } from './card-testing/challenge.ts'
import type { Counters } from './card-testing/counters.ts'
import type { Authenticate } from './external-three-ds/authenticate.ts'
import type { AuthenticationStore } from './external-three-ds/authentication-store.ts'
import type { EventLoopDelay, ProcessLoad } from './http/load-shedding.ts'
import type { LockStore } from './locks/lock-store.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { PaymentMeter } from './payments/payment-meter.ts'
import type { Documents } from './static-files/documents.ts'
import type { Releases } from './static-files/release-folder.ts'
import type { ScriptTag } from './static-files/script-tag.ts'
import type { Traces } from './traces/traces.ts'
import type { KeptEvent } from './webhooks/event.ts'
import type { Queues } from './webhooks/job-queue.ts'

/** What a proxy is built from. */
export interface ProxyOptions {
  readonly clock: Clock
  readonly random: Random
  /** Sends requests to the gateway; {@link undiciFetch} in production. */
  readonly fetch: Fetch
  readonly journal: Journal
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
  readonly locks: LockStore
  /** Counts tries for the limits; absent, each process counts for itself. */
  readonly counters?: Counters
  /**
   * Challenges suspects, for example with a CAPTCHA, or has their browsers compute a proof of work; absent, they are
   * refused.
   */
  readonly challenge?: Challenge | 'proof-of-work'
  /** Detects an overload; {@link systemEventLoopDelay} in production. Absent, only a slow gateway is detected. */
  readonly eventLoopDelay?: EventLoopDelay
  /** What is at work in all proxies of the process; absent, this one counts for itself. */
  readonly load?: ProcessLoad
  /** Sends requests to the merchant's own server; absent, `fetch` does. */
  readonly webhookFetch?: Fetch
  /**
   * Sends requests to Apple's servers with the merchant identity certificate; absent, only a sandbox's Apple Pay works.
   */
  readonly appleFetch?: Fetch
  /**
   * Store webhooks until they are delivered, and which orders are followed, such as {@link redisQueues}. Absent, the
   * gateway repeats its callbacks, and followed orders are lost when the process ends.
   */
  readonly queues?: Queues
  /** The built frame scripts; see {@link loadDocuments}. */
  readonly documents: Documents
  /** The built script tag; see {@link loadScriptTag}. Absent where shops take the element from npm. */
  readonly scriptTag?: ScriptTag
  /** Files of other builds that serve the same address; see {@link openReleases}. Absent, only this build's files are served. */
  readonly releases?: Releases
  /**
   * Calls the merchant's own 3-D Secure server for each card, new or stored; needs `TENDER_PLAIN_CARDS=allowed` (online
   * gateway 4.4).
   */
  readonly authenticate?: Authenticate
  /** PEM of the RSA key that cards are sealed with for {@link authenticate}; several processes must share one. */
  readonly cardKey?: string
  /**
   * Stores what waits for a step of {@link authenticate}, and the addresses of the gateway's own pages for `/pay`, such as
   * that of {@link redisStore}; several processes must share one. Absent, each process stores its own.
   */
  readonly authentications?: AuthenticationStore
  /** Counts what the proxy does; see {@link buildMetrics}. Absent, nothing is counted. */
  readonly metrics?: Metrics
  /** Makes spans for OpenTelemetry; see {@link buildTraces}. */
  readonly traces?: Traces
}

/** The options as metrics and traces have wrapped them, and what metrics count by themselves. */
export interface ProxyPorts extends ProxyOptions {
  readonly paymentMeter?: PaymentMeter
  /** Called with each call of the gateway. */
  readonly onGatewayCall?: (call: Call) => void
  /** Called with each event for the merchant's server, and whether it was accepted. */
  readonly onEvent?: (event: KeptEvent, isAccepted: boolean) => void
}

/** What looks at a proxy from outside: traces, metrics. */
export interface Instrument {
  /** Wraps the ports that it looks at. */
  wrap(given: ProxyPorts): ProxyPorts
  /** Adds its hooks for requests. */
  observe(app: FastifyInstance): void
}
