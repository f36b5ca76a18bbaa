import type { Clock } from '#contract/ports.ts'
import { buildDeadline } from '#gateway-client/deadline.ts'
import { steadyOf } from '#ports/steady.ts'
import type { Counters } from '../card-testing/counters.ts'
import type { LockStore } from '../locks/lock-store.ts'
import { isAnswers, type Channel, type Questions, type StoreOperation, type Value } from './channel.ts'

/** The locks and counters that the primary holds, as a worker sees them. */
export interface WorkerStore {
  readonly locks: LockStore
  readonly counters: Counters
}

/** Milliseconds that the primary has to answer in; a shopper gets `busy` and may retry, rather than wait. */
const TIMEOUT = 1000

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly answered: () => void
}

/** Asks the primary; the calls of one turn of the event loop are one message. Rejects when no answer comes in time. */
export function workerStore(primary: Channel, clock: Clock): WorkerStore {
  const deadline = buildDeadline(clock, TIMEOUT)
  const waiting = new Map<number, Waiting>()
  let [last, begun] = [0, Infinity]
  let unsent: Questions['tenderAsks'][number][] = []
  const fail = (id: number, error: Error): void => {
    waiting.get(id)?.reject(error)
    waiting.delete(id)
  }
  const send = (): void => {
    const tenderAsks = unsent
    unsent = []
    try {
      primary.send({ tenderAsks } satisfies Questions)
    } catch (error) {
      for (const [id] of tenderAsks) fail(id, error as Error)
    }
  }
  const ask = (operation: StoreOperation, ...values: readonly Value[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const answered = deadline(() => fail(id, new Error('The primary process did not answer in time')))
      waiting.set(id, { resolve, reject, answered })
      if (unsent.push([id, operation, values]) === 1) void Promise.resolve().then(send)
    })
  primary.receive((message) => {
    if (!isAnswers(message)) return
    // The message was on its way for a moment, so that the earliest beginning is the most exact one.
    begun = Math.min(begun, steadyOf(clock) - message.age)
    for (const [id, result] of message.tenderAnswers) {
      const known = waiting.get(id)
      waiting.delete(id)
      known?.answered()
      known?.resolve(result)
    }
  })
  return { locks: locksOf(ask, () => Math.max(0, steadyOf(clock) - begun)), counters: countersOf(ask) }
}

type SendOperation = (operation: StoreOperation, ...values: readonly Value[]) => Promise<unknown>

const locksOf = (ask: SendOperation, remembersFor: () => number): LockStore => ({
  remembersFor,
  async take(key, nonce, lockTtlMs) {
    try {
      return (await ask('take', key, nonce, lockTtlMs)) === true
    } catch (error) {
      // The primary may take the lock all the same; no one uses it, so no one should have to wait until it expires.
      ask('release', key, nonce).catch(() => {}) // an unreleased lock expires
      throw error
    }
  },
  release: async (key, nonce) => void (await ask('release', key, nonce)),
  isTaken: async (key) => (await ask('isTaken', key)) === true,
  check: async () => void (await ask('check')),
  registrations: {
    note: async (number, agoMs, keepMs) => void (await ask('note', number, agoMs, keepMs)),
    isNoted: async (number) => (await ask('isNoted', number)) === true,
  },
})

const countersOf = (ask: SendOperation): Counters => ({
  add: async (key, member, windowMs) => Number(await ask('add', key, member, windowMs)),
  count: async (key) => Number(await ask('count', key)),
  remove: async (key, member) => (await ask('remove', key, member)) === true,
})
