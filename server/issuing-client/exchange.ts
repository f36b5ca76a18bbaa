import type { Clock } from '#contract/ports.ts'
import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import { withTimeout } from '#ports/with-timeout.ts'

/** What became of a request. */
export type ExchangeResult =
  | { readonly status: number; readonly body: string }
  | { readonly failure: unknown }
  | { readonly kind: 'timeout' | 'aborted' }

export interface Sender {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeoutMs: number
}

/** Sends a request once, and never rejects: not when `fetch` heeds no signal either. */
export const exchange = (
  { fetch, clock, timeoutMs }: Sender,
  request: PlainRequest,
  signal?: AbortSignal,
): Promise<ExchangeResult> =>
  withTimeout<ExchangeResult>(
    clock,
    timeoutMs,
    (over) => Promise.race([answered(fetch, request, over, signal), abortion(over, signal)]),
    () => ({ kind: 'timeout' }),
  )

async function answered(
  fetch: Fetch,
  request: PlainRequest,
  over: AbortSignal,
  signal?: AbortSignal,
): Promise<ExchangeResult> {
  const { url, ...rest } = request
  try {
    const either = AbortSignal.any(signal ? [over, signal] : [over])
    const response = await fetch(url, { ...rest, redirect: 'manual', signal: either })
    return { status: response.status, body: await response.text() }
  } catch (failure) {
    return signal?.aborted ? { kind: 'aborted' } : { failure }
  }
}

const abortion = (over: AbortSignal, signal?: AbortSignal): Promise<ExchangeResult> =>
  new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true, signal: over })
  })
