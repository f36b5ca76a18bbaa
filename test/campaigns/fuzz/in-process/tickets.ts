import { createHmac } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import type { Clock } from '#contract/ports.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { scriptAddress } from '../values.ts'
import { secret } from '../../../unit/proxy/support/test-proxy.ts'

/** A ticket of the pool, and its claims. */
export interface PooledTicket {
  readonly token: string
  /** Absent where no request with it may succeed. */
  readonly good?: OrderClaims
}

const payer = {
  billingCity: 'Riga',
  billingCountry: 'LV',
  billingAddressLine1: 'Brīvības 1',
  billingPostalCode: 'LV-1',
}

/** The claims in which tickets differ; each ticket has an amount of its own, which its order number contains. */
const variants: readonly Partial<OrderClaims>[] = [
  {},
  { capture: 'two-phase' },
  { clientId: 'c-1', save: 'ask' },
  { clientId: 'c-1', save: 'required', saveAs: 'recurrent', recurringFrequency: '10', recurringExpiry: '20350101' },
  { channel: 'moto' },
  { channel: 'moto', clientId: 'c-1', capture: 'two-phase' },
  { methods: ['card'] },
  { methods: ['applePay', 'googlePay'] },
  { clientId: '', email: 'a@b.example', phone: '+37120000000' },
  { failUrl: 'https://other.example/no', description: 'Füße & <b>', cardholderName: 'JANE' },
  { billingPayerData: payer, jsonParams: { merchantNote: 'x' }, sessionTimeoutSecs: 600 },
  { language: 'ru', billingAndShippingAddressMatchIndicator: 'Y', orderPayerData: { homePhone: '37120000001' } },
]

/** Seconds that a ticket of the pool is valid. */
const TICKET_LIFETIME = 86_400

/** A time that virtual time never reaches, in seconds. */
const LATE = Date.UTC(2099, 0, 1) / 1000

const claimsOf = (variant: Partial<OrderClaims>, at: number): OrderClaims => ({
  orderNumber: `T${at}x${1000 + at}`,
  amount: 1000 + at,
  currency: '978',
  returnUrl: 'https://shop.example/done',
  iat: 1_600_000_000,
  ...variant,
})

/** Builds something with tickets, again after half of their validity: virtual time outlasts any ticket. */
export function renewing<T>(clock: Clock, make: () => Promise<T>): () => Promise<T> {
  let [made, madeAt] = [undefined as Promise<T> | undefined, -Infinity]
  return () => {
    if (made && clock.now() - madeAt < TICKET_LIFETIME * 500) return made
    madeAt = clock.now()
    return (made = make())
  }
}

const sign = (claims: OrderClaims, clock: Clock): Promise<string> =>
  signOrder(claims, secret, { clock, expiresIn: TICKET_LIFETIME })

/** Good tickets, and one that checks a card and pays nothing; signed by the clock of the proxy that receives them. */
export async function goodTickets(clock: Clock): Promise<readonly PooledTicket[]> {
  const verifying = { ...claimsOf({ clientId: 'c-1', features: ['VERIFY'] }, 90), orderNumber: 'T90x0', amount: 0 }
  const all = [...variants.map(claimsOf), verifying]
  return Promise.all(all.map(async (good) => ({ token: await sign(good, clock), good })))
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signed with the right secret, whatever the header claims. */
function signed(header: unknown, claims: unknown): string {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** JOSE headers that a parser may accept by mistake, all signed with the right secret. */
const headers: readonly unknown[] = [
  { alg: 'none' },
  { alg: 'HS512' },
  { alg: 'hs256' },
  { alg: ['HS256', 'none'] },
  { alg: { toString: 1, valueOf: 1 } },
  { alg: 'HS256', typ: { toString: 1, valueOf: 1 } },
  { alg: 'HS256', typ: 'at+jwt' },
  { alg: 'HS256', crit: ['b64'], b64: false },
  { alg: 'HS256', kid: { a: 1 }, crit: [] },
  { alg: 'HS256', typ: [] },
  { alg: null },
  {},
  [],
  'HS256',
  null,
  7,
]

/** Claims that a parser may accept by mistake. */
const wrong: readonly Readonly<Record<string, unknown>>[] = [
  { amount: -1 },
  { amount: 0 },
  { amount: 1.5 },
  { amount: '1000' },
  { amount: 1e21 },
  { currency: '000' },
  { currency: 'EURO' },
  { currency: {} },
  { orderNumber: '' },
  { orderNumber: 'x'.repeat(33) },
  { orderNumber: { toString: 1 } },
  { returnUrl: 'https://evil.example/' },
  { returnUrl: 'https://shop.example@evil.example/' },
  { returnUrl: '//evil.example' },
  { returnUrl: scriptAddress },
  { returnUrl: 'https://shop.example\\@evil.example' },
  { failUrl: 'https://shop.example.evil.example/' },
  { origin: 'https://evil.example' },
  { exp: 1 },
  { exp: 'tomorrow' },
  { nbf: LATE },
  { iat: {} },
  { tii: 'U' },
  { userName: 'admin' },
  { features: 'VERIFY' },
  { methods: ['cash'] },
  { jsonParams: { a: {} } },
  { jsonParams: [1] },
  { channel: 'both' },
]

/** Tickets that must be refused: forged, expired, broken, or with a claim that breaks a rule. */
export async function badTickets(clock: Clock): Promise<readonly PooledTicket[]> {
  const now = Math.floor(clock.now() / 1000)
  const claims = { ...claimsOf({}, 50), exp: now + TICKET_LIFETIME }
  const forged = await new SignJWT({ ...claims } as JWTPayload)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('another secret of more than thirty-two bytes'))
  const plain = await sign(claims, clock)
  const tokens = [
    forged,
    plain.slice(0, -2),
    plain.slice(plain.indexOf('.')),
    `${plain}.${plain}`,
    plain.replace('.', '..'),
    '',
    '.',
    '..',
    '...',
    'é.é.é',
    'x'.repeat(5000),
    `${part({ alg: 'none' })}.${part(claims)}.`,
    ...headers.map((header) => signed(header, claims)),
    ...[now + 2 * TICKET_LIFETIME, now * 1000, LATE].map((exp) => signed({ alg: 'HS256' }, { ...claims, exp })),
    signed({ alg: 'HS256' }, { ...claims, iat: now + TICKET_LIFETIME }),
    ...wrong.map((claim) => signed({ alg: 'HS256' }, { ...claims, ...claim })),
    signed({ alg: 'HS256' }, null),
    signed({ alg: 'HS256' }, []),
    signed({ alg: 'HS256' }, 'claims'),
  ]
  return tokens.map((token) => ({ token }))
}
