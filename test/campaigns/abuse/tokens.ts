import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { openTestProxy, order, unlimited } from '../../unit/proxy/support/test-proxy.ts'

/** A ticket that must not be accepted, and why. */
export type BadTicket = readonly [why: string, token: string]

const [first, second, stranger] = ['first', 'second', 'stranger'].map(
  (name) => `${name}-secret-of-more-than-32-bytes!!`,
)
const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicJwk = { ...ours.publicKey.export({ format: 'jwk' }), kid: 'ed' }
const AUDIENCE = 'https://pay.shop.example'

/** Two valid secrets, a valid public key and an audience. */
export const environment = {
  ...unlimited,
  TENDER_TICKET_SECRET: '',
  TENDER_TICKET_SECRETS: `a:${first},b:${second}`,
  TENDER_TICKET_PUBLIC_KEYS: JSON.stringify({ keys: [publicJwk] }),
  TENDER_TICKET_AUDIENCE: AUDIENCE,
}

type Signature = (text: string) => Buffer

const hs =
  (key: string | Buffer, hash = 'sha256'): Signature =>
  (text) =>
    createHmac(hash, key).update(text).digest()
const ed =
  (by = ours): Signature =>
  (text) =>
    sign(null, Buffer.from(text), by.privateKey)
const rs: Signature = (text) => sign('sha256', Buffer.from(text), rsa.privateKey)
const nothing: Signature = () => Buffer.alloc(0)

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A JWT; header and claims may be JSON text, so that they can be wrong in any way. */
function jwt(header: unknown, claims: unknown, by: Signature): string {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${by(text).toString('base64url')}`
}

const a = { alg: 'HS256', typ: 'JWT', kid: 'a' }
const e = { alg: 'EdDSA', typ: 'JWT', kid: 'ed' }

const algorithms: readonly unknown[] = ['none', 'None', 'NONE', 'nOnE', '', ' ', 'HS256 ', 'hs256', 'Hs256', 'HS384', 'HS512', 'RS256', 'RS384', 'PS256', 'ES256', 'ES256K', 'Ed448', 'EdDSA', 'HS1', 'HMAC', 'dir', 'A256GCM', 'RSA-OAEP', null, 0, 1, true, [], ['HS256'], ['none'], {}, { toString: 'HS256' }] // oxfmt-ignore

const keyMaterial = (): (string | Buffer)[] => [
  ours.publicKey.export({ format: 'pem', type: 'spki' }) as string,
  (ours.publicKey.export({ format: 'pem', type: 'spki' }) as string).trim(),
  ours.publicKey.export({ format: 'der', type: 'spki' }),
  Buffer.from(publicJwk.x!, 'base64url'),
  publicJwk.x!,
  JSON.stringify(publicJwk),
  JSON.stringify({ keys: [publicJwk] }),
]

const kids: readonly unknown[] = ['b', 'c', 'ed', '', ' a', 'A', 'a ', '../a', '/dev/null', "a' or '1'='1", 'a\u0000', '__proto__', 'constructor', 0, null, true, [], ['a'], {}, { kid: 'a' }] // oxfmt-ignore

const lures = (): object[] => {
  const jwk = theirs.publicKey.export({ format: 'jwk' })
  const pem = theirs.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return [
    { jwk },
    { jwk, kid: 'mine' },
    { jku: 'https://evil.example/keys.json' },
    { jku: 'http://127.0.0.1/keys.json', kid: 'mine' },
    { x5u: 'https://evil.example/cert.pem' },
    { x5c: [pem] },
    { x5t: 'AAAA' },
    { 'x5t#S256': 'AAAA' },
    { key: jwk },
    { jwks: { keys: [jwk] } },
  ]
}

const good = (now: number) => ({ ...order, aud: AUDIENCE, iat: now, exp: now + 600 })

function byHeader(now: number): BadTicket[] {
  const claims = good(now)
  return [
    ...algorithms.flatMap((alg): BadTicket[] => [
      [`alg ${JSON.stringify(alg)}, unsigned`, jwt({ ...a, alg }, claims, nothing)],
      [`alg ${JSON.stringify(alg)}, signed by HS256`, jwt({ ...a, alg }, claims, hs(first!))],
      [`alg ${JSON.stringify(alg)}, no kid`, jwt({ alg, typ: 'JWT' }, claims, nothing)],
    ]),
    ['HS512, rightly', jwt({ ...a, alg: 'HS512' }, claims, hs(first!, 'sha512'))],
    ['HS384, rightly', jwt({ ...a, alg: 'HS384' }, claims, hs(first!, 'sha384'))],
    ['RS256, by a key of its own', jwt({ ...a, alg: 'RS256' }, claims, rs)],
    ...keyMaterial().flatMap((key): BadTicket[] => [
      ['the public key as a secret', jwt({ ...e, alg: 'HS256' }, claims, hs(key))],
      ['the public key as a secret, no kid', jwt({ alg: 'HS256' }, claims, hs(key))],
      ['the public key as a secret, kid a', jwt(a, claims, hs(key))],
    ]),
    ['a secret for a public key', jwt(e, claims, hs(first!))],
    ['another Ed25519 key', jwt(e, claims, ed(theirs))],
    ...kids.map((kid): BadTicket => [`kid ${JSON.stringify(kid)}`, jwt({ ...a, kid }, claims, hs(first!))]),
    ...kids.map((kid): BadTicket => [`kid ${JSON.stringify(kid)}, no secret`, jwt({ ...a, kid }, claims, hs(''))]),
    ...lures().flatMap((lure): BadTicket[] => [
      ['a key in the header', jwt({ ...e, ...lure }, claims, ed(theirs))],
      ['a key in the header, no kid', jwt({ alg: 'EdDSA', typ: 'JWT', ...lure }, claims, ed(theirs))],
    ]),
    ...['at+jwt', 'JWS', 'JWE', 'JOSE', 'application/jwt', 'jwt;x', '', 0, null, ['JWT'], { toString: 1 }].map(
      (typ): BadTicket => [`typ ${JSON.stringify(typ)}`, jwt({ ...a, typ }, claims, hs(first!))],
    ),
    ...[{ crit: ['b64'], b64: false }, { crit: [] }, { crit: ['x'], x: 1 }, { crit: 'exp' }, { b64: 'false', crit: ['b64'] }].map((more): BadTicket => ['critical extension', jwt({ ...a, ...more }, claims, hs(first!))]), // oxfmt-ignore
    ...['[]', 'null', '"HS256"', '7', '{', '', '{"alg":"HS256","alg":"none"}', '{"alg":"none","alg":"HS256","kid":"a"}', '{"alg":"HS256","kid":"b","kid":"a"}', '{"__proto__":{"alg":"HS256"},"alg":"HS256","kid":"a"}'].map((header): BadTicket => [`header ${header}`, jwt(header, claims, hs(first!))]), // oxfmt-ignore
  ]
}

const wrongClaims = (now: number): object[] => [
  ...[now - 61, now - 3600, 0, 1, -1].map((exp) => ({ exp })),
  ...[now + 86_461, now * 1000, Number.MAX_SAFE_INTEGER].map((exp) => ({ exp })),
  ...[now + 61, now * 1000, 'now', null].map((iat) => ({ iat })),
  ...['tomorrow', String(now + 600), null, [now + 600], {}, true, undefined].map((exp) => ({ exp })),
  ...[now + 61, now + 3600, 'now', null].map((nbf) => ({ nbf })),
  ...['https://pay.other.example', '', [], ['https://pay.other.example'], `${AUDIENCE}/`, AUDIENCE.toUpperCase(), null, 7, {}, undefined].map((aud) => ({ aud })), // oxfmt-ignore
  ...[-1, 0, 1.5, '4990', 1e21, null, [], {}, [4990], true].map((amount) => ({ amount })),
  ...['EURO', 'eur', 97.8, '', null, ['978'], {}, '0978'].map((currency) => ({ currency })),
  ...['', 'x'.repeat(33), 17, null, [], ['A-17'], {}, { toString: 'A-17' }].map((orderNumber) => ({ orderNumber })),
  ...['https://evil.example/', 'https://shop.example@evil.example', 'data:text/html,x', '//shop.example', 'https://shop.example.evil.example', 'https:\\\\shop.example', null].map((returnUrl) => ({ returnUrl })), // oxfmt-ignore
  ...['U', 'R'].map((tii) => ({ tii })),
  ...['userName', 'password', 'merchantPassword', 'feeInput', 'preAuth', 'bindingId', 'dynamicCallbackUrl', 'admin'].map((name) => ({ [name]: '1' })), // oxfmt-ignore
]

function byClaims(now: number): BadTicket[] {
  const signed = (claims: unknown): string => jwt(a, claims, hs(first!))
  const text = JSON.stringify(good(now)).slice(1)
  const twice = ['"amount":1', '"orderNumber":"B"', '"exp":9999999999', '"aud":"x"', '"\\u0061mount":1']
  return [
    ...wrongClaims(now).map((wrong): BadTicket => [
      JSON.stringify(wrong).slice(0, 60),
      signed({ ...good(now), ...wrong }),
    ]),
    ...twice.map((claim): BadTicket => [`twice ${claim}`, signed(`{${claim},${text}`)]),
    ...['[]', 'null', '7', '"x"', '', '{', `[{${text}]`, 'x'.repeat(300)].map((claims): BadTicket => [
      'claims that are none',
      signed(claims),
    ]),
    ['deep', signed({ ...good(now), jsonParams: deep(60) })],
    ['__proto__', signed(`{"__proto__":{"amount":1},${text}`)],
  ]
}

const deep = (depth: number): unknown => (depth ? { d: deep(depth - 1) } : 1)

/** Good tickets that were changed: any byte of the signature, a part cut off, parts of another ticket. */
function byTampering(now: number): BadTicket[] {
  const token = jwt(a, good(now), hs(first!))
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const bytes = Buffer.from(signature, 'base64url')
  const flipped = (at: number): string => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))).toString('base64url') // oxfmt-ignore
  const cheaper = part({ ...good(now), amount: 1 })
  return [
    ...Array.from({ length: 32 }, (_, at): BadTicket => ['a flipped bit', `${header}.${claims}.${flipped(at)}`]),
    ...[0, 1, 8, 16, 31].map((size): BadTicket => ['a short signature', `${header}.${claims}.${bytes.subarray(0, size).toString('base64url')}`]), // oxfmt-ignore
    ['a long signature', `${header}.${claims}.${Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')}`],
    ['another amount', `${header}.${cheaper}.${signature}`],
    ['another amount, unsigned', `${header}.${cheaper}.`],
    ['another header', `${part({ ...a, x: 1 })}.${claims}.${signature}`],
    ['a stranger’s secret', jwt(a, good(now), hs(stranger!))],
    ['no secret', jwt(a, good(now), hs(''))],
    ['signed twice over', jwt({ ...a, cty: 'JWT' }, token, hs(first!))],
    ['an encrypted one', `${part({ alg: 'dir', enc: 'A256GCM' })}.....`],
    ['five parts', `${token}.${token}`],
    ['four parts', `${token}.x`],
    ['two parts', `${header}.${claims}`],
    ['one part', header],
    ['dots', '..'],
    ['JSON', part({ payload: claims, signatures: [{ protected: header, signature }] })],
    ['spaces within', token.replace('.', ' .')],
    ['a comma', `${token},${token}`],
    ['huge', jwt({ ...a, x: 'x'.repeat(6000) }, good(now), hs(stranger!))],
    ['huge claims', jwt(a, { ...good(now), description: 'x'.repeat(5000) }, hs(first!))],
  ]
}

/** All bad tickets, some 300. */
export const badTickets = (now: number): readonly BadTicket[] => [
  ...byHeader(now),
  ...byClaims(now),
  ...byTampering(now),
]

/** How many bad tickets are accepted; the controls are good tickets, which must open the order. */
export async function misuse(): Promise<{ tried: number; accepted: readonly string[]; controls: number }> {
  const proxy = await openTestProxy({ env: environment })
  const now = Math.floor(proxy.clock.now() / 1000)
  const status = async (token: string): Promise<number> =>
    (await proxy.app.inject(await proxy.requestFor('outcome', undefined, token))).statusCode
  const accepted: string[] = []
  const all = badTickets(now)
  for (const [why, token] of all) if (![400, 401].includes(await status(token))) accepted.push(why)
  const controls = [
    jwt(a, good(now), hs(first!)),
    jwt({ ...a, kid: 'b' }, good(now), hs(second!)),
    jwt(e, good(now), ed()),
  ]
  let opened = 0
  for (const token of controls) opened += Number((await status(token)) === 200)
  return { tried: all.length, accepted, controls: opened }
}

/** Sends every tenant's ticket to every tenant's proxy; two tenants each share a secret, with different audiences. */
export async function tenants(
  count: number,
): Promise<{ pairs: number; accepted: number; own: number; crossed: readonly string[] }> {
  const names = Array.from({ length: count }, (_, at) => `tenant-${at}`)
  const secretOf = (at: number): string => `secret-number-${at >> 1}-of-more-than-32-bytes`
  const proxies = await Promise.all(
    names.map((aud, at) => openTestProxy({ env: { TENDER_TICKET_SECRET: secretOf(at), TENDER_TICKET_AUDIENCE: aud } })),
  )
  const crossed: string[] = []
  let own = 0
  for (const [of, aud] of names.entries())
    for (const [at, proxy] of proxies.entries()) {
      const now = Math.floor(proxy.clock.now() / 1000)
      const token = jwt({ alg: 'HS256', typ: 'JWT' }, { ...order, aud, exp: now + 600 }, hs(secretOf(of)))
      const isIn = (await proxy.app.inject(await proxy.requestFor('outcome', undefined, token))).statusCode === 200
      if (isIn && of === at) own += 1
      if (isIn && of !== at) crossed.push(`${aud} at ${names[at]}`)
    }
  return { pairs: count * count, accepted: own + crossed.length, own, crossed }
}
