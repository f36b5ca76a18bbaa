import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { buildCallbackQueue, type QueuedCallback } from './callback-queue.ts'
import { overtaken } from './callback-faults.ts'
import { deliver, waited, type DeliveryOptions } from './callback-sender.ts'

/** Sends queued callbacks to their addresses, each at its own time. */
export interface Post {
  newId(): string
  take(callback: QueuedCallback): void
  /** Resumes the callbacks that an earlier process left queued. */
  start(): void
}

export type CallbackPostOptions = Omit<DeliveryOptions, 'queued'> & { readonly store?: Store }

export function buildPost({ store = memoryStore(), ...options }: CallbackPostOptions): Post {
  const { queued, newId } = buildCallbackQueue(store)
  const { clock } = options
  const heldAbout = (about: string): QueuedCallback | undefined =>
    Array.from(queued.rows()).find((one) => one.held && one.about === about)

  function go(callback: QueuedCallback): void {
    if (callback.after !== undefined && queued.get(callback.after)) return
    void (callback.held
      ? release(callback)
      : deliver({ ...options, queued }, callback.id).then(() => letNext(callback.id)))
  }

  /** Sends a held callback that no other one has overtaken. */
  async function release({ id, dueAt }: QueuedCallback): Promise<void> {
    if (!(await waited(options, dueAt))) return
    const callback = queued.get(id)
    if (callback?.held) keep({ ...callback, held: false })
  }

  function letNext(id: string): void {
    if (queued.get(id)) return
    for (const next of queued.rows()) if (next.after === id) go(next)
  }

  function keep(callback: QueuedCallback): void {
    queued.put(callback.id, callback)
    go(callback)
  }

  return {
    newId,
    take(callback) {
      const earlier = callback.held && heldAbout(callback.about)
      const both = earlier ? overtaken(earlier, callback, clock.now()) : [callback]
      for (const one of both.toReversed()) keep(one)
    },
    start() {
      for (const callback of queued.rows()) go(callback)
    },
  }
}
