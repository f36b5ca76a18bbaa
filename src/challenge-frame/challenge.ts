import type { Step } from '#contract/checkout.ts'
import { frameable } from './address.ts'
import { addFrame, post } from './frames.ts'
import { noticed } from './notice.ts'

type Shown = Extract<Step, { kind: 'challenge' | 'resume' }>

/**
 * Shows the bank's page in a frame that fills the document, until the return page has been reached. Rejects with
 * `elsewhere` when another tab shows it: an access server accepts only one.
 */
export function showChallenge(step: Shown, title: string, home: Window): Promise<void> {
  return alone(`tender:${step.nonce}`, home, async () => {
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

/** Only one challenge is shown at a time; the method's hidden frames may still be busy and stay. */
function open(step: Shown, title: string, page: Document): void {
  page.querySelectorAll('iframe:not([hidden])').forEach((old) => old.remove())
  const frame = addFrame(page, 'challenge', title)
  if (step.kind === 'challenge') post(page, frame, frameable(step.acsUrl), 'creq', step.creq)
  else frame.src = frameable(step.redirectUrl)
}

/** Runs a task under a lock that all tabs of the shop share; where the browser has no locks, runs it without one. */
async function alone(name: string, { navigator: { locks } }: Window, task: () => Promise<void>): Promise<void> {
  let isAsked = false
  const held = (locks as LockManager | undefined)?.request(name, { ifAvailable: true }, async (lock) => {
    isAsked = true
    if (!lock) throw new Error('elsewhere')
    await task()
  })
  try {
    await held
  } catch (error) {
    // A frame without storage, as in a private window, is denied locks before the task runs.
    if (isAsked) throw error
  }
  if (!isAsked) await task()
}
