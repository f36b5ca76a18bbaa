import { proxyErrors, ProxyError } from '#contract/proxy-errors.ts'

/** What a server has done to a request before the proxy gets it. */
export interface Mounted {
  readonly isBodyRead: boolean
  readonly hasPrefix: boolean
  /** Whether the address that it came from is unknown. */
  readonly isOfNobody: boolean
}

/** Mistakes that would otherwise result in a request that never ends, frames that never load, or limits for all at once. */
const mistakes: readonly (readonly [is: keyof Mounted, sentence: string])[] = [
  [
    'isBodyRead',
    'The body was read before the proxy got it: mount the proxy in front of body parsers such as express.json().',
  ],
  [
    'hasPrefix',
    'The proxy is mounted under a prefix, which the addresses of its frames cannot have: mount it at the root.',
  ],
  [
    'isOfNobody',
    'The address of the client is unknown: pass { address } after the request, or shoppers would share their limits.',
  ],
]

/** An answer that does not come from the proxy. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer to a request that a mounting mistake makes useless; undefined where there is none. */
export function answerToMistake(mounted: Partial<Mounted>): WholeAnswer | undefined {
  const mistake = mistakes.find(([is]) => mounted[is])
  if (!mistake) return undefined
  const { code, answer } = new ProxyError('internal', mistake[1])
  const body = JSON.stringify(answer)
  return {
    status: proxyErrors[code].status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}
