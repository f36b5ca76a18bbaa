import type { Trouble } from '#bridge/protocol.ts'
import type { Clock } from '#contract/ports.ts'

/** A frame's script runs before the frame's `load` event; its hello may be processed a little later. */
const GRACE = 1_000
/** Pauses before the document is loaded again, in milliseconds. */
const pauses = [500, 1_000, 2_000, 4_000]

/** What happens to a frame that has not said hello. */
export interface FrameWatch {
  readonly clock: Pick<Clock, 'sleep'>
  /** Aborts with the hello, or when the frame is not needed any more. */
  readonly signal: AbortSignal
  /** The frame's document was there without its script: it is waited for anew. */
  retried(): void
  /** Every document came without its script, or was none of ours. */
  lost(trouble: Trouble): void
}

/** Loads a frame's document again, with pauses, while it comes without a hello. */
export function watchScript(frame: HTMLIFrameElement, watch: FrameWatch): void {
  void retry(frame, watch).catch(() => undefined) // aborted
}

async function retry(frame: HTMLIFrameElement, { clock, signal, retried, lost }: FrameWatch): Promise<void> {
  for (const pause of pauses) {
    await withoutHello(frame, clock, signal)
    const retry = lacksScript(frame) ? retried : () => {}
    retry()
    await clock.sleep(pause, signal)
    retry()
    reload(frame)
  }
  await withoutHello(frame, clock, signal)
  lost(troubleOf(frame))
}

async function withoutHello(frame: HTMLIFrameElement, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
  await new Promise((resolve, reject) => {
    frame.addEventListener('load', resolve, { once: true, signal })
    signal.addEventListener('abort', reject, { once: true })
  })
  await clock.sleep(GRACE, signal)
}

/** Our documents hold an empty frame that their script removes first; a page may count the frames of another origin. */
const lacksScript = (frame: HTMLIFrameElement): boolean => frame.contentWindow?.length === 1

/** Another address or `location` would add to the history of the page. */
function reload(frame: HTMLIFrameElement): void {
  const { parentNode, nextSibling } = frame
  frame.remove()
  parentNode?.insertBefore(frame, nextSibling)
}

function troubleOf(frame: HTMLIFrameElement): Trouble {
  const at = new URL(frame.src)
  return lacksScript(frame)
    ? { code: 'script_failed', message: `${at.href} was loaded, but its script from ${at.origin}/assets/ was not.` }
    : {
        code: 'frame_timeout',
        message: `${at.href} could not be shown: see src, the shops that the proxy knows, and frame-src.`,
      }
}
