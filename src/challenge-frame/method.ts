import type { MethodStep } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import { METHOD_LIMIT } from '#contract/three-ds/time-limits.ts'
import { frameable, addFrame, post } from './frames.ts'
import { noticed } from './notice.ts'

/** Runs the 3-D Secure method in hidden frames; true only when its notification page was reached in time. */
export async function runMethod(step: MethodStep, home: Window, clock: Pick<Clock, 'sleep'>): Promise<boolean> {
  const { methodUrl, methodData, serverUrl, nonce } = step
  if (serverUrl !== undefined) hidden(home, 'server').src = frameable(serverUrl)
  if (methodUrl === undefined || methodData === undefined) return false
  const over = new AbortController()
  const done = noticed('method', nonce, home, over.signal).then(() => true)
  post(home.document, hidden(home, 'method'), frameable(methodUrl), 'threeDSMethodData', methodData)
  const late = clock.sleep(METHOD_LIMIT, over.signal).then(() => false)
  try {
    return await Promise.race([done, late])
  } finally {
    over.abort()
  }
}

function hidden(home: Window, name: string): HTMLIFrameElement {
  const frame = addFrame(home.document, name, '')
  frame.hidden = true
  return frame
}
