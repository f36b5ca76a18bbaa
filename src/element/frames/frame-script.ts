import type { CheckoutError } from '#bridge/protocol.ts'
import type { Clock } from '#contract/ports.ts'

/** Milliseconds after the frame's `load` event, before which its script has run. */
const GRACE = 1_000
/** Milliseconds in which a script that has run sends its hello, after the first paint. */
const HELLO = 1_000
/** Milliseconds after which a document that has not loaded is loaded again: Firefox has no `load` event for its error page. */
const LOAD = 15_000
/** Pauses before the document is loaded again, in milliseconds. */
const pauses = [500, 1_000, 2_000, 4_000]

/** The events of a frame that has not sent its hello. */
export interface FrameWatch {
  readonly clock: Pick<Clock, 'sleep'>
  /** Aborts on the hello, or when the frame is no longer needed. */
  readonly signal: AbortSignal
  /** Whether the first document has loaded already. */
  readonly isLoaded?: boolean
  /** Called when the frame's document loaded without its script: the timeout starts again. */
  retried(): void
  /** Called when every document loaded without its script, or was not ours. */
  lost(error: CheckoutError): void
}

/** Reloads a frame's document, with pauses, until it sends a hello. */
export function watchScript(frame: HTMLIFrameElement, watch: FrameWatch): void {
  void retry(frame, watch).catch(() => undefined) // aborted
}

async function retry(frame: HTMLIFrameElement, watch: FrameWatch): Promise<void> {
  const { clock, signal, retried, lost } = watch
  signal.addEventListener('abort', () => (frame.style.opacity = ''), { once: true })
  let isLoaded = watch.isLoaded === true
  for (const pause of pauses) {
    if (!isLoaded) await loaded(frame, clock, signal)
    isLoaded = false
    await withoutHello(frame, clock, signal)
    const retry = lacksScript(frame) ? retried : () => {}
    retry()
    await clock.sleep(pause, signal)
    retry()
    reload(frame)
  }
  await loaded(frame, clock, signal)
  await withoutHello(frame, clock, signal)
  lost(errorOf(frame))
}

const loaded = (frame: HTMLIFrameElement, clock: FrameWatch['clock'], signal: AbortSignal): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => frame.addEventListener('load', resolve, { once: true, signal })),
    clock.sleep(LOAD, signal),
  ])

/** What is no document of ours is the browser's own page about an error: through it the shopper sees the form's place. */
async function withoutHello(frame: HTMLIFrameElement, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
  await clock.sleep(GRACE / 2, signal)
  frame.style.opacity = lacksScript(frame) ? '' : '0'
  await clock.sleep(GRACE / 2, signal)
  if (!lacksScript(frame)) await clock.sleep(HELLO, signal)
}

/**
 * Our documents contain an empty frame where their script is lost or cannot be parsed; a page may count the frames in a document of another
 * origin.
 */
const lacksScript = (frame: HTMLIFrameElement): boolean => frame.contentWindow?.length === 1

/** Another address or `location` would add an entry to the page's history. */
function reload(frame: HTMLIFrameElement): void {
  const { parentNode, nextSibling } = frame
  frame.remove()
  parentNode?.insertBefore(frame, nextSibling)
}

function errorOf(frame: HTMLIFrameElement): CheckoutError {
  const { origin, pathname } = new URL(frame.src)
  const address = origin + pathname
  return lacksScript(frame)
    ? { code: 'script_failed', message: `${address} was loaded, but its script from ${origin}/assets/ did not run.` }
    : {
        code: 'frame_timeout',
        message: `${address} could not be shown: see src, the shops that the proxy knows, and frame-src.`,
      }
}
