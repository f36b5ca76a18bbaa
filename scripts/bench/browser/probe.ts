import type { Ready } from './subject.ts'

/** What a document notes of itself, times in milliseconds. */
export interface Notes {
  /** Since the epoch. */
  readonly start: number
  /** Since the epoch, just after the first frame that shows what the form needs to be ready; 0 before. */
  readonly ready: number
  /** Milliseconds until the largest paint of this document so far. */
  readonly paint: number
  /** Each key, from its event to the frame that shows its effect. */
  readonly keys: readonly number[]
  /** Cumulative layout shift. */
  readonly shift: number
  /** The sum of what tasks of the main thread took over 50 ms each. */
  readonly blocked: number
}

/** The function of the page that reports that the document is ready. */
export const REPORT = 'benchReady'

/**
 * The script that runs in each document of the page and its frames before any other, and not in frames of frames; it
 * reports once and works only at events afterwards.
 */
export const probeFor = (ready: Ready): string => `(() => {
  if (self !== top && parent !== top) return
  const path = self === top ? ${JSON.stringify(ready.page ?? '')} : ${JSON.stringify(ready.frame ?? '')}
  const now = () => performance.timeOrigin + performance.now()
  const bench = (globalThis.bench = { start: performance.timeOrigin, ready: 0, paint: 0, keys: [], shift: 0, blocked: 0 })
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { port1.close(); then() }
    port2.postMessage(0)
  })
  const find = () => path.split(' >>> ').reduce(
    (roots, selector) => roots.flatMap((root) => [...((root.shadowRoot ?? root).querySelectorAll(selector))]), [document])
  const isUsable = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.disabled && !it.readOnly &&
    it.getBoundingClientRect().height > 1
  const check = () => {
    if (find().some(isUsable)) painted(() => { bench.ready = now(); globalThis.${REPORT}?.('') })
    else requestAnimationFrame(check)
  }
  if (path) requestAnimationFrame(check)
  addEventListener('keydown', (event) => painted(() => bench.keys.push(performance.now() - event.timeStamp)), true)
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('layout-shift', (entry) => entry.hadRecentInput || (bench.shift += entry.value))
  observe('largest-contentful-paint', (entry) => (bench.paint = entry.startTime))
  observe('longtask', (entry) => (bench.blocked += entry.duration - 50))
})()`
