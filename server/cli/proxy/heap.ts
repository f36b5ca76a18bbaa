import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Per cent by which the heap may grow over what is live before V8 collects all of it. */
const GROWTH = 30

/** Bytes for new objects, in two halves, at which V8 is kept from doubling them. */
const YOUNG = 16 * 2 ** 20

/**
 * Keeps the heap of the process close to what is live. By default V8 lets it grow to several times as much: a proxy
 * under load would hold 200 MB, of which 30 MB are live. A collection of so little takes a few milliseconds, most of
 * them on other threads. For a process that does nothing else: the settings are the whole process's.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  limitYoungGeneration()
}

/**
 * V8 reads the size that new objects may take when the process starts, but the factor by which it grows at every
 * collection. An idle process lets it shrink; it must grow again then, since many small collections cost more.
 */
function limitYoungGeneration(): void {
  let factor: number | undefined
  const limit = (): void => {
    const due = youngBytes() >= YOUNG ? 1 : 2
    if (due !== factor) setFlagsFromString(`--semi-space-growth-factor=${due}`)
    factor = due
  }
  limit()
  new PerformanceObserver(limit).observe({ type: 'gc' })
}

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
