import type { Step } from '#contract/checkout.ts'
import { frameable } from './address.ts'
import { addFrame, post } from './frames.ts'
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
      open(step, title, home.document)
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
function open(step: ShownStep, title: string, page: Document): void {
  page.querySelectorAll('iframe:not([hidden])').forEach((old) => old.remove())
  const frame = addFrame(page, 'challenge', title)
  if (step.kind === 'challenge') post(page, frame, frameable(step.acsUrl), 'creq', step.creq)
  else frame.src = frameable(step.redirectUrl)
  frame.addEventListener('load', () => reopenOnline(frame, () => open(step, title, page)))
}

/** What a frame has loaded without a connection is an error of the browser: the bank's page is opened anew with one. */
function reopenOnline(frame: HTMLIFrameElement, reopen: () => void): void {
  if (navigator.onLine) return
  addEventListener('online', () => frame.isConnected && reopen(), { once: true })
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
