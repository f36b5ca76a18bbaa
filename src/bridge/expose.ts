/** What one end of a bridge exposes to the other: an object, and the names of its callable methods. */
export interface Endpoint {
  readonly offers: object
  readonly names: readonly string[]
}

interface Call {
  readonly id: string
  readonly path: readonly [name: string]
  readonly argumentList: readonly { readonly value: unknown }[]
}

/**
 * Answers calls in the protocol of Comlink, but only of the named methods and with plain values. Comlink's own `expose`
 * follows any path that its peer sends, including `constructor` and `__proto__`, which would give the page control of the
 * frame; and it needs `reduce` of arrays, which Prototype 1.6 replaces.
 */
export function expose(port: MessagePort, { offers, names }: Endpoint): void {
  const allowed = new Set(names)
  port.addEventListener('message', ({ data }) => {
    if (isCall(data, allowed)) void answer(port, data, offers as Readonly<Record<string, Method>>)
  })
  port.start()
}

type Method = (...given: readonly unknown[]) => unknown

async function answer(port: MessagePort, call: Call, offers: Readonly<Record<string, Method>>): Promise<void> {
  const { id, path, argumentList } = call
  try {
    port.postMessage({ id, type: 'RAW', value: await offers[path[0]]!(...argumentList.map(({ value }) => value)) })
  } catch (error) {
    const isError = error instanceof Error
    const value = isError ? { message: error.message, name: error.name, stack: error.stack } : error
    port.postMessage({ id, type: 'HANDLER', name: 'throw', value: { isError, value } })
  }
}

/**
 * A call to one allowed name whose arguments are raw values: a `proxy()` argument would open a second, unguarded port.
 */
const isCall = (
  data: Partial<Record<keyof Call | 'type', unknown>> | null,
  allowed: ReadonlySet<string>,
): data is Call =>
  data?.type === 'APPLY' &&
  isAllowed(data.path, allowed) &&
  Array.isArray(data.argumentList) &&
  data.argumentList.every(isRaw)

const isAllowed = (path: unknown, allowed: ReadonlySet<string>): boolean =>
  Array.isArray(path) && path.length === 1 && typeof path[0] === 'string' && allowed.has(path[0])

const isRaw = (argument: { type?: unknown } | null): boolean => argument?.type === 'RAW'
