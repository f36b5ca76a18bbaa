import type { Fetch } from '#contract/wire/client.ts'

/**
 * The platform's own fetch, by nothing that Node alone has. A request and its answer have `timeoutMs` milliseconds
 * together, and no cache answers in place of the server: that of Next.js would show a state that is over.
 */
export const webFetch =
  (timeoutMs: number): Fetch =>
  (url, { signal, ...settings }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    return fetch(url, { ...settings, ...uncached(), signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  }

/** Older Cloudflare Workers have no such cache, and refuse each request that has the setting. */
const uncached = (): { cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {})
