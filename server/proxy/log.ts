import { pino, type Logger } from 'pino'

/** All that a line may hold: nothing else of a request, an answer or an error is ever written. */
export interface Line {
  /** The operation's name, or the page's. */
  readonly op?: string | undefined
  /** The merchant's order number. */
  readonly order?: string | undefined
  readonly state?: string | undefined
  /** A fault code, or what happened. */
  readonly code?: string | undefined
  readonly ms?: number
  /** Class of an unforeseen error, and where it was thrown; never its message. */
  readonly error?: string | undefined
  readonly at?: string | undefined
}

export interface Log {
  info(line: Line): void
  error(line: Line): void
}

/** A pino logger that writes JSON lines to the standard output, without process and host. */
export const buildLogger = (level: string): Logger => pino({ level, base: null })

/** Writes the listed fields and no others. */
export const logOnly = (logger: Logger | false): Log => ({
  info: (line) => logger && logger.info(listed(line)),
  error: (line) => logger && logger.error(listed(line)),
})

const listed = ({ op, order, state, code, ms, error, at }: Line): Line => ({
  op,
  order,
  state,
  code,
  ...(ms !== undefined && { ms }),
  error,
  at,
})

/** An unforeseen error as a line: its class and place, since its message might quote what must not be written. */
export const lineOf = (error: unknown): Line =>
  error instanceof Error
    ? { error: error.name, at: /^ {1,8}at (.+)$/m.exec(error.stack ?? '')?.[1] }
    : { error: typeof error }
