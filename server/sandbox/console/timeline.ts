import { Readable } from 'node:stream'
import type { Entry, Journal } from '#ports/journal.ts'

/** Bytes that a reader who does not read may pile up before it is let go. */
const MOST_BUFFERED = 4_000_000

/** Opens a stream of what is wanted of the journal; `after` is the id of the last event that the reader already has. */
export type Timeline = (after: string, wanted: (entry: Entry) => boolean) => Readable

/**
 * The journal as Server-Sent Events: what it kept, then each new entry, its JSON as `data`.
 * Ids begin with `run`, so that a reader who comes back to a restarted sandbox is told everything.
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
