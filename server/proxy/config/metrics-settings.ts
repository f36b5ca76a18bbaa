import { isIP } from 'node:net'
import { isPrivate } from './client-address.ts'
import { list, number, type VariableReader } from './reader.ts'
import { Secret } from './secret.ts'

/** Where the metrics are served. */
export interface MetricsSettings {
  readonly host: string
  readonly port: number
  /** Accepted bearer tokens; without any, everyone who reaches the port may read. */
  readonly tokens: readonly Secret[]
}

/** Reads the variables of the metrics; without a port there are none. */
export function readMetrics(
  from: VariableReader,
  proxyPort: number | undefined,
): { readonly metrics?: MetricsSettings } {
  const port = from.take('TENDER_METRICS_PORT', 'must be a port from 0 to 65535, or none', portOrNone)
  const host = from.take('TENDER_METRICS_HOST', 'must be a host', (text) => text)!
  const tokens = from.take('TENDER_METRICS_TOKEN', 'must be a list of tokens, each of 32 bytes or more', tokensIn) ?? []
  if (port === undefined || port === 'none') return {}
  if (port !== 0 && port === proxyPort) from.wrong('TENDER_METRICS_PORT', 'must be another port than TENDER_PORT')
  if (!tokens.length && !isPrivateHost(host))
    from.wrong('TENDER_METRICS_TOKEN', 'is required where TENDER_METRICS_HOST is no private or loopback address')
  return { metrics: { host, port, tokens } }
}

const port = number(0, 65_535)
const portOrNone = (text: string): number | 'none' | undefined => (text === 'none' ? 'none' : port(text))

/** `0.0.0.0` and `::` are not: they listen on every address of the machine. */
const isPrivateHost = (host: string): boolean => host === 'localhost' || (isIP(host) !== 0 && isPrivate(host))

function tokensIn(text: string): readonly Secret[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every((one) => Buffer.byteLength(one) >= 32) ? read.map((one) => new Secret(one)) : undefined
}
