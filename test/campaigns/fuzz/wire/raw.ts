import type { AddressInfo } from 'node:net'
import type { Clock } from '#contract/ports.ts'
import { chanceOf, type Chance } from '../chance.ts'
import { stubGateway } from '../in-process/stub-gateway.ts'
import { openTarget } from '../in-process/target.ts'
import { goodTickets, renewing } from '../in-process/tickets.ts'
import { watch } from '../watch.ts'
import { cardFor } from '../../../unit/proxy/support/test-proxy.ts'
import { exchange, wrongWith } from './exchange.ts'

/** The result of a run on sockets. */
export interface RawReport {
  /** Connections on which something was sent. */
  readonly connections: number
  readonly perSecond: number
  readonly slowest: number
  readonly byStatus: ReadonlyMap<number, number>
  readonly findings: readonly string[]
}

const CRLF = '\r\n'
const lines = (...all: string[]): string => [...all, '', ''].join(CRLF)
const host = 'Host: pay.shop.example'

/** Valid requests that the bytes are derived from. */
async function materials(clock: Clock): Promise<readonly string[]> {
  const [{ token }] = (await goodTickets(clock)) as [{ token: string }]
  const json = (path: string, body: string): string =>
    lines(
      `POST ${path} HTTP/1.1`,
      host,
      `Authorization: Bearer ${token}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ) + body
  const form = ['Content-Type: application/x-www-form-urlencoded', host]
  const chunked = `${lines('POST /3ds/method?n=a HTTP/1.1', ...form, 'Transfer-Encoding: chunked')}5${CRLF}a=b&c${CRLF}0${CRLF}${CRLF}`
  const smuggling = lines('GET /healthz HTTP/1.1', host)
  return [
    lines('GET /healthz HTTP/1.1', host),
    lines('GET /api/texts/en HTTP/1.1', host, 'Sec-Fetch-Site: same-origin', 'Accept: */*'),
    lines('GET /card HTTP/1.1', host, 'Sec-Fetch-Dest: iframe', 'Accept-Language: ar'),
    lines('HEAD /card HTTP/1.0', host, 'Connection: keep-alive'),
    json('/api/prepare', '{}'),
    json('/api/pay', JSON.stringify(cardFor('id-T0x1000'))),
    chunked,
    lines('POST /3ds/method?n=a HTTP/1.1', ...form, `Content-Length: ${smuggling.length}`) + smuggling,
    lines('GET /healthz HTTP/1.1', host) + lines('GET /api/texts/ru HTTP/1.1', host),
  ]
}

/** Protocol fragments that change the meaning of the rest. */
const tricks = [
  CRLF,
  '\n',
  '\r',
  CRLF + CRLF,
  '\0',
  ' ',
  '\t',
  ':',
  `${CRLF} folded`,
  `${CRLF}Content-Length: 0`,
  `${CRLF}Content-Length: +5`,
  `${CRLF}Content-Length: 5, 5`,
  `${CRLF}Transfer-Encoding: chunked`,
  `${CRLF}Transfer-Encoding:\x0bchunked`,
  `${CRLF}Transfer-Encoding: xchunked`,
  `${CRLF}Connection: close`,
  `${CRLF}Connection: upgrade${CRLF}Upgrade: h2c`,
  `${CRLF}Expect: 100-continue`,
  `${CRLF}${host}`,
  '0\r\n\r\n',
  'ffffffff\r\n',
  '5;a="\n"\r\n',
  'GET /healthz HTTP/1.1\r\nHost: pay.shop.example\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP/0.9',
  '%00',
  'x'.repeat(9000),
]

type Change = (bytes: string, chance: Chance) => string

const insert: Change = (bytes, { int, pick }) => {
  const at = int(bytes.length + 1)
  return bytes.slice(0, at) + pick(tricks) + bytes.slice(at)
}
/** Inserted at a line's end, where a fragment has most effect. */
const insertAtLine: Change = (bytes, { pick }) => {
  const endings = [...bytes.matchAll(/\r\n/g)].map(({ index }) => index)
  const at = endings.length ? pick(endings) : 0
  return bytes.slice(0, at) + pick(tricks) + bytes.slice(at)
}
const flip: Change = (bytes, { int }) => {
  const at = int(bytes.length)
  return bytes.slice(0, at) + String.fromCharCode(int(256)) + bytes.slice(at + 1)
}
const cut: Change = (bytes, { int }) => bytes.slice(0, int(bytes.length + 1))
const drop: Change = (bytes, { int }) => {
  const at = int(bytes.length)
  return bytes.slice(0, at) + bytes.slice(at + 1 + int(12))
}
const double: Change = (bytes) => bytes + bytes
const shuffle: Change = (bytes, { int }) => {
  const at = int(bytes.length)
  return bytes.slice(at) + bytes.slice(0, at)
}
const changes: readonly Change[] = [insert, insert, insertAtLine, insertAtLine, flip, flip, cut, drop, double, shuffle]

/** The bytes of requests after some mutations. */
function bytesOf(materials: readonly string[], chance: Chance): string {
  let bytes = chance.pick(materials)
  for (let count = 1 + chance.int(3); count && bytes; count--) bytes = chance.pick(changes)(bytes, chance)
  return bytes
}

/** Connections at the same time. */
const LANES = 40

export interface RawRequest {
  readonly count: number
  readonly seed: number
  /** On how many connections the client never ends its side. */
  readonly leftOpen?: number
  readonly send?: typeof exchange
}

/** Findings after which the run stops. */
const ENOUGH = 20

/** Sends mutated bytes to a listening proxy, on so many connections. */
export async function fuzzRaw(request: RawRequest, report = (_: string): void => {}): Promise<RawReport> {
  const { count, seed, leftOpen = 0, send = exchange } = request
  const chance = chanceOf(seed)
  const { app, clock } = await openTarget(stubGateway(chance).fetch)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const from = renewing(clock, () => materials(clock))
  const findings: string[] = []
  const byStatus = new Map<number, number>()
  const watched = watch()
  const begun = performance.now()
  let [connections, slowest] = [0, 0]
  const lane = async (): Promise<void> => {
    while (connections < count && findings.length < ENOUGH) {
      const bytes = bytesOf(await from(), chance)
      if (!bytes) continue
      const isLeftOpen = connections++ < leftOpen
      const came = await send(bytes, { port, pieces: 1 + chance.int(3), isLeftOpen })
      slowest = Math.max(slowest, came.ms)
      for (const { status } of came.answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const wrong = wrongWith(came)
      if (wrong) findings.push(`${wrong}: ${JSON.stringify(bytes).slice(0, 1500)} → ${JSON.stringify(came.answers)}`)
      if (connections % 10_000 === 0) report(`${connections} connections`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const perSecond = Math.round((connections / (performance.now() - begun)) * 1000)
  findings.push(...watched.crashes)
  watched.stop()
  await app.close()
  return { connections, perSecond, slowest: Math.round(slowest), byStatus, findings }
}
