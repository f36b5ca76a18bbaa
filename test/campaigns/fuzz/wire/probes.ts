/** A request that two parsers of HTTP are known to read differently. */
export interface Probe {
  readonly name: string
  /** The bytes, as latin1. */
  readonly bytes: string
  /** Statuses of all answers; the proxy closes the connection after a request that it cannot read. */
  readonly answers: readonly number[]
}

const CRLF = '\r\n'
const lines = (...all: string[]): string => [...all, '', ''].join(CRLF)
const host = 'Host: pay.shop.example'
const form = 'Content-Type: application/x-www-form-urlencoded'
const post = (...headers: string[]): string => lines('POST /3ds/method HTTP/1.1', host, form, ...headers)
const get = (...headers: string[]): string => lines('GET /api/texts/en HTTP/1.1', host, ...headers)

/** Answered `up` if a parser takes it for a request of its own. */
const smuggled = lines('GET /healthz HTTP/1.1', host)
const chunk = (text: string): string => `${text.length.toString(16)}${CRLF}${text}${CRLF}`
const last = `0${CRLF}${CRLF}`
const chunked = 'Transfer-Encoding: chunked'
const te = (spelling: string): string => post(spelling) + chunk('a=b') + last + smuggled
const cl = (spelling: string): string => post(spelling) + smuggled

/** A request that is refused by its head alone has one answer; what follows it on the connection has none. */
const broken = [400] as const

