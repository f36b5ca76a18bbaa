import { loadOptional } from '#ports/optional-package.ts'
import { buildTraces, type OpenTelemetry, type Traces } from '#proxy/traces/traces.ts'
import { CommandError } from '../command.ts'

/** The part of `@opentelemetry/sdk-node` that is used; it reads the standard variables itself. */
interface Sdk {
  readonly NodeSDK: new (options: { readonly serviceName?: string; readonly instrumentations: readonly [] }) => {
    start(): void
    shutdown(): Promise<void>
  }
}

/** Spans that are exported until `close` has sent the last ones. */
export interface OpenTraces {
  readonly traces: Traces
  /** The spans of one merchant of several. */
  of(merchant: string): Traces
  close(): Promise<void>
}

type Load = (name: string) => Promise<unknown>

const exporters = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const

/** Whether the standard variables say where spans go: nothing is loaded otherwise. */
function isWanted(env: NodeJS.ProcessEnv): boolean {
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  return !isOff && exporters.some((name) => env[name])
}

/**
 * Starts OpenTelemetry by its standard variables. Its packages are loaded by names that the build does not follow, since
 * only the operator installs them. No library is instrumented: spans of others would contain whole addresses.
 */
export async function openTraces(env: NodeJS.ProcessEnv, load: Load = loadOptional): Promise<OpenTraces | undefined> {
  if (!isWanted(env)) return undefined
  const library = (await load('@opentelemetry/api').catch(missing)) as OpenTelemetry
  const { NodeSDK } = (await load('@opentelemetry/sdk-node').catch(missing)) as Sdk
  const sdk = new NodeSDK({ instrumentations: [], ...(!env['OTEL_SERVICE_NAME'] && { serviceName: 'tender-proxy' }) })
  sdk.start()
  const of = (merchant: string): Traces => buildTraces(library, { 'tender.merchant': merchant })
  // A collector that is away must not keep the process from ending in order.
  return { traces: buildTraces(library), of, close: () => sdk.shutdown().catch(() => {}) }
}

function missing(error: unknown): never {
  if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'The OTEL_… variables ask for traces, which need two packages beside tender-checkout: npm install @opentelemetry/api @opentelemetry/sdk-node',
  )
}
