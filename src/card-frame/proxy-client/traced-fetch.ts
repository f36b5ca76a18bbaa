import type { FrameStep } from '#bridge/protocol.ts'
import type { Clock } from '#contract/ports.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { version } from '#contract/version.ts'
import type { FrameFetch } from '../frame-fetch.ts'

/** Reports each request to the page's trace: by its path, never what was sent or received. */
export function tracedFetch(
  fetch: FrameFetch,
  clock: Pick<Clock, 'now' | 'steady'>,
  report: (step: FrameStep) => void,
): FrameFetch {
  report({ version })
  return async (url, settings) => {
    const [began, since] = [clock.now(), stopwatch(clock)]
    let response: Response | undefined
    try {
      return (response = await fetch(url, settings))
    } finally {
      const { pathname: path } = new URL(url)
      const traceId = response?.headers.get('x-request-id') ?? ''
      report({ path, began, ms: Math.round(since()), status: response?.status ?? 0, traceId })
    }
  }
}
