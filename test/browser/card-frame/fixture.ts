import { page } from 'vitest/browser'
import type { CardFrame, CardHost } from '#bridge/protocol.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { mountCardFrame } from '#card-frame/card-frame.ts'
import type { Mounted } from '#card-frame/frame-context.ts'
import type { Press } from '#card-frame/form/press-guard.ts'
import { css } from '#card-frame/form/styles.ts'
import { browserData } from '#card-frame/proxy-client/browser-data.ts'
import type { Checkout, Outcome } from '#contract/checkout.ts'
import { language as en } from '#texts/languages/en.ts'
import { frameTexts, type CardTexts } from '#texts/texts.ts'
import { steadyNetwork } from '../../support/clock.ts'
import { onRequest } from '../../support/on-request.ts'

/** One call of the frame that the shop's page would have received. */
export type Received = { [Name in keyof CardHost]: readonly [Name, ...Parameters<CardHost[Name]>] }[keyof CardHost]

/** A request that the proxy would have received. */
export interface Requested {
  readonly path: string
  readonly ticket: string | null
  readonly body: Record<string, unknown>
}

type Answer = object | number | 'lost' | Promise<object>

export const facts = { orderNumber: 'A-1', amount: 129_900, currency: '978' } as const
export const open: Outcome = { state: 'open', ...facts }
export const paid: Outcome = { state: 'paid', ...facts, orderId: 'order-1' }
export const declined: Outcome = { state: 'declined', ...facts, reason: 'bank_declined', again: true }

/** The proxy's clock, and the shopper's unless a test sets it, always show 15 June 2030. */
const NOW = Date.UTC(2030, 5, 15)

/** A pause under 10 s ends in the next task; a longer one is a time limit and is never reached. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (ms < 10_000) setTimeout(resolve)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** A card frame in the test's own page, with a scripted proxy and a shop that records the calls it receives. */
export class Fixture {
  readonly received: Received[] = []
  readonly request: Requested[] = []
  /** Answers by path: each call takes the next, the last is repeated. A number is a status, `lost` a network error. */
  readonly answers: Record<string, Answer[]>
  /** Tasks that wait for a paint, where a test paints itself; else each runs at once. */
  unpainted: (() => void)[] | undefined
  /** Whether the shop allows the payment. */
  mayPay = true
  /** How often the frame reported that its button shows another order or amount. */
  orderChanges = 0
  /** What the browser says of its own connection. */
  isOffline = false
  /** Lets the minute pass after which a form that is still open reads its order. */
  passMinute = (): void => {}
  /** A request's path, or another thing that is called, and what it throws. */
  fault: readonly [at: string, thrown: unknown] | undefined
  readonly #mounted: Mounted

  constructor(
    checkout: Partial<Checkout>,
    sealingKey: string,
    texts: { card: CardTexts; locale: string; direction: string },
    shopperTime = NOW,
  ) {
    this.answers = {
      '/api/checkout': [
        {
          ...facts,
          currencyCode: 'EUR',
          fractionDigits: 2,
          capture: 'one-phase',
          channel: 'web',
          verify: false,
          card: true,
          savedCards: [],
          saving: { mode: 'never', as: 'common' },
          brandChoice: false,
          asks: [],
          storedAsks: [],
          known: {},
          wallets: {},
          sealingKey,
          now: NOW,
          outcome: open,
          ...checkout,
        },
      ],
      [`/api/texts/${texts.locale}`]: [texts],
      '/api/prepare': [{ ...open, orderId: 'order-1' }],
      '/api/pay': [paid],
      '/api/moto': [paid],
      '/api/wallet/pay': [paid],
      '/api/cards/remove': [{ savedCards: [] }],
      '/api/outcome': [open],
      '/api/withdraw': ['lost'],
      '/api/cancel': [{ state: 'cancelled', ...facts, reason: 'cancelled', again: false }],
    }
    let named = 0
    // As the proxy's document has them.
    Object.assign(document.documentElement, { lang: texts.locale, dir: texts.direction })
    document.title = texts.card.form
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
    this.#mounted = mountCardFrame({
      document,
      first: { texts: { ...frameTexts(en), ...texts.card }, locale: texts.locale },
      clock: {
        now: () => shopperTime,
        sleep: (ms, signal) => (ms > 60_000 ? new Promise((wake) => (this.passMinute = wake)) : pause(ms, signal)),
      },
      network: { ...steadyNetwork, isDown: () => this.isOffline },
      random: {
        uuid: () => (this.#pass('uuid'), `3f2504e0-4f89-41d3-9a0c-${String(++named).padStart(12, '0')}`),
      },
      fetch: onRequest((request) => this.#answer(request)),
      host: this.#host(),
      browser: () => (
        this.#pass('browser'),
        browserData({ ...screenOf(), timeZoneOffset: 0, timeZone: 'UTC', plugins: [] })
      ),
      afterPaint: (task) => (this.unpainted ? void this.unpainted.push(task) : task()),
      orderChanged: () => void (this.orderChanges += 1),
    })
  }

