import {
  cardPolicy,
  challengePolicy,
  closedPolicy,
  linkPolicy,
  pagePolicy,
  postPolicy,
  receiptPolicy,
  type ScriptSource,
} from '#proxy/http/headers.ts'
import { openTestProxy } from '../../unit/proxy/support/test-proxy.ts'

const scriptNamed = (name: string): ScriptSource => ({
  folders: [`https://pay-shop.example/assets/${name}/`],
  integrity: 'sha384-…',
})

const shops = ['https://shop.example']
const parents = [...shops, 'https://pay-shop.example']

/** The policies in docs/security/headers.md; `…` replaces what differs with each build. */
export const shown: Readonly<Record<string, string>> = {
  '`/card`': cardPolicy({ ...scriptNamed('card'), inline: "'sha256-…'" }, "'sha256-…'", parents),
  '`/3ds`': challengePolicy(scriptNamed('challenge'), parents, false),
  '`/3ds/method` and `/3ds/return`': pagePolicy("'sha256-…'", shops),
  '`/3ds/bank`': postPolicy("'sha256-…'", false),
  '`/link/…`': linkPolicy({
    publicUrl: 'https://pay-shop.example',
    style: "'sha256-…'",
    script: "'sha256-…'",
    http: false,
    sandbox: undefined,
  }),
  'the receipt of a link': receiptPolicy("'sha256-…'", "'sha256-…'"),
  'everything else': closedPolicy,
}

/** A policy with a line for each directive. */
export const inLines = (policy: string): string => policy.replaceAll('; ', ';\n')

const framed = { 'sec-fetch-dest': 'iframe' }

/** Requests for every kind of answer of the proxy, good and bad. */
const requested = [
  { url: '/card', headers: framed },
  { url: '/3ds', headers: framed },
  { url: '/card' },
  { url: '/3ds/return?k=a.b' },
  { url: '/3ds/method?n=a', method: 'POST' },
  { url: '/3ds/bank?k=a.b' },
  { url: '/pay', method: 'POST' },
  { url: '/link/abc' },
  { url: '/api/checkout' },
  { url: '/api/texts/en', headers: { 'sec-fetch-site': 'same-origin' } },
  { url: '/assets/card/card-abc.js' },
  { url: '/healthz' },
  { url: '/readyz' },
  { url: '/openapi.json' },
  { url: '/nowhere' },
  { url: '/api/pay', method: 'PUT' },
] as const

export interface Seen {
  readonly what: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}

/** The headers of each answer. */
export async function answers(): Promise<readonly Seen[]> {
  const proxy = await openTestProxy()
  return Promise.all(
    requested.map(async (request) => {
      const { statusCode: status, headers } = await proxy.send(request)
      return { what: `${'method' in request ? request.method : 'GET'} ${request.url}`, status, headers }
    }),
  )
}
