import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { proxyUrl } from './network/processes.ts'
import type { Answer, Requested } from './network/serve.ts'
import type { Living } from './network/wire.ts'

/** The simulation's form of a request to an address below `base`. */
export const requestOf = (base: string, ...[url, { method, headers, body }]: Parameters<Fetch>): Requested => ({
  method,
  url: url.slice(base.length),
  headers,
  body,
})

export const responseOf = ({ status, body }: Answer): Response => new Response(body, { status })

export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** The headers that a browser adds to a frame's requests. */
export const frameHeaders = (body: string | undefined) => ({
  host: 'pay.shop.example',
  'sec-fetch-site': 'same-origin',
  ...(body !== undefined && { origin: proxyUrl }),
})

/** A frame's first request. */
export const checkoutRequest = (ticket: string): Requested => ({
  method: 'GET',
  url: '/api/checkout',
  headers: { accept: 'application/json', authorization: `Bearer ${ticket}`, ...frameHeaders(undefined) },
  body: undefined,
})

export const withHost = (request: Requested): Requested => ({
  ...request,
  headers: { ...request.headers, host: 'pay.shop.example' },
})

/** The last part of the path; for a wallet, with the part before it. */
export function operationIn(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (path.startsWith('/callback')) return 'callback'
  const [, change = 'order'] = /\/(capture|cancel)$/.exec(path) ?? []
  if (path.startsWith('/merchant/orders')) return change
  const at = path.includes('/wallet') ? path.indexOf('/wallet') : path.lastIndexOf('/')
  return path.slice(at + 1)
}

/** A promise for a process or page that has ended: it never settles. */
export const never = <T>(): Promise<T> => new Promise(() => {})

/** A clock whose sleeps never end once the process or page has ended. */
export const livingClock = ({ now, sleep }: Clock, living: Living): Clock => ({
  now,
  sleep: (ms, signal) => sleep(ms, signal).then(() => (living.isAlive ? undefined : never())),
})

/** Settles as `fetch` does: any connection error is a TypeError, and the caller may abort. */
export const untilAborted = (answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> =>
  new Promise((resolve, reject) => {
    answer.then(resolve, () => reject(new TypeError('Failed to fetch')))
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
