import { Readable } from 'node:stream'
import type { Entry, Journal } from '#ports/journal.ts'

/** Bytes that are buffered for a client that does not read, before it is disconnected. */
const MOST_BUFFERED = 4_000_000

/** Opens a stream of the wanted journal entries; `after` is the id of the last event that the client already has. */
export type Timeline = (after: string, wanted: (entry: Entry) => boolean) => Readable

/**
 * The journal as Server-Sent Events: the stored entries, then each new one, with its JSON as `data`.
 * Ids begin with `run`, so that a client that reconnects to a restarted sandbox gets every entry.
 */
export function buildTimeline(journal: Journal, run: string): Timeline {
  const numbers = new WeakMap<Entry, number>()
  let last = 0
  const numberOf = (entry: Entry): number => {
    if (!numbers.has(entry)) numbers.set(entry, ++last)
    return numbers.get(entry)!
  }
  return (after, wanted) => {
    const had = after.startsWith(`${run}-`) ? Number(after.slice(run.length + 1)) : 0
    return stream(journal, (entry) => {
      const number = numberOf(entry)
      return number > had && wanted(entry) ? `id: ${run}-${number}\ndata: ${JSON.stringify(entry)}\n\n` : ''
    })
  }
}

function stream(journal: Journal, write: (entry: Entry) => string): Readable {
  const out = new Readable({
    read() {},
    destroy(error, done) {
      stop()
      done(error)
    },
  })
  const emit = (entry: Entry): void => {
    out.push(write(entry))
    if (out.readableLength > MOST_BUFFERED) out.destroy()
  }
  const stop = journal.watch(emit)
  out.push('retry: 1000\n\n')
  journal.entries().forEach(emit)
  return out
}
