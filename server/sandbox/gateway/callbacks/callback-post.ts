import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { buildCallbackQueue, type QueuedCallback } from './callback-queue.ts'
import { overtaken } from './callback-faults.ts'
import { deliver, waited, type DeliveryParts } from './callback-sender.ts'

/** Takes letters to their addresses, each in its own time. */
export interface Post {
  newId(): string
  take(letter: QueuedCallback): void
  /** Goes on with what an earlier process still owed. */
  start(): void
}

export type PostParts = Omit<DeliveryParts, 'letters'> & { readonly store?: Store }

export function buildPost({ store = memoryStore(), ...parts }: PostParts): Post {
  const { letters, newId } = buildCallbackQueue(store)
  const { clock } = parts
  const heldAbout = (about: string): QueuedCallback | undefined =>
    Array.from(letters.rows()).find((one) => one.held && one.about === about)

  function go(letter: QueuedCallback): void {
    if (letter.after !== undefined && letters.get(letter.after)) return
    void (letter.held ? release(letter) : deliver({ ...parts, letters }, letter.id).then(() => letNext(letter.id)))
  }

  /** Sends what nothing has overtaken. */
  async function release({ id, dueAt }: QueuedCallback): Promise<void> {
    if (!(await waited(parts, dueAt))) return
    const letter = letters.get(id)
    if (letter?.held) keep({ ...letter, held: false })
  }

  function letNext(id: string): void {
    if (letters.get(id)) return
    for (const next of letters.rows()) if (next.after === id) go(next)
  }

  function keep(letter: QueuedCallback): void {
    letters.put(letter.id, letter)
    go(letter)
  }

  return {
    newId,
    take(letter) {
      const earlier = letter.held && heldAbout(letter.about)
      const both = earlier ? overtaken(earlier, letter, clock.now()) : [letter]
      for (const one of both.toReversed()) keep(one)
    },
    start() {
      for (const letter of letters.rows()) go(letter)
    },
  }
}
