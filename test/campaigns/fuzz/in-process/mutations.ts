import type { Chance } from '../chance.ts'
import { everyName } from '../names.ts'
import { nastyTexts, nastyValue, nested } from '../values.ts'
import type { Draft } from './requests.ts'

type Mutation = (draft: Draft, chance: Chance) => void
type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)

/** An object of the body: the body itself, or one inside it. */
function somewhere(body: unknown, { pick, is }: Chance): Members | undefined {
  if (!isObject(body)) return undefined
  const inner = Object.values(body).filter(isObject)
  return inner.length && is(0.4) ? pick(inner) : body
}

/** Adds a field that the specifications know, and that is wrong in this place. */
const addKnown: Mutation = ({ body }, chance) => {
  const at = somewhere(body, chance)
  if (at) at[chance.pick(everyName)] = chance.is(0.5) ? chance.pick(['1', 1, true, 'U']) : nastyValue(chance)
}

const addForeign: Mutation = ({ body }, chance) => {
  const at = somewhere(body, chance)
  if (at)
    Object.defineProperty(at, chance.pick(nastyTexts), {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

const replace: Mutation = ({ body }, chance) => {
  const at = somewhere(body, chance)
  const names = at ? Object.keys(at) : []
  if (names.length) at![chance.pick(names)] = nastyValue(chance)
}

const remove: Mutation = ({ body }, chance) => {
  const at = somewhere(body, chance)
  const names = at ? Object.keys(at) : []
  if (names.length) delete at![chance.pick(names)]
}

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body)

/** Changes of the text, which may then be no JSON, or ambiguous JSON. */
const rewritings: readonly ((text: string, chance: Chance) => string)[] = [
  (text) => text.replace('{', '{"__proto__":{"polluted":1},'),
  (text) => text.replace('{', '{"constructor":{"prototype":{"polluted":1}},'),
  (text) => text.replace('{', '{"\\u005f_proto__":{"polluted":1},'),
  (text, { pick }) => text.replace(/\}$/, `,"${pick(everyName)}":1}`),
  (text) => text.replace(/^\{("[^"]+"):/, '{$1:1,$1:'),
  (text) => text.replace(/^\{"(\w)/, (_, callback: string) => `{"\\u00${callback.charCodeAt(0).toString(16)}`),
  (text, { int }) => text.slice(0, int(text.length + 1)),
  (text, { int, pick }) => {
    const at = int(text.length + 1)
    return text.slice(0, at) + pick(nastyTexts) + text.slice(at + int(3))
  },
  (text) => `[${text}]`,
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text, { int }) => `${' '.repeat(int(20_000))}${text}`,
  (_, { int }) => '{"a":'.repeat(int(3000)),
  (_, { int }) => JSON.stringify(nested(int(60), {})),
  (_, { pick }) => pick(['', '0', 'null', '"a"', 'NaN', '{}', '{"a":1e999}', '{"":""}', '-', '[]', 'a=b&a=c']),
  (text) => `${text}/**/`,
  (text) => text.replaceAll('"', "'"),
]

const rewrite: Mutation = (draft, chance) => {
  if (draft.body !== undefined) draft.body = chance.pick(rewritings)(textOf(draft.body), chance)
}

/** Replaces bytes, so that the body is not valid UTF-8. */
const spoil: Mutation = (draft, { int }) => {
  if (draft.body === undefined) return
  const bytes = Buffer.from(textOf(draft.body))
  for (let count = 1 + int(4); count && bytes.length; count--) bytes[int(bytes.length)] = int(256)
  draft.body = bytes
}

const headers: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    '',
    'text/plain',
    'application/json;charset=utf-8',
    'application/json ',
    'Application/json',
    'application/json\ta',
    'multipart/form-data; boundary=x',
    '__proto__',
  ],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', '', 'same-origin, cross-site', 'constructor'],
  'sec-fetch-dest': ['document', 'iframe', 'empty'],
  origin: ['null', 'https://evil.example', 'https://shop.example', 'https://pay.shop.example.', ''],
  host: ['evil.example', 'pay.shop.example:443', 'pay.shop.example@evil.example', 'PAY.SHOP.EXAMPLE', '', 'a b'],
  accept: ['', 'x'.repeat(4000), '\u00ff\u0080', '*/*;q=\u0007', '{"a":1}', '&userName=admin'],
  'accept-language': ['__proto__', 'constructor', 'x'.repeat(3000), 'ar;q=0.1,ru', '%00', 'toString'],
  authorization: [
    '',
    'Bearer',
    'Bearer a b',
    'Basic YTpi',
    'bearer ..',
    'Bearer __proto__',
    `Bearer ${'a.'.repeat(900)}`,
  ],
  'x-forwarded-for': ['198.51.100.7', '::1', 'a', '127.0.0.1, 10.0.0.1'],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  'content-length': ['0', '1', '99999999', '-1', '1e3', 'a'],
  'transfer-encoding': ['chunked', 'identity', 'gzip'],
  'content-encoding': ['gzip', 'br'],
  expect: ['100-continue', 'x'],
  upgrade: ['websocket', 'h2c'],
  connection: ['close', 'upgrade', 'content-length'],
  cookie: ['a=b; __proto__=c'],
  'user-agent': ['', 'x'.repeat(2000)],
  __proto__x: ['1'],
}

const header: Mutation = (draft, { pick, is }) => {
  const name = pick(Object.keys(headers))
  if (is(0.1)) delete draft.headers[name]
  else draft.headers[name] = pick(headers[name]!)
}

/** Without lone surrogates, which an address cannot contain. */
const wellFormed = nastyTexts.filter((text) => !/\p{Cs}/u.test(text))

const paths: readonly ((url: string, chance: Chance) => string)[] = [
  (url, { pick }) => `${url}${url.includes('?') ? '&' : '?'}${pick(everyName)}=1`,
  (url) => `${url}?__proto__[polluted]=1&a=1&a=2`,
  (url) => `${url}?k=1&k=2&n=1&n=2`,
  (url, { pick }) => `${url}?k=${encodeURI(pick(wellFormed))}`,
  (url) => `${url}/`,
  (url) => `/${url}`,
  (url) => url.replace('/', '/./../'),
  (url) => url.replace(/\/(\w)/, '/%$1'),
  (url) => url.replaceAll('/', '%2f'),
  (url) => url.replace(/[^/]+$/, '__proto__'),
  (url) => url.replace(/[^/]+$/, '%00'),
  (url) => url.replace(/[^/]+$/, '%e0%a4%a'),
  (url, { int }) => url + 'x'.repeat(int(400)),
  (url) => url.toUpperCase(),
  (url) => `${url};a=b`,
  (url) => `${url}#a`,
  (url) => url.replace(/=[^&]*/, '='),
  (url, { pick, int }) => url.slice(0, int(url.length)) + pick(['.', '%', '~', 'A']) + url.slice(int(url.length)),
]

const address: Mutation = (draft, chance) => {
  draft.url = chance.pick(paths)(draft.url, chance)
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GETX']

const method: Mutation = (draft, { pick }) => {
  draft.method = pick(methods)
}

/** Each mutation as often as its relative frequency. */
const mutations: readonly Mutation[] = [
  ...Array<Mutation>(5).fill(replace),
  ...Array<Mutation>(4).fill(addKnown),
  ...Array<Mutation>(3).fill(rewrite),
  ...Array<Mutation>(3).fill(header),
  ...Array<Mutation>(2).fill(address),
  addForeign,
  remove,
  spoil,
  method,
]

/** Applies up to three mutations to a copy of the request's body, so that other requests are unchanged. */
export function mutate(draft: Draft, chance: Chance): void {
  draft.body = structuredClone(draft.body)
  for (let count = chance.int(4); count; count--) chance.pick(mutations)(draft, chance)
}
