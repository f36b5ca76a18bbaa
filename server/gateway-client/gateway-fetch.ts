import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import type { Seen } from './meaning.ts'

/** Carries a request that is text to an answer that is text; `Request` and `Response` cost more than the rest of the way. */
export type PlainFetch = (request: PlainRequest, signal: AbortSignal) => Promise<{ status: number; body: string }>

/** Reaches the gateway; the plain way, where there is one, is the same way. */
export type GatewayFetch = Fetch & { readonly plain?: PlainFetch }

/** What came of a request; never rejects. */
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
