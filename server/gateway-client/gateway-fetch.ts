import type { Fetch, PlainRequest } from '#contract/wire/client.ts'

/** The part of an AbortSignal that a sender needs; every AbortSignal has it. */
export interface CancelSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', act: () => void, options?: { readonly once: true }): void
}

/** A signal with at most one listener; an AbortController costs as much as a tenth of the request that it is for. */
export class Cancellation implements CancelSignal {
  aborted = false
  reason: unknown
  #act: (() => void) | undefined

  addEventListener(_: 'abort', act: () => void): void {
    this.#act = act
  }

  cancel(reason: Error): void {
    this.aborted = true
    this.reason = reason
    this.#act?.()
  }
}

/**
 * Sends a request and resolves with the answer, both as text; `Request` and `Response` objects cost more than the rest
 * of the exchange.
 */
export type PlainFetch = (request: PlainRequest, signal: CancelSignal) => Promise<{ status: number; body: string }>

/** Sends requests to the gateway; `plain`, where present, uses the same transport. */
export type GatewayFetch = Fetch & { readonly plain?: PlainFetch }

/** The answer to a request; rejects where none came. */
export const sent = (fetch: GatewayFetch, request: PlainRequest, signal: CancelSignal): ReturnType<PlainFetch> =>
  fetch.plain ? fetch.plain(request, signal) : sentAsObject(fetch, request, signal)

async function sentAsObject(fetch: Fetch, { url, ...rest }: PlainRequest, signal: CancelSignal) {
  const over = new AbortController()
  signal.addEventListener('abort', () => over.abort(signal.reason))
  const response = await fetch(new Request(url, { ...rest, signal: over.signal }))
  return { status: response.status, body: await response.text() }
}
