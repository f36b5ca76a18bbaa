/**
 * A proxy cannot be opened with its variables; `problems` has a sentence for each, which begins with the variable's name
 * and says which rule it breaks.
 *
 * @example
 * ```ts
 * import { ConfigError, createProxy } from 'tender-checkout/server'
 *
 * const proxy = await createProxy(process.env).catch((error: unknown) => {
 *   if (!(error instanceof ConfigError)) throw error
 *   for (const problem of error.problems) console.error(problem)
 *   process.exit(1)
 * })
 * ```
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[], cause?: unknown) {
    super(problems.join('\n'), { cause })
    this.problems = problems
  }
}

/** Rethrows an error of a part whose message says what is wrong with its variable. */
export function asConfigError(error: unknown): never {
  throw new ConfigError([error instanceof Error ? error.message : String(error)], error)
}