export const probes: readonly Probe[] = [
  { name: 'CL.TE', bytes: post('Content-Length: 5', chunked) + last + smuggled, answers: broken },
  { name: 'TE.CL', bytes: post(chunked, 'Content-Length: 4') + chunk(smuggled) + last, answers: broken },
  { name: 'TE and CL 0', bytes: post('Content-Length: 0', chunked) + chunk(smuggled) + last, answers: broken },
  { name: 'TE twice', bytes: te(`${chunked}${CRLF}${chunked}`), answers: broken },
  { name: 'TE twice, identity last', bytes: te(`${chunked}${CRLF}Transfer-Encoding: identity`), answers: broken },
  { name: 'TE: xchunked', bytes: te('Transfer-Encoding: xchunked'), answers: broken },
  { name: 'TE: chunked, identity', bytes: te('Transfer-Encoding: chunked, identity'), answers: broken },
  { name: 'TE: identity', bytes: te('Transfer-Encoding: identity'), answers: broken },
  { name: 'TE: gzip, chunked', bytes: te('Transfer-Encoding: gzip, chunked'), answers: broken },
  { name: 'TE, a space before the colon', bytes: te('Transfer-Encoding : chunked'), answers: broken },
  { name: 'TE, a tab before the colon', bytes: te('Transfer-Encoding\t: chunked'), answers: broken },
  { name: 'TE, a vertical tab', bytes: te('Transfer-Encoding:\x0bchunked'), answers: broken },
  { name: 'TE, quoted', bytes: te('Transfer-Encoding: "chunked"'), answers: broken },
  { name: 'TE, folded', bytes: te(`Transfer-Encoding:${CRLF} chunked`), answers: broken },
  { name: 'TE, a NUL', bytes: te('Transfer-Encoding: chunked\0'), answers: broken },
  { name: 'TE behind a bare CR', bytes: te('X: a\rTransfer-Encoding: chunked'), answers: broken },
  { name: 'TE behind a bare LF', bytes: te('X: a\nTransfer-Encoding: chunked'), answers: broken },
  { name: 'TE in HTTP/1.0', bytes: te(chunked).replace('HTTP/1.1', 'HTTP/1.0'), answers: broken },
  { name: 'CL twice, the same', bytes: cl(`Content-Length: 0${CRLF}Content-Length: 0`), answers: broken },
  { name: 'CL twice, different', bytes: cl(`Content-Length: 0${CRLF}Content-Length: 44`), answers: broken },
  { name: 'CL: a list', bytes: cl('Content-Length: 0, 44'), answers: broken },
  { name: 'CL: +44', bytes: cl('Content-Length: +44'), answers: broken },
  { name: 'CL: -1', bytes: cl('Content-Length: -1'), answers: broken },
  { name: 'CL: 0x2c', bytes: cl('Content-Length: 0x2c'), answers: broken },
  { name: 'CL: 4 4', bytes: cl('Content-Length: 4 4'), answers: broken },
  { name: 'CL: 1e1', bytes: cl('Content-Length: 1e1'), answers: broken },
  { name: 'CL: empty', bytes: cl('Content-Length:'), answers: broken },
  { name: 'CL of 20 digits', bytes: cl('Content-Length: 18446744073709551660'), answers: broken },
  { name: 'CL, a space before the colon', bytes: cl('Content-Length : 44'), answers: broken },
  { name: 'CL folded', bytes: cl(`Content-Length:${CRLF} 44`), answers: broken },
  { name: 'a chunk of size 0x5', bytes: post(chunked) + `0x5${CRLF}a=b&c${CRLF}${last}${smuggled}`, answers: broken },
  { name: 'a chunk of size -1', bytes: post(chunked) + `-1${CRLF}a${CRLF}${last}${smuggled}`, answers: broken },
  { name: 'a chunk of size 2^64', bytes: post(chunked) + `10000000000000000${CRLF}a${CRLF}${last}`, answers: broken },
  {
    name: 'a chunk longer than its size',
    bytes: post(chunked) + `1${CRLF}abc${CRLF}${last}${smuggled}`,
    answers: broken,
  },
  { name: 'a chunk ended by a bare LF', bytes: post(chunked) + `1\na${CRLF}${last}${smuggled}`, answers: broken },
  { name: 'a chunk extension with a bare LF', bytes: post(chunked) + `1;a\nb${CRLF}a${CRLF}${last}`, answers: broken },
  { name: 'a chunk extension with a bare CR', bytes: post(chunked) + `1;a\rb${CRLF}a${CRLF}${last}`, answers: broken },
  { name: 'spaces before the chunk size', bytes: post(chunked) + ` 1${CRLF}a${CRLF}${last}`, answers: broken },
  { name: 'bare LFs', bytes: `GET /healthz HTTP/1.1\n${host}\n\n`, answers: broken },
  { name: 'a folded header', bytes: get('X: a', ' b'), answers: broken },
  { name: 'a NUL in a header', bytes: get('X: a\0b'), answers: broken },
  { name: 'a NUL in the address', bytes: get().replace('/en', '/e\0n'), answers: broken },
  { name: 'a header without a name', bytes: get(': a'), answers: broken },
  { name: 'a header without a colon', bytes: get('chunked'), answers: broken },
  { name: 'two hosts', bytes: lines('GET /healthz HTTP/1.1', host, host, 'Connection: close'), answers: broken },
  {
    name: 'two hosts, different',
    bytes: lines('GET /healthz HTTP/1.1', host, 'Host: a', 'Connection: close'),
    answers: broken,
  },
  { name: 'no host', bytes: lines('GET /healthz HTTP/1.1', 'Connection: close'), answers: broken },
  {
    name: 'an absolute address',
    bytes: get('Connection: close').replace(' /', ' http://pay.shop.example/'),
    answers: broken,
  },
  {
    name: 'another absolute address',
    bytes: get('Connection: close').replace(' /', ' http://evil.example/'),
    answers: broken,
  },
  {
    name: 'an address without a scheme',
    bytes: get('Connection: close').replace(' /', ' //evil.example/'),
    answers: broken,
  },
  { name: 'HTTP/0.9', bytes: `GET /healthz${CRLF}${CRLF}`, answers: broken },
  { name: 'HTTP/0.9 with a version', bytes: lines('GET /healthz HTTP/0.9', host), answers: broken },
  { name: 'HTTP/1.2', bytes: lines('GET /healthz HTTP/1.2', host), answers: broken },
  { name: 'HTTP/2.0', bytes: lines('GET /healthz HTTP/2.0', host), answers: broken },
  { name: 'the preface of HTTP/2', bytes: `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`, answers: broken },
  { name: 'a TLS hello', bytes: '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', answers: broken },
  { name: 'a line of 20,000 letters', bytes: lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, host), answers: broken },
  { name: 'a header of 20,000 letters', bytes: get(`X: ${'x'.repeat(20_000)}`), answers: broken },
  { name: '2,000 headers', bytes: get(...Array.from({ length: 2000 }, (_, at) => `X${at}: a`)), answers: broken },
  { name: 'TRACE', bytes: lines('TRACE /healthz HTTP/1.1', host, 'Connection: close'), answers: [405] },
  { name: 'CONNECT', bytes: lines('CONNECT pay.shop.example:443 HTTP/1.1', host), answers: [] },
  { name: 'a method of its own', bytes: lines('GETX /healthz HTTP/1.1', host), answers: broken },
  { name: 'an upgrade to h2c', bytes: get('Connection: Upgrade, close', 'Upgrade: h2c'), answers: [403] },
  {
    name: 'a GET whose body is a request',
    bytes: get(`Content-Length: ${smuggled.length}`) + smuggled,
    answers: [403],
  },
  {
    name: 'a POST whose body is a request',
    bytes: post(`Content-Length: ${smuggled.length}`) + smuggled,
    answers: [200],
  },
  { name: 'chunks that are a request', bytes: post(chunked) + chunk(smuggled) + last, answers: [200] },
  {
    name: 'trailers',
    bytes: post(chunked) + `0${CRLF}Host: evil.example${CRLF}X: a${CRLF}${CRLF}`,
    answers: [200],
  },
  { name: 'a pipeline', bytes: smuggled + get() + smuggled, answers: [200, 403, 200] },
  { name: 'a request behind one refused on arrival', bytes: get() + smuggled, answers: [403, 200] },
  {
    name: 'a request behind a body that is refused unread',
    bytes: lines('POST /api/pay HTTP/1.1', host, form, `Content-Length: ${smuggled.length}`) + smuggled + smuggled,
    answers: [403, 200],
  },
  { name: 'garbage behind a request', bytes: `${smuggled}garbage${CRLF}${CRLF}`, answers: [200, 400] },
  { name: 'a request behind garbage', bytes: `garbage${CRLF}${CRLF}${smuggled}`, answers: broken },
]
