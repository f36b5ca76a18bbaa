import type { Step } from '#contract/checkout.ts'
import { frameable, addFrame, post } from './frames.ts'
import { noticed } from './notice.ts'

type ShownStep = Extract<Step, { kind: 'challenge' | 'resume' }>

/**
 * Shows the bank's page in a frame that fills the document, until the return page has been reached. Rejects with
 * `elsewhere` when another tab shows it: an access server accepts only one.
 */
export function showChallenge(step: ShownStep, title: string, home: Window): Promise<void> {
  return alone(lockOf(step.nonce), home, async () => {
    const over = new AbortController()
    const returned = noticed('returned', step.nonce, home, over.signal)
    try {
      open(step, title, home.document, connectionOf(home, over.signal))
      await returned
    } finally {
      over.abort()
    }
  })
}

/** Resolves once no tab shows the challenge with this nonce; rejects where the browser has no locks. */
export async function whenFree(nonce: string, { navigator: { locks } }: Window): Promise<void> {
  await locks.request(lockOf(nonce), async () => {})
}

const lockOf = (nonce: string): string => `tender:${nonce}`

/** Only one challenge is shown at a time; the method's hidden frames may still be busy and stay. */
function open(step: ShownStep, title: string, page: Document, connection: Connection): void {
  page.querySelectorAll('iframe:not([hidden])').forEach((old) => old.remove())
  const frame = addFrame(page, 'challenge', title)
  if (step.kind === 'challenge') post(page, frame, frameable(step.acsUrl), 'creq', step.creq)
  else frame.src = frameable(step.redirectUrl)
  frame.addEventListener('load', ({ timeStamp }) => {
    // A bank's page without a background of its own is not seen through: the page around has words behind this frame.
    page.documentElement.style.background = '#fff'
    reopenOnline(frame, timeStamp, connection, () => open(step, title, page, connection))
  })
}

/**
 * Milliseconds for which a page that was requested without a connection may still load once there is one. A page of the
 * bank that was requested and has loaded since then is opened anew too, so that the time is short.
 */
const LATE_ERROR = 1_000

/** What a frame that is open knows of the connection. */
interface Connection {
  /** When it came back and no page was opened since, as the timestamp of an event. */
  backAt: number
  /** Aborted when the challenge has ended: its request is then sent no more. */
  readonly over: AbortSignal
}

function connectionOf(home: Window, signal: AbortSignal): Connection {
  const connection: Connection = { backAt: -Infinity, over: signal }
  home.addEventListener('online', ({ timeStamp }) => (connection.backAt = timeStamp), { signal })
  return connection
}

/**
 * A page requested offline shows the browser's own error, which a script cannot detect: the bank's page is opened again
 * once there is a connection. The error may load only after the connection is back.
 */
function reopenOnline(frame: HTMLIFrameElement, loadedAt: number, connection: Connection, open: () => void): void {
  const reopen = (): void => {
    connection.backAt = -Infinity
    if (frame.isConnected) open()
  }
  const { over } = connection
  if (over.aborted) return
  if (!navigator.onLine) addEventListener('online', reopen, { once: true, signal: over })
  else if (loadedAt - connection.backAt < LATE_ERROR) reopen()
}

/** Milliseconds for which the lock of a page that is being left, such as before a reload, is waited for. */
const RELEASE = 1_500

/** Runs a task under a lock that all tabs of the shop share; where the browser has no locks, runs it without one. */
async function alone(name: string, { navigator: { locks } }: Window, task: () => Promise<void>): Promise<void> {
  let isHeld = false
  const signal = AbortSignal.timeout(RELEASE)
  const held = (locks as LockManager | undefined)?.request(name, { signal }, async () => {
    isHeld = true
    await task()
  })
  try {
    await held
  } catch (error) {
    if (!isHeld && signal.aborted) throw new Error('elsewhere', { cause: error })
    // A frame without storage, as in a private window, is denied locks before the task runs.
    if (isHeld) throw error
  }
  if (!isHeld) await task()
}