  get frame(): CardFrame {
    return this.#mounted.frame
  }

  /** Shows how a press of the button is handled, as the guard does. */
  press(press: Press): void {
    this.#mounted.press.show(press)
  }

  drop(): void {
    this.#mounted.leave()
  }

  calls<Name extends Received[0]>(name: Name): Parameters<CardHost[Name]>[] {
    return this.received.filter(([what]) => what === name).map(([, ...values]) => values as Parameters<CardHost[Name]>)
  }

  paths(): string[] {
    return this.request.map(({ path }) => path)
  }

  bodyOf(path: string): Record<string, unknown> {
    return this.request.find((one) => one.path === path)!.body
  }

  #pass(at: string): void {
    if (this.fault?.[0] === at) throw this.fault[1]
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path } = new URL(request.url)
    this.#pass(path)
    const text = await request.text()
    this.request.push({
      path,
      ticket: request.headers.get('authorization'),
      body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
    })
    const queue = this.answers[path] ?? [404]
    const answer = queue.length > 1 ? queue.shift()! : queue[0]!
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if (typeof answer === 'number') return new Response('', { status: answer })
    const body = await answer
    const status = 'error' in body ? (body as unknown as { status: number }).status : 200
    return Response.json(body, { status })
  }

  #host(): CardHost {
    const note =
      <Name extends Received[0]>(name: Name) =>
      async (...values: unknown[]): Promise<void> => {
        this.received.push([name, ...values] as unknown as Received)
      }
    return {
      opened: note('opened'),
      progressed: note('progressed'),
      resized: note('resized'),
      concluded: note('concluded'),
      failed: note('failed'),
      traced: note('traced'),
      mayPay: async () => {
        this.received.push(['mayPay'])
        this.#pass('mayPay')
        return this.mayPay
      },
    }
  }
}

const screenOf = () => ({
  userAgent: navigator.userAgent,
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 800,
})

/** A gateway's key: its public half as PEM in one line, and a function that decrypts a token. */
async function sealingKey() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  const der = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  const { n, d } = await crypto.subtle.exportKey('jwk', privateKey)
  const pem = `-----BEGIN PUBLIC KEY-----${btoa(String.fromCharCode(...der))}-----END PUBLIC KEY-----`
  return { pem, open: (token: string) => opened(token, integerIn(n!), integerIn(d!)) }
}

/** RSAES-PKCS1-v1_5 by hand, which browsers do not offer: 2, at least eight bytes that are not 0, 0, the text. */
function opened(token: string, modulus: bigint, exponent: bigint): string {
  let [block, base] = [1n, integerIn(token)]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) block = (block * base) % modulus
    base = (base * base) % modulus
  }
  const bytes = block.toString(16).padStart(510, '0').match(/../g)!
  return String.fromCharCode(...bytes.slice(bytes.indexOf('00') + 1).map((byte) => parseInt(byte, 16)))
}

const integerIn = (base64: string): bigint =>
  [...atob(base64.replaceAll('-', '+').replaceAll('_', '/'))].reduce(
    (sum, sign) => sum * 256n + BigInt(sign.charCodeAt(0)),
    0n,
  )

const key = await sealingKey()

/** What a token encrypts after its time and its uuid: card number, code, expiry, order, stored card. */
export const unsealed = (token: unknown): string => key.open(String(token)).split('/').slice(2).join('/')

const light: Appearance = { scheme: 'light', background: '#ffffff' }

/** A frame whose script has run, and which the page has not opened. */
export const fixtureWith = (checkout: Partial<Checkout> = {}): Fixture =>
  new Fixture(checkout, key.pem, { card: en.card, locale: 'en', direction: 'ltr' })

/** Opens the form, ready to be filled. */
export async function openFixture(
  checkout: Partial<Checkout> = {},
  {
    appearance = light,
    locale = 'en',
    direction = 'ltr',
    card = en.card,
    shopperTime,
  }: {
    appearance?: Appearance
    locale?: string
    direction?: 'ltr' | 'rtl'
    card?: CardTexts
    shopperTime?: number
  } = {},
): Promise<Fixture> {
  const fixture = new Fixture(checkout, key.pem, { card, locale, direction }, shopperTime)
  await fixture.frame.open({ ticket: 'the.order.ticket', locale, appearance })
  return fixture
}

export const field = (label: string | RegExp) => page.getByLabelText(label)
export const payButton = () => page.getByTestId('pay')

/** Fills the form with a good card, as a shopper would. */
export async function fillCard(number = '5555555555555599'): Promise<void> {
  await field('Card number').fill(number)
  await field('Expiry date').fill('12/34')
  await field('Security code').fill('123')
  await field('Name on card').fill('Jane Roe')
}
