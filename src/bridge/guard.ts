import type { Endpoint } from 'comlink'

/**
 * Accepts only calls to the named methods with plain values. Comlink alone follows any path that its peer sends,
 * including `constructor` and `__proto__`, which would give the page control of the frame.
 */
export function guard(port: Endpoint, names: readonly string[]): Endpoint {
  const allowed = new Set(names)
  const listeners = new WeakMap<object, EventListener>()
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
    start: () => port.start?.(),
    addEventListener(type, listener) {
      const received: EventListener = (event) => {
        if (passes((event as MessageEvent).data, allowed)) call(listener, event)
      }
      listeners.set(listener, received)
      port.addEventListener(type, received)
    },
    removeEventListener(type, listener) {
      const received = listeners.get(listener)
      if (received) port.removeEventListener(type, received)
    },
  }
}

interface Call {
  readonly type?: unknown
  readonly path?: unknown
  readonly argumentList?: unknown
}

/**
 * A call to one allowed name whose arguments are raw values: a `proxy()` argument would open a second, unguarded port.
 */
function passes(data: Call | null | undefined, allowed: ReadonlySet<string>): boolean {
  if (data?.type === 'RELEASE') return true
  return (
    data?.type === 'APPLY' &&
    oneName(data.path, allowed) &&
    Array.isArray(data.argumentList) &&
    data.argumentList.every(raw)
  )
}

const oneName = (path: unknown, allowed: ReadonlySet<string>): boolean =>
  Array.isArray(path) && path.length === 1 && typeof path[0] === 'string' && allowed.has(path[0])

const raw = (argument: { type?: unknown } | null): boolean => argument?.type === 'RAW'

const call = (listener: EventListenerOrEventListenerObject, event: Event): void =>
  typeof listener === 'function' ? listener(event) : listener.handleEvent(event)
