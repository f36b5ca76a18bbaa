import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Checkout, Outcome } from '#contract/checkout.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { type LockStore } from '#proxy/locks/lock-store.ts'
import type { Authenticate } from '#proxy/external-three-ds/authenticate.ts'
import { sealFor } from '#proxy/external-three-ds/card-seal.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { onRequest } from '../../../support/on-request.ts'
import { byTrusted, cardNamed, inProcess, setFixture, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { plainText } from '../../../conformance/gateway/seal-card.ts'
import { withoutTimeouts } from '../../../support/clock.ts'
import { cardFor, configOf, frameRequest, openProxy, order, secret } from './test-proxy.ts'

export const result = {
  eci: '05',
  cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
  xid: 'xid-of-the-merchant',
  threeDSProtocolVersion: '2.2.0',
  threeDsType: '4',
}
export const enrolled = cardNamed('5555555555555599')

export const pemKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** One key for all tests, since generating it takes longer than the rest of a test. */
const usualKey = pemKey()

const HOOK_LIMIT = 15_000

export let fixture: Fixture

/** Opens the gateway for the tests of one file. Each file calls it, since files share their modules. */
export function openGateway(): void {
  beforeAll(async () => {
    fixture = await setFixture(inProcess())
  })
  afterAll(() => fixture.close())
}

let orders = 0

interface TestOptions extends Pick<ProxyOptions, 'authentications'> {
  readonly env?: Record<string, string>
  readonly cardKey?: string
  /** Whether the limit of the hook's answer is over at once. */
  readonly isLate?: () => boolean
  readonly locks?: LockStore
  readonly ticket?: Partial<OrderClaims>
}

/** A proxy with the merchant's own 3-D Secure server, in front of the sandbox's gateway. */
export async function openTestProxy(authenticate: Authenticate, options: TestOptions = {}) {
  const log: string[] = []
  const payments: URLSearchParams[] = []
  const { isLate = () => false } = options
  const clock = withoutTimeouts(fixture.clock, (ms) => ms === HOOK_LIMIT && isLate())
  const config = configOf({
    TENDER_GATEWAY_URL: 'https://gateway.test',
    TENDER_GATEWAY_USERNAME: byTrusted.userName,
    TENDER_GATEWAY_PASSWORD: byTrusted.password,
    TENDER_PLAIN_CARDS: 'allowed',
    ...options.env,
  })
  const app = await openProxy(config, {
    clock,
    log,
    fetch: onRequest(async (request) => {
      if (/\/payment[oO]rder(?:Binding)?\.do$/.test(request.url))
        payments.push(new URLSearchParams(await request.clone().text()))
      return fixture.fetch(request)
    }),
    ...(options.locks && { locks: options.locks }),
    authenticate,
    cardKey: options.cardKey ?? usualKey,
    ...(options.authentications && { authentications: options.authentications }),
  })
  fixture.clock.advance(1)
  const orderNumber = options.ticket?.orderNumber ?? `external-${(orders += 1)}`
  const ticket = await signOrder({ ...order, email: 'jane@example.com', ...options.ticket, orderNumber }, secret, {
    clock: fixture.clock,
  })
  const ask = async (name: string, body?: object) => app.inject(frameRequest(ticket, name, body))
  const outcome = async (name: string, body?: object) => (await ask(name, body)).json<Outcome>()
  const { sealingKey } = (await ask('checkout')).json<Checkout>()
  const orderId = (await outcome('prepare', {})).orderId!
  const sealed = (text = plainText(enrolled, orderId)) => ({ ...cardFor(orderId), seToken: sealFor(sealingKey, text) })
  return { app, orderNumber, log, payments, ask, outcome, orderId, sealed, sealingKey }
}
