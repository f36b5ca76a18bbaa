import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { ProxyError } from '#contract/proxy-errors.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { buildTicketReader, leadsToShop, leadsTo } from '#proxy/tickets/ticket.ts'
import { fakeClock } from '../../../support/clock.ts'
import { configOf, order, secret } from '../support/test-proxy.ts'

const clock = fakeClock()
const now = Math.floor(clock.now() / 1000)
const claims = { ...order, exp: now + 600 }

const DAY_IN_SECONDS = 86_400
const ahead = 'must be seconds since 1970, at most 24 hours ahead'
const inMilliseconds = 'must be seconds since 1970, not milliseconds, at most 24 hours ahead'

const other = 'another-secret-of-more-than-32-bytes!'
const pair = generateKeyPairSync('ed25519')
const jwk = pair.publicKey.export({ format: 'jwk' })
const publicText = String(jwk.x)

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Builds a JWT by hand, so that it can be wrong in any way. */
function jwt(header: object, payload: unknown, key: string | 'none' | 'eddsa' = secret): string {
  const text = `${part({ typ: 'JWT', alg: 'HS256', ...header })}.${part(payload)}`
  if (key === 'none') return `${text}.`
  if (key === 'eddsa') return `${text}.${sign(null, Buffer.from(text), pair.privateKey).toString('base64url')}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const rules = configOf({
  TENDER_TICKET_SECRETS: `next:${other}`,
  TENDER_TICKET_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...jwk, kid: 'ed' }] }),
})
const read = buildTicketReader(rules, clock)

async function refusal(authorization: string | undefined, reader = read): Promise<ProxyError['answer']['error']> {
  const error: unknown = await (async () => reader(authorization))().then(
    () => new Error('It was accepted'),
    (reason: unknown) => reason,
  )
  if (error instanceof ProxyError) return error.answer.error
  throw error
}

describe('a ticket that is accepted', () => {
  test('needs five claims and any JWT library', async () => {
    expect(await read(`Bearer ${jwt({}, claims)}`)).toEqual(claims)
    expect(await read(`bearer ${jwt({ typ: undefined }, claims)}`)).toEqual(claims)
  })

  test('may name its currency by letters, which are read as the number', async () => {
    expect(await read(`Bearer ${jwt({}, { ...claims, currency: 'EUR' })}`)).toEqual({ ...claims, currency: '978' })
  })

  test.each(['1', '28', '365', '1461'])('has a recurringFrequency of %s days', async (recurringFrequency) => {
    const recurrent = { ...claims, saveAs: 'recurrent', recurringFrequency, recurringExpiry: '20351231' }
    expect(await read(`Bearer ${jwt({}, recurrent)}`)).toEqual(recurrent)
  })

  test('names the key that signed it', async () => {
    expect(await read(`Bearer ${jwt({ kid: 'next' }, claims, other)}`)).toEqual(claims)
    expect(await read(`Bearer ${jwt({ alg: 'EdDSA', kid: 'ed' }, claims, 'eddsa')}`)).toEqual(claims)
    expect(await read(`Bearer ${jwt({ alg: 'EdDSA' }, claims, 'eddsa')}`)).toEqual(claims)
  })

  test('may have expired by less than a minute', async () => {
    expect(await read(`Bearer ${jwt({}, { ...claims, exp: now - 55 })}`)).toMatchObject({ orderNumber: 'A-17' })
  })

  test('may live for 24 hours, by a clock that is a minute ahead', async () => {
    expect(await read(`Bearer ${jwt({}, { ...claims, exp: now + DAY_IN_SECONDS + 60 })}`)).toMatchObject({
      exp: now + DAY_IN_SECONDS + 60,
    })
    expect(await read(`Bearer ${await signOrder(order, other, { clock, expiresIn: DAY_IN_SECONDS })}`)).toMatchObject(
      order,
    )
  })

  test('may have been signed by a clock that is a minute ahead, and need not say when', async () => {
    expect(await read(`Bearer ${jwt({}, { ...claims, iat: now + 60 })}`)).toMatchObject({ iat: now + 60 })
    expect(await read(`Bearer ${jwt({}, claims)}`)).not.toHaveProperty('iat')
  })

  test.each(['en', 'pt-BR', 'zh-Hans-CN', 'en-US-u-ca-gregory', 'de-DE-u-co-phonebk', 'en-x-shop', 'de-CH-1996'])(
    'may be in any language of BCP 47: %s',
    async (language) => {
      expect(await read(`Bearer ${await signOrder({ ...order, language }, other, { clock })}`)).toMatchObject({
        language,
      })
    },
  )

  test('is what signOrder makes', async () => {
    const ticket = await signOrder(order, other, { clock, kid: 'next', expiresIn: 60 })
    expect(await read(`Bearer ${ticket}`)).toEqual({ ...order, iat: now, exp: now + 60 })
  })
})

const ours = expect.stringContaining('TENDER_SHOP_ORIGINS') as unknown

describe('a ticket that is refused', () => {
  const rows: readonly (readonly [what: string, authorization: string | undefined, expected: object])[] = [
    ['none at all', undefined, { code: 'ticket_missing' }],
    ['Basic', 'Basic YTpi', { code: 'ticket_missing' }],
    ['an empty bearer', 'Bearer ', { code: 'ticket_missing' }],
    ['two tokens', `Bearer ${jwt({}, claims)} x`, { code: 'ticket_missing' }],
    ['no JWT', 'Bearer abc', { code: 'ticket_malformed' }],
    ['a header that is no JSON', 'Bearer YWJj.YWJj.YWJj', { code: 'ticket_malformed' }],
    ['five parts', 'Bearer a.b.c.d.e', { code: 'ticket_malformed' }],
    ['a payload that is a list', `Bearer ${jwt({}, [1])}`, { code: 'ticket_malformed' }],
    ['another typ', `Bearer ${jwt({ typ: 'at+jwt' }, claims)}`, { code: 'ticket_malformed' }],
    ['a critical extension', `Bearer ${jwt({ crit: ['x'], x: 1 }, claims)}`, { code: 'ticket_malformed' }],
    ['alg none', `Bearer ${jwt({ alg: 'none' }, claims, 'none')}`, { code: 'ticket_forged' }],
    ['alg None', `Bearer ${jwt({ alg: 'None' }, claims, 'none')}`, { code: 'ticket_forged' }],
    ['HS256 without a signature', `Bearer ${jwt({}, claims, 'none')}`, { code: 'ticket_forged' }],
    ['a secret of its own', `Bearer ${jwt({}, claims, 'x'.repeat(32))}`, { code: 'ticket_forged' }],
    ['alg HS512', `Bearer ${jwt({ alg: 'HS512' }, claims)}`, { code: 'ticket_forged' }],
    ['the public key as a secret', `Bearer ${jwt({ kid: 'ed' }, claims, publicText)}`, { code: 'ticket_forged' }],
    ['an unknown key', `Bearer ${jwt({ kid: 'none' }, claims, other)}`, { code: 'ticket_forged' }],
    ['the name of another key', `Bearer ${jwt({ kid: 'ed' }, claims, other)}`, { code: 'ticket_forged' }],
    [
      'EdDSA by the name of a secret',
      `Bearer ${jwt({ alg: 'EdDSA', kid: 'next' }, claims, 'eddsa')}`,
      { code: 'ticket_forged' },
    ],
    ['a key in its header', `Bearer ${jwt({ jwk: { kty: 'oct', k: 'eA' } }, claims, 'x')}`, { code: 'ticket_forged' }],
    ['expired', `Bearer ${jwt({}, { ...claims, exp: now - 61 })}`, { code: 'ticket_expired' }],
    ['without exp', `Bearer ${jwt({}, order)}`, { code: 'ticket_invalid', field: 'exp', message: 'exp is required' }],
  ]
  test.each(rows)('%s', async (_, authorization, expected) => {
    expect(await refusal(authorization)).toMatchObject(expected)
  })

  const wrongClaims: readonly (readonly [what: string, change: object, field: string, message?: unknown])[] = [
    ['not yet', { nbf: now + 120 }, 'nbf'],
    ['exp more than a day ahead', { exp: now + DAY_IN_SECONDS + 61 }, 'exp', `exp ${ahead}`],
    ['exp in milliseconds', { exp: (now + 600) * 1000 }, 'exp', `exp ${inMilliseconds}`],
    ['iat more than a minute ahead', { iat: now + 61 }, 'iat', 'iat must not lie in the future'],
    ['exp as text', { exp: '9' }, 'exp'],
    ['an unknown claim', { price: 1 }, 'price', 'price is not a known field'],
    ['an amount as text', { amount: '4990' }, 'amount', 'amount must be a number'],
    ['an attribute that is an object', { jsonParams: { seat: {} } }, 'jsonParams.seat'],
    ['an attribute that JSON does not carry exactly', { jsonParams: { seat: 2 ** 53 } }, 'jsonParams.seat'],
    [
      'a date that does not exist',
      { expirationDate: '2030-02-31T00:00:00' },
      'expirationDate',
      'expirationDate must be a date that exists',
    ],
    ['half a cent', { amount: 1.5 }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['an amount in a list', { amount: [4990] }, 'amount'],
    ['unknown letters for a currency', { currency: 'EURO' }, 'currency'],
    [
      'no such currency',
      { currency: '001' },
      'currency',
      'currency must be a currency of ISO 4217 by its number or its letters, such as 978 or EUR',
    ],
    ['a long number', { orderNumber: 'x'.repeat(33) }, 'orderNumber'],
    ['a foreign returnUrl', { returnUrl: 'https://evil.example/' }, 'returnUrl', ours],
    ['a foreign failUrl', { failUrl: 'https://evil.example/' }, 'failUrl', ours],
    [
      'a recurrent card without how often',
      { saveAs: 'recurrent', recurringExpiry: '20301231' },
      'recurringFrequency',
      'recurringFrequency is required where saveAs is recurrent',
    ],
    ['a recurrent card without until when', { saveAs: 'recurrent', recurringFrequency: '28' }, 'recurringExpiry'],
    ['a foreign origin', { origin: 'https://evil.example' }, 'origin'],
  ]
  test.each(wrongClaims)('%s', async (_, change, field, message = expect.any(String)) => {
    const refused = await refusal(`Bearer ${jwt({}, { ...claims, ...(change as object) })}`)
    expect(refused).toMatchObject({ code: 'ticket_invalid', field, message })
  })

  test('its signature with one bit changed', async () => {
    const token = jwt({}, claims)
    const [head, body, signature] = token.split('.') as [string, string, string]
    const bytes = Buffer.from(signature, 'base64url')
    bytes[0]! ^= 1
    expect(await refusal(`Bearer ${head}.${body}.${bytes.toString('base64url')}`)).toMatchObject({
      code: 'ticket_forged',
    })
  })

  test.each(['header', 'claims', 'signature'])('a second spelling of its %s', async (name) => {
    const at = ['header', 'claims', 'signature'].indexOf(name)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings: ((text: string) => string)[] = [
      (text) => text.padEnd(Math.ceil((text.length + 1) / 4) * 4, '='),
      (text) => `${text}=`,
      (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
      // The last bits of the last sign are no bits of the bytes.
      (text) => text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]!,
      (text) => `${text.slice(0, 4)}.${text.slice(4)}`,
      (text) => `${text.slice(0, 4)}!${text.slice(4)}`,
    ]
    // Of a length that leaves bits over, and with signs of both alphabets: ? and ~ at each third byte.
    const parts = [part({ alg: 'HS256', x: '?~?~?~>' }), part({ ...claims, description: '?~?~?~>>' })]
    const signed = (of: readonly string[]): string =>
      createHmac('sha256', secret).update(of.join('.')).digest('base64url')
    const own = [...parts, signed(parts)][at]!
    const others = spellings.map((spell) => spell(own)).filter((spelling) => spelling !== own)
    expect(others.length).toBeGreaterThan(4)
    for (const other of others) {
      const text = parts.with(at % 2, at < 2 ? other : parts[0]!)
      const token = [...text, at < 2 ? signed(text) : other].join('.')
      expect((await refusal(`Bearer ${token}`)).code, other).toBe('ticket_malformed')
    }
  })

  test('another audience, where one is configured', async () => {
    const strict = buildTicketReader({ ...rules, ticketAudience: 'pay.shop.example' }, clock)
    expect(await refusal(`Bearer ${jwt({}, claims)}`, strict)).toMatchObject({ code: 'ticket_invalid', field: 'aud' })
    expect(await refusal(`Bearer ${jwt({}, { ...claims, aud: 'x' })}`, strict)).toMatchObject({ field: 'aud' })
    expect(await strict(`Bearer ${jwt({}, { ...claims, aud: ['x', 'pay.shop.example'] })}`)).toBeDefined()
    expect(await read(`Bearer ${jwt({}, { ...claims, aud: 'anybody' })}`)).toBeDefined()
  })
})

test.each([
  'https://evil.example/',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'https://u:p@shop.example/',
  'https://shop.example:p@shop.example/',
  'https://shop.example:444/',
  'http://shop.example/',
  'https:shop.example/',
  'https:/\\shop.example/',
  'https://shop.example\\@evil.example/',
  'https://shop.example/a b',
  ' https://shop.example/',
  'https://shop.example/\n',
  'https://evil.example\t.shop.example/',
  '//shop.example/',
  // oxlint-disable-next-line no-script-url
  'javascript:alert(1)//https://shop.example',
  'https://shop。example/',
])('%j leads nowhere of ours', (address) => {
  expect(leadsTo(address, ['https://shop.example'])).toBe(false)
})

test('an allowed origin is led to, however it is written', () => {
  for (const address of ['https://shop.example', 'https://SHOP.example/x?y#z', 'https://shop.example:443/'])
    expect(leadsTo(address, ['https://shop.example'])).toBe(true)
})

test('each secret is imported once, and not for each ticket', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const fresh = buildTicketReader(rules, clock)
  for (const _ of [1, 2, 3]) await fresh(`Bearer ${jwt({ kid: 'next' }, claims, other)}`)
  expect(importKey).toHaveBeenCalledTimes(2)
  importKey.mockRestore()
})

describe('signOrder', () => {
  test('names the claim that breaks a rule', async () => {
    await expect(signOrder({ ...order, amount: 1.5 }, secret)).rejects.toThrow(
      "The order's amount must be a whole number",
    )
  })
  test.each([
    [now + DAY_IN_SECONDS + 1, ahead],
    [(now + 600) * 1000, inMilliseconds],
  ])('refuses an exp of %i by name', async (exp, rule) => {
    await expect(signOrder({ ...order, exp }, secret, { clock })).rejects.toThrow(
      new TypeError(`The order's exp ${rule}`),
    )
  })
  test.each([0, -1, 1.5, NaN, Infinity, DAY_IN_SECONDS + 1, 1_200_000])('refuses expiresIn %d', async (expiresIn) => {
    await expect(signOrder(order, secret, { clock, expiresIn })).rejects.toThrow(
      new TypeError(
        'expiresIn must be a whole number of seconds from 1 to 86400, because exp must be at most 24 hours ahead',
      ),
    )
  })
  test('refuses a short secret', async () => {
    await expect(signOrder(order, 'short')).rejects.toThrow('32 bytes')
  })
})

test.each(['shopapp://orders/17', 'com.shop.app://back?x=1#y'])('%s leads back into an app', async (returnUrl) => {
  expect(leadsToShop(returnUrl, ['https://shop.example'])).toBe(true)
  expect(await read(`Bearer ${jwt({}, { ...claims, returnUrl, failUrl: returnUrl })}`)).toMatchObject({ returnUrl })
})

test.each([
  // oxlint-disable-next-line no-script-url
  'javascript://shop.example/%0aalert(1)',
  'data://shop.example/text/html,x',
  'vbscript://x',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'view-source:https://shop.example/',
  'intent://shop.example/#Intent;scheme=https;end',
  'ftp://shop.example/',
  'https://evil.example/',
  'shop.example:8080/back',
  'shopapp://a b',
  'shopapp://a\\b',
])('%j leads back nowhere', async (returnUrl) => {
  expect(leadsToShop(returnUrl, ['https://shop.example'])).toBe(false)
  expect(await refusal(`Bearer ${jwt({}, { ...claims, returnUrl })}`)).toMatchObject({ field: 'returnUrl' })
})
