/** The entry point for servers that run the proxy: `tender-checkout/server`. */
export * from './merchant.ts'
export { buildProxy } from '#proxy/build-proxy.ts'
export type { ProxyOptions } from '#proxy/proxy-options.ts'
export type {
  Authenticate,
  Authenticated,
  AuthenticationAnswer,
  ChallengeNeeded,
  EndedStep,
  MethodNeeded,
  NewCard,
  NotAuthenticated,
  PaymentToAuthenticate,
  StoredCard,
} from '#proxy/external-three-ds/authenticate.ts'
export { createProxy, type CreateProxyOptions, type Proxy } from '#adapters/create-proxy.ts'
export { ConfigError } from '#adapters/config-error.ts'
export type { FetchHandler } from '#adapters/fetch-handler.ts'
export type { HonoContext, HonoMiddleware } from '#adapters/hono-middleware.ts'
export type { KoaContext, KoaMiddleware } from '#adapters/koa-middleware.ts'
export { tenderProxy } from '#adapters/fastify-plugin.ts'
export { requestListener, type RequestListener } from '#adapters/request-listener.ts'
export { readConfig, type ConfigReading, type Environment, type ProxyConfig } from '#proxy/config/config.ts'
export type { JobOptions, JobQueue, QueueCounts, Queues } from '#proxy/webhooks/job-queue.ts'
export { redisQueues } from '#proxy/redis/redis-queues.ts'
export { variables, type Variable } from '#proxy/config/variables.ts'
export { loadDocuments, type Documents, type FrameScript } from '#proxy/static-files/documents.ts'
export { loadScriptTag, type ScriptTag } from '#proxy/static-files/script-tag.ts'
export { openReleases, type ReleasesOptions } from '#proxy/static-files/releases.ts'
export type { OpenReleases, Releases } from '#proxy/static-files/release-folder.ts'
export type { EncodedFile } from '#proxy/static-files/encoded-file.ts'
export { memoryAuthentications, type AuthenticationStore } from '#proxy/external-three-ds/authentication-store.ts'
export { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
export { redisStore, type RedisStore, type RedisStoreOptions } from '#proxy/redis/redis-store.ts'
export type { Challenge, Suspect } from '#proxy/card-testing/challenge.ts'
export { buildMetrics, type Metrics, type MetricsOptions } from '#proxy/metrics/metrics.ts'
export { buildTraces, type OpenTelemetry, type Traces } from '#proxy/traces/traces.ts'
export { memoryCounters, type Counters } from '#proxy/card-testing/counters.ts'
export { stop } from '#proxy/http/shutdown.ts'
export { buildLogger } from '#proxy/http/log.ts'
export {
  gatewayClient,
  type Credentials,
  type GatewayClient,
  type GatewayClientOptions,
} from '#gateway-client/gateway-client.ts'
export { gatewayProfiles, type ProfileName } from '#gateway-client/profiles/profiles.ts'
export type { GatewayPaths, GatewayProfile, OperationName } from '#gateway-client/profiles/profile.ts'
export type { Ambiguous, Answered, RefusedByGateway, GatewayResult, Undelivered } from '#gateway-client/answer-kind.ts'
export { requestSigner, type RequestSigner, type SignatureHeaders } from '#signature/signature.ts'
export { privateKeyIn } from '#signature/pem.ts'
export { NotDelivered } from '#gateway-client/delivery.ts'
export { undiciFetch, type FetchLimits, type OpenFetch } from '#gateway-client/undici-fetch.ts'
export type { ConnectionLimits, EgressProxies } from '#gateway-client/agent.ts'
export type { EgressSettings } from '#proxy/config/egress.ts'
export { appleFetchOf } from '#proxy/methods/apple-pay/apple-fetch.ts'
export { buildJournal, silent, type Entry, type Journal } from '#ports/journal.ts'
export { systemClock, systemEventLoopDelay, systemRandom } from '#ports/system.ts'
export type { Clock, Random } from '#contract/ports.ts'
export { Ticket } from '#server-contract/ticket.ts'
