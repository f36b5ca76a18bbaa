import type { LiveCode } from '#proxy/store/code-memory.ts'
import type { LockStore } from '#proxy/locks/lock-store.ts'
import type { Time } from './time.ts'
import { never } from '../methods.ts'
import { exchange, type Living, type WireOptions } from './wire.ts'

interface Held {
  readonly nonce: string
  readonly until: number
}

/** The store that several proxies share: one memory with a clock of its own, behind a network. */
export class SharedStore {
  readonly #held = new Map<string, Held>()
  readonly #time: Time
  readonly #read: (text: string) => void
  #last: (() => void) | undefined
  /** The time since which it has lost nothing. */
  emptySince = 0

  /** `read` is called with everything that is written. */
  constructor(time: Time, read: (text: string) => void) {
    this.#time = time
    this.#read = read
  }

  take(key: string, nonce: string, lockTtlMs: number): boolean {
    if (this.isTaken(key)) return false
    this.#write(key, { nonce, until: this.#time.now + lockTtlMs })
    return true
  }

  release(key: string, nonce: string): void {
    if (this.#held.get(key)?.nonce === nonce) this.#write(key, undefined)
  }

  /** Keeps the text of a code for a time, and with it the lock of its order, if `nonce` holds that: one change. */
  keepCode(key: string, nonce: string, text: string, keepMs: number): boolean {
    if (!this.isTaken(key) || this.#held.get(key)!.nonce !== nonce) return false
    const [before, until] = [this.#held.get(key)!, this.#time.now + keepMs]
    this.#held.set(key, { nonce, until })
    this.#write(`code of ${key}`, { nonce: text, until })
    const loseCode = this.#last!
    this.#last = () => {
      loseCode()
      this.#held.set(key, before)
    }
    return true
  }

  kept(key: string): string | undefined {
    return this.isTaken(key) ? this.#held.get(key)!.nonce : undefined
  }

  remove(key: string, isOf: (text: string) => boolean): void {
    const text = this.kept(key)
    if (text !== undefined && isOf(text)) this.#write(key, undefined)
  }

  isTaken(key: string): boolean {
    return (this.#held.get(key)?.until ?? 0) > this.#time.now
  }

  /** Records that a number was registered, unless the memory was lost in the meantime. */
  note(number: string, agoMs: number): void {
    if (this.#time.now - agoMs <= this.emptySince) return
    this.#write(`registered ${number}`, { nonce: String(this.emptySince), until: Infinity })
  }

  /** Whether a record of the current memory is there: locks may have been lost since one of an earlier memory. */
  isNoted(number: string): boolean {
    return this.#held.get(`registered ${number}`)?.nonce === String(this.emptySince)
  }

  /** All entries, as text. */
  get content(): string {
    return JSON.stringify([...this.#held])
  }

  /** Loses everything. */
  forget(): void {
    this.#held.clear()
    this.emptySince = this.#time.now
  }

  /** A replica without the last change takes over; it is another process, so that its memory counts as new. */
  forgetLast(): void {
    this.#last?.()
    this.#last = undefined
    this.emptySince = this.#time.now
  }

  #write(key: string, held: Held | undefined): void {
    const before = this.#held.get(key)
    if (held) this.#read(`${key} ${held.nonce}`)
    const put = (one: Held | undefined): void => void (one ? this.#held.set(key, one) : this.#held.delete(key))
    put(held)
    this.#last = () => put(before)
  }
}

const codeIn = (text: string | undefined): LiveCode | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as LiveCode)

/** Milliseconds until an answer of the store counts as lost. */
const TIMEOUT = 1000

/** A process's connection to that store, with faults. */
export function sharedLocks(
  store: SharedStore,
  options: () => WireOptions & { isDown(): boolean; dies(when: string): boolean },
  sender: Living,
): LockStore {
  let emptySince = 0
  const ask = async <T>(op: string, work: () => T): Promise<T> => {
    let result: T | undefined
    const { time, dies } = options()
    if (dies(`asks ${op}`)) return never()
    const late = new Promise<never>((_, reject) => {
      time.after(TIMEOUT, () => sender.isAlive && reject(new Error('The store did not answer in time')))
    })
    const request = exchange(options(), {
      leg: 'store',
      op,
      sender,
      work: async () => {
        if (options().isDown()) return { status: 503, body: '' }
        result = work()
        return { status: 200, body: '' }
      },
    })
    const answer = await Promise.race([request, late])
    if (dies(`hears ${op}`)) return never()
    if (answer.status !== 200) throw new Error('The store is down')
    emptySince = store.emptySince
    return result as T
  }
  return {
    take: (key, nonce, lockTtlMs) => ask('take', () => store.take(key, nonce, lockTtlMs)),
    release: (key, nonce) => ask('release', () => store.release(key, nonce)),
    isTaken: (key) => ask('isTaken', () => store.isTaken(key)),
    codes: {
      read: async (number) => codeIn(await ask('code', () => store.kept(`code of ${number}`))),
      write: (number, code, keepMs) =>
        ask('note code', () => store.keepCode(number, code.nonce, JSON.stringify(code), keepMs)),
      forget: (number, { nonce }) =>
        ask('forget code', () => store.remove(`code of ${number}`, (text) => codeIn(text)?.nonce === nonce)),
    },
    registrations: {
      note: (number, agoMs) => ask('note', () => store.note(number, agoMs)),
      isNoted: (number) => ask('isNoted', () => store.isNoted(number)),
    },
    remembersFor: () => options().time.now - emptySince,
  }
}
