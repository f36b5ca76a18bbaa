import { pino, type Logger } from 'pino'
import { systemClock } from '#ports/system.ts'
import { wallClock } from '#ports/wall-clock.ts'
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
  /** A fault code, or what happened. */
  readonly code?: string | undefined
  /** A sentence about the cause. */
  readonly message?: string | undefined
  /** The claim of a refused ticket, and the rule that it breaks. */
  readonly field?: string | undefined
  readonly rule?: string | undefined
  readonly ms?: number | undefined
  /** Class of an unforeseen error, and where it was thrown; never its message. */
  readonly error?: string | undefined
  readonly at?: string | undefined
}

export type Log = { readonly [Name in Level]: (line: Line) => void }

/** Milliseconds that a line waits for others. */
const FLUSH_DELAY = 100

/**
 * Lines are collected, since a system call for each would cost more than the rest of the line. A write contains whole
 * lines, of as many bytes as a pipe keeps together, so that those of several processes never mix. It is synchronous:
 * handing it to another thread costs ten times as much.
 */
const [ENOUGH, MOST] = [3072, 4096]

/** What is written when the process exits, for whatever reason but a signal that no one handles. */
const unwritten = new Set<() => void>()

process.once('exit', () => {
  for (const flush of unwritten) flush()
})

/** The standard output for a pino logger. */
function standardOutput() {
  const output = pino.destination({ sync: true, maxWrite: MOST })
  let [lines, isDue] = ['', false]
  const pass = (): void => {
    if (lines) output.write(lines)
    lines = ''
  }
  const flush = (): void => {
    isDue = false
    unwritten.delete(flush)
    pass()
    output.flushSync()
  }
  return {
    write(line: string): void {
      if (lines.length + line.length > MOST) pass()
      lines += line
      if (lines.length >= ENOUGH) pass()
      if (isDue) return
      isDue = true
      unwritten.add(flush)
      void systemClock.sleep(FLUSH_DELAY).then(flush)
    },
    flush,
    flushSync: flush,
  }
}

/**
 * A pino logger that writes JSON lines to the standard output, without process and host. Lines are written together, at
 * most a tenth of a second late; those of the level `error` at once, and all when the process exits.
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
  const output = standardOutput()
  const logger = pino({ level, base: null }, output)
  outputs.set(logger, output)
  return logger
}

/** The outputs of loggers whose lines are known to be those of {@link lineText}. */
const outputs = new WeakMap<object, Pick<ReturnType<typeof standardOutput>, 'write'>>()

/** Pino's numbers. */
const levels: Readonly<Record<Level, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

/** Text that JSON contains as it is. */
const plain = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** A line as pino writes it, which looks up for every field of every line how it is to be written. */
export function lineText(level: Level, line: Line, traceId: string | undefined): string {
  const { op, order, state, code, message, field, rule, ms, error, at } = line
  let text = `{"level":${levels[level]},"time":${wallClock.now()}`
  if (traceId !== undefined) text += `,"traceId":${quoted(traceId)}`
  if (op !== undefined) text += `,"op":${quoted(op)}`
  if (order !== undefined) text += `,"order":${quoted(order)}`
  if (state !== undefined) text += `,"state":${quoted(state)}`
  if (code !== undefined) text += `,"code":${quoted(code)}`
  if (message !== undefined) text += `,"message":${quoted(message)}`
  if (field !== undefined) text += `,"field":${quoted(field)}`
  if (rule !== undefined) text += `,"rule":${quoted(rule)}`
  if (ms !== undefined) text += `,"ms":${JSON.stringify(ms)}`
  if (error !== undefined) text += `,"error":${quoted(error)}`
  if (at !== undefined) text += `,"at":${quoted(at)}`
  return `${text}}\n`
}

/** Writes the listed fields and no others, with the trace ID of the current request. */
export function logOnly(logger: Logger | false): Log {
  if (!logger) return silence
  // A logger that only looks like one of pino's may have neither.
  const flushing: Partial<Pick<Logger, 'flush' | 'isLevelEnabled'>> = logger
  const isOn = (level: Level): boolean => flushing.isLevelEnabled?.(level) ?? true
  const output = outputs.get(logger)
  const write = (level: Level, line: Line): void => {
    if (output) output.write(lineText(level, line, line.traceId ?? currentTrace()))
    else logger[level](listed(line))
  }
  const at = (level: Level) => (line: Line) => {
    if (isOn(level)) write(level, line)
  }
  const error = (line: Line): void => {
    if (isOn('error')) write('error', line)
    flushing.flush?.()
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error }
}

const nothing = (): void => {}
const silence: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const listed = ({
  traceId = currentTrace(),
  op,
  order,
  state,
  code,
  message,
  field,
  rule,
  ms,
  error,
  at,
}: Line): Line => ({
  traceId,
  op,
  order,
  state,
  code,
  message,
  field,
  rule,
  ms,
  error,
  at,
})

/** An unforeseen error as a line: its class and place, since its message might contain data that must not be logged. */
export const lineOf = (error: unknown): Line =>
  error instanceof Error
    ? { error: error.name, at: /^ {1,8}at (.+)$/m.exec(error.stack ?? '')?.[1] }
    : { error: typeof error }
