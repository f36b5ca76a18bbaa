import fs from 'node:fs'

/** Called for each line that is dropped: a process has one standard output, whoever writes there. */
export const onDroppedLine = new Set<() => void>()

/** Most characters of lines that wait for the reader: some thousand lines, after which further ones are dropped. */
const MOST_WAITING = 1024 * 1024

/** Milliseconds until a full pipe is tried again; and a process that ends tries as often as this, for one second. */
const [RETRY, LAST_TRIES] = [50, 20]

/**
 * Writes each line at once, in one write, so that a process that ends has written all of them and lines of several
 * processes never mix. A pipe that nobody reads is full after 64 KiB: no write waits for its reader, which would stop
 * the whole process; lines wait in memory instead, and are dropped beyond a limit. `caughtUp` is called with the number
 * of dropped lines once the reader has all that waited.
 */
export function openLineOutput(caughtUp: (dropped: number) => void): { write(line: string): void } {
  const waiting: (string | Buffer)[] = []
  let [length, dropped] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  // Node makes pipes and sockets non-blocking when it first opens this stream.
  void process.stdout

  const drop = (): void => {
    dropped += 1
    for (const note of onDroppedLine) note()
  }

  /** Writes the first line; returns false where there is no room for all of it. */
  function writeFirst(): boolean {
    const [line] = waiting as [string | Buffer]
    try {
      const left = Buffer.byteLength(line) - fs.writeSync(1, line as string)
      if (left > 0) {
        waiting[0] = Buffer.from(line).subarray(-left)
        length += left - line.length
        return false
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false
      drop()
    }
    waiting.shift()
    length -= line.length
    return true
  }

  function writeWaiting(): void {
    timer = undefined
    while (waiting.length) if (!writeFirst()) return void (timer = setTimeout(writeWaiting, RETRY).unref())
    const count = dropped
    dropped = 0
    if (count) caughtUp(count)
  }

  process.on('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let tries = 0; waiting.length && tries < LAST_TRIES;)
      if (!writeFirst() && ++tries) Atomics.wait(pause, 0, 0, RETRY)
  })

  return {
    write(line) {
      if (length + line.length > MOST_WAITING) return drop()
      waiting.push(line)
      length += line.length
      if (!timer) writeWaiting()
    },
  }
}
