import { pino, type Logger } from 'pino'
import { openLineOutput } from '#ports/line-output.ts'
import { currentTrace } from './trace.ts'

/**
 * `error`: action is required; `warn`: an attack or an outage; `info`: requests and steps of payments; `debug`: the
 * rest.
 */
export type Level = 'debug' | 'info' | 'warn' | 'error'

/** All fields of a log line: no other data of a request, an answer or an error is ever written. */
export interface Line {
  /** The request's trace ID, as its answer returns it. */
  readonly traceId?: string | undefined
  /** The operation's name, or the page's. */
  readonly op?: string | undefined
  /** The merchant's order number. */
  readonly order?: string | undefined
  /** The state of the order or of the payment, as the merchant API names it. */
  readonly state?: string | undefined
  /** An error code, or what happened. */
  readonly code?: string | undefined
  /** A sentence about the cause. */
  readonly message?: string | undefined
  /** The claim of a refused ticket, and the rule that it breaks; or the field of an answer that was dropped. */
  readonly field?: string | undefined
  readonly rule?: string | undefined
  readonly ms?: number | undefined
  /** Class of an unforeseen error, and where it was thrown; never its message. */
  readonly error?: string | undefined
  readonly at?: string | undefined
}

export type Log = { readonly [Name in Level]: (line: Line) => void }

/**
 * A pino logger that writes JSON lines to the standard output, without process and host. Each line is one write, made
 * at once, so that a process that ends has written all of them. While nothing reads them, they wait in memory; after
 * 1 MiB further ones are dropped, which a line says afterwards.
 *
 * @example
 * ```ts
 * import { buildLogger } from 'tender-checkout/server'
 *
 * const logger = buildLogger('info')
 * logger.info({ op: 'start' }) // {"level":30,"time":1893456000000,"op":"start"}
 * logger.debug({ op: 'start' }) // writes nothing
 * ```
 */
export function buildLogger(level: string): Logger {
  const caughtUp = (count: number): void =>
    logOnly(logger).warn({ code: 'log_dropped', message: `${count} lines were dropped, since nothing read the log` })
  const logger = pino({ level, base: null }, openLineOutput(caughtUp))
  return logger
}

/** Writes the fields of {@link Line} and no others, with the trace ID of the current request; one for each logger. */
export function logOnly(logger: Logger | false): Log {
  if (!logger) return silence
  return logs.get(logger) ?? logs.set(logger, logOf(logger)).get(logger)!
}

const logs = new WeakMap<Logger, Log>()

function logOf(logger: Logger): Log {
  const at = (level: Level) => (line: Line) => logger[level](listed(line))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const nothing = (): void => {}
const silence: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

function listed(line: Line): Line {
  const { traceId = currentTrace(), op, order, state, code, message, field, rule, ms, error, at } = line
  return { traceId, op, order, state, code, message, field, rule, ms, error, at }
}

/** An unforeseen error as a line: its class and place, since its message might contain data that must not be logged. */
export const lineOf = (error: unknown): Line =>
  error instanceof Error
    ? { error: error.name, at: /^ {1,8}at (.+)$/m.exec(error.stack ?? '')?.[1] }
    : { error: typeof error }
