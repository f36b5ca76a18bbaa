import type { FetchSettings } from '#contract/wire/client.ts'

/** Sends a request of the frame to the proxy; the answer's headers are read, too. */
export type FrameFetch = (url: string, settings: FetchSettings) => Promise<Response>
