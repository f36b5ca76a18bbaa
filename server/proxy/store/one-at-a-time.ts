import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'

/**
 * Runs one call at a time per key, which `keyOf` finds in what is given; the calls made during a run share the next run.
 */
export function oneAtATimeByKey<T, Given = string>(
  act: (given: Given) => Promise<T>,
  keyOf: (given: Given) => string = String,
): (given: Given) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin = (key: string, given: Given): Promise<T> => {
    next.delete(key)
    const run = act(given)
    const over = (): void => void running.delete(key)
    running.set(key, run)
    run.then(over, over)
    return run
  }
  const after = (key: string, given: Given, run: Promise<T>): Promise<T> => {
    const settled = run.catch(() => {}) // its own caller gets its failure
    const later = settled.then(() => begin(key, given))
    next.set(key, later)
    return later
  }
  return (given) => {
    const key = keyOf(given)
    const run = running.get(key)
    return next.get(key) ?? (run ? after(key, given, run) : begin(key, given))
  }
}

/** As {@link oneAtATimeByKey}, for the callers that have one context. */
export function sharedBy<Context extends object, T, Given = string>(
  act: (context: Context, given: Given) => Promise<T>,
  keyOf?: (given: Given) => string,
): (context: Context, given: Given) => Promise<T> {
  const sharing = new WeakMap<Context, (given: Given) => Promise<T>>()
  const begin = (context: Context): ((given: Given) => Promise<T>) => {
    const calls = oneAtATimeByKey((given: Given) => act(context, given), keyOf)
    sharing.set(context, calls)
    return calls
  }
  return (context, given) => (sharing.get(context) ?? begin(context))(given)
}

/**
 * As {@link sharedBy}, and there is one run per key in `keepMs` milliseconds: until then its result, unless it is
 * `undefined`, is that of every call, and of `last`, which runs nothing.
 */
export function sharedFor<Context extends { readonly clock: Clock }, T, Given>(
  keepMs: number,
  act: (context: Context, given: Given) => Promise<T | undefined>,
  keyOf: (given: Given) => string,
) {
  type Results = Map<string, { readonly at: number; readonly result: T }>
  const known = new WeakMap<Context, Results>()
  const resultsOf = (context: Context): Results => {
    const results: Results = known.get(context) ?? new Map()
    for (const [key, { at }] of results) if (at + keepMs <= monotonicNow(context.clock)) results.delete(key)
    known.set(context, results)
    return results
  }
  const last = (context: Context, given: Given): T | undefined => resultsOf(context).get(keyOf(given))?.result
  const call = sharedBy(async (context: Context, given: Given) => {
    const recent = last(context, given)
    if (recent !== undefined) return recent
    const at = monotonicNow(context.clock)
    const result = await act(context, given)
    if (result !== undefined) resultsOf(context).set(keyOf(given), { at, result })
    return result
  }, keyOf)
  return { call, last }
}
