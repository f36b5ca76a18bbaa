import { AsyncLocalStorage } from 'node:async_hooks'
import v8 from 'node:v8'

/** Keeps the trace ID of the request that the running code belongs to. */
export interface TraceContext {
  current(): string | undefined
  /** Runs what belongs to the request of that trace ID. */
  run(id: string, act: () => void): void
}

/** A promise carries the trace ID of the code that made it. */
const TRACE = Symbol('trace')
type Traced = Promise<unknown> & { [TRACE]?: string }

/**
 * The trace ID follows promises, and nothing else: what a request waits for is a promise everywhere in the proxy.
 * `AsyncLocalStorage` also follows every write and timer, by code that Node 20 runs for each, which costs two to three
 * times as much. Throws where V8's hooks are not there.
 */
export function traceByPromises(): TraceContext {
  let current: string | undefined
  v8.promiseHooks.createHook({
    init(promise: Traced) {
      if (current !== undefined) promise[TRACE] = current
    },
    before(promise: Traced) {
      current = promise[TRACE]
    },
    after() {
      current = undefined
    },
  })
  return {
    current: () => current,
    run(id, act) {
      const outer = current
      current = id
      try {
        act()
      } finally {
        current = outer
      }
    },
  }
}

/** The same in Deno and Bun, which have none of V8's hooks. */
export function traceByStorage(): TraceContext {
  const storage = new AsyncLocalStorage<string>()
  return { current: () => storage.getStore(), run: (id, act) => storage.run(id, act) }
}

/** The one that this runtime has. */
export function openTraceContext(): TraceContext {
  try {
    return traceByPromises()
  } catch {
    return traceByStorage()
  }
}
