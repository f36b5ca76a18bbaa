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

interface Answer {
  readonly id: string
  readonly type: 'APPLY' | 'RAW' | 'HANDLER'
  readonly value?: unknown
}

interface Thrown {
  readonly isError: boolean
  readonly value: { readonly message?: string }
}

/**
 * The methods of the other end: each call is sent in the protocol of Comlink, as {@link expose} answers it, and settles by its
 * answer. Values are cloned; a function or a port among them rejects the call.
 */
export function callsOver<Theirs>(port: MessagePort): Theirs {
  const waiting = new Map<string, (answer: Answer) => void>()
  let calls = 0
  port.addEventListener('message', ({ data }: MessageEvent<Answer | null>) => {
    // The other end counts its own calls in the same way.
    if (!data || data.type === 'APPLY') return
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  return methodsBy<Theirs>(
    (name, given) =>
      new Promise((resolve, reject) => {
        const id = `${++calls}`
        const argumentList = given.map((value) => ({ type: 'RAW', value }))
        port.postMessage({ id, type: 'APPLY', path: [name], argumentList })
        waiting.set(id, ({ type, value }) => (type === 'RAW' ? resolve(value) : reject(thrownIn(value as Thrown))))
      }),
  )
}

/** An object with every method: `call` gets the name, and what it was called with. */
export function methodsBy<Methods>(
  call: (name: keyof Methods, given: readonly unknown[]) => Promise<unknown>,
): Methods {
  // Without `then`, or a promise of this object would wait for the other end.
  const get = (_: object, name: string | symbol) =>
    name === 'then' ? undefined : (...given: readonly unknown[]) => call(name as keyof Methods, given)
  return new Proxy({}, { get }) as Methods
}

const thrownIn = ({ isError, value }: Thrown): unknown =>
  isError ? Object.assign(new Error(value.message), value) : value

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
