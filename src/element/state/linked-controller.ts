/**
 * A controller that aborts with another signal too: `AbortSignal.any`, which the oldest supported browsers lack, for one
 * signal and one controller. It leaves no listener once it has aborted.
 */
export function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  return controller
}
