import type { FrameFetch } from './frame-fetch.ts'

/**
 * Fetches the script of the document that will show the bank's page, so that it is in the browser's cache: that document
 * is asked for only once the bank has answered a press, and a round trip less is waited for then.
 */
export function fetchChallenge({ documentElement: { dataset } }: Document, fetch: FrameFetch): void {
  const { challenge } = dataset
  // It is fetched again where it is needed.
  if (challenge) void fetch(`/assets/${challenge}`, { method: 'GET', headers: {} }).catch(() => {})
}
