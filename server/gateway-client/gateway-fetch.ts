import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import type { Seen } from './meaning.ts'

/**
 * Sends a request and resolves with the answer, both as text; `Request` and `Response` objects cost more than the rest
 * of the exchange.
 */
export type PlainFetch = (request: PlainRequest, signal: AbortSignal) => Promise<{ status: number; body: string }>

/** Sends requests to the gateway; `plain`, where present, uses the same transport. */
export type GatewayFetch = Fetch & { readonly plain?: PlainFetch }

/** The answer to a request, or the error; never rejects. */
export async function seenBy(fetch: GatewayFetch, request: PlainRequest, signal: AbortSignal): Promise<Seen> {
  try {
    if (fetch.plain) return await fetch.plain(request, signal)
    const { url, ...rest } = request
    const response = await fetch(new Request(url, { ...rest, signal }))
    return { status: response.status, body: await response.text() }
  } catch (failure) {
    return { failure }
  }
}
