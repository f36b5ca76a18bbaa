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
 * The methods of the other end: each call is sent in the protocol of Comlink, as `expose` answers it, and settles by its
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
