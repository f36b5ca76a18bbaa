import type { FrameFetch } from '../frame-fetch.ts'

/** Where the document leaves the reading of the order that it has begun before this script ran (`documents.ts` of the proxy). */
export interface FirstReadings {
  firstReading?: { readonly ticket: string; readonly answer: Promise<Response> } | undefined
}

/** Milliseconds of the document's life after which its reading may be out of date. */
const FRESH = 10_000

/** Sends requests, and takes for the first reading of the order the one that has begun, where that has the same ticket. */
export function withFirstReading(fetch: FrameFetch, home: FirstReadings, age: () => number): FrameFetch {
  return (url, settings) => {
    const { ticket, answer } = home.firstReading ?? {}
    if (!url.endsWith('/api/checkout')) return fetch(url, settings)
    home.firstReading = undefined
    const isSame = answer && settings.headers['authorization'] === `Bearer ${ticket}` && age() < FRESH
    return isSame ? answer : fetch(url, settings)
  }
}
