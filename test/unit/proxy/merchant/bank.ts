import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { Clock } from '#contract/ports.ts'
import { systemRandom } from '#ports/system.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { appleDetails } from '#sandbox/wallets/methods/apple-pay-sheet.ts'
import { googleDetails } from '#sandbox/wallets/methods/google-pay-sheet.ts'
import type { AuthMethod, WalletCard } from '#sandbox/wallets/wallet.ts'
import { makeApplePayToken } from '#sandbox/wallets/tokens/make-apple-pay-token.ts'
import { makeAppleRoot } from '#sandbox/wallets/tokens/apple-root.ts'
import { makeGooglePayToken } from '#sandbox/wallets/tokens/make-google-pay-token.ts'
import { makeGoogleRoot } from '#sandbox/wallets/tokens/google-root.ts'
import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import { inProcess, merchant, setFixture, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { withoutTimeouts } from '../../../support/clock.ts'
import { configOf, openProxy, proxyUrl } from '../support/test-proxy.ts'

const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'

export const walletCard = (pan: string): WalletCard => testCards.find((card) => card.pan === pan)!
/** Not in 3-D Secure; a method page and a challenge; no money. */
export const plain = walletCard('4444555511113333')
export const challenged = walletCard('5555555555555599')
export const penniless = walletCard('4000000000000010')

const merchantIdentifier = 'merchant.example.shop'
const recipientId = 'merchant:shop'

export const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

/** Variables of a proxy that receives the gateway's callbacks. */
export const watching = {
  TENDER_WEBHOOK_URL: 'https://shop.example/webhook',
  TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
}

/** The wallets of a merchant who decrypts their tokens, and the proxy's variables for that. */
export async function ownWallets({ clock }: Pick<Fixture, 'clock'>) {
  const options = { clock, random: systemRandom }
  const [apple, google] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const [appleRoot, googleRoot] = [await makeAppleRoot(options), makeGoogleRoot(options)]
  return {
    env: {
      TENDER_APPLE_PAY_KEY: pemOf(apple.privateKey),
      TENDER_APPLE_PAY_MERCHANT_ID: merchantIdentifier,
      TENDER_APPLE_PAY_ROOT: appleRoot.root,
      TENDER_APPLE_PAY_ROOT_SHA256: new X509Certificate(appleRoot.root).fingerprint256,
      TENDER_GOOGLE_PAY_KEYS: google.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      TENDER_GOOGLE_PAY_RECIPIENT: recipientId,
      TENDER_GOOGLE_PAY_ROOTS: JSON.stringify({ keys: googleRoot.rootKeys }),
    },
    apple: (amount = 1234, card = plain, currency = '933') =>
      makeApplePayToken(appleDetails({ card, amount, currency }, systemRandom), {
        ...options,
        root: appleRoot,
        merchantPublicKey: apple.publicKey,
        merchantIdentifier,
      }),
    google: (authMethod: AuthMethod = 'CRYPTOGRAM_3DS', card = plain, protocolVersion: 'ECv1' | 'ECv2' = 'ECv2') =>
      makeGooglePayToken(googleDetails({ card, merchant: merchant.login, authMethod }, systemRandom), {
        ...options,
        root: googleRoot,
        protocolVersion,
        recipientId,
        recipientPublicKey: google.publicKey,
      }),
  }
}

export type OwnWallets = Awaited<ReturnType<typeof ownWallets>>

/** A proxy in front of the sandbox's gateway and issuer, with a client for the merchant's server. */
export async function openBank(
  env: (fixture: Fixture) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  locksOf: (clock: Clock) => LockStore = memoryLocks,
) {
  const fixture = await setFixture(inProcess())
  const sent: string[] = []
  const log: string[] = []
  const state = { wire: undefined as undefined | ((request: Request, fetch: WebFetch) => Promise<Response>) }
  const fetch = onRequest((request) => {
    sent.push(request.url.replace(/^.*\/payment\/(?:rest\/)?/, ''))
    return state.wire ? state.wire(request, fixture.fetch) : fixture.fetch(request)
  })
  const config = configOf({
    TENDER_API_KEYS: apiKey,
    TENDER_GATEWAY_URL: 'https://gateway.test',
    TENDER_GATEWAY_USERNAME: merchant.login,
    TENDER_GATEWAY_PASSWORD: merchant.password,
    ...(await env(fixture)),
  })
  const clock = withoutTimeouts(fixture.clock)
  const app = await openProxy(config, { clock, fetch, log, locks: locksOf(clock) })
  /** Transports the merchant server's requests to the proxy. */
  const toProxy = onRequest(async (request) => {
    const { pathname, search } = new URL(request.url)
    const answer = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { host: 'pay.shop.example', ...Object.fromEntries(request.headers) },
      ...(request.method === 'POST' && { payload: await request.text() }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  const ask = (path: string, body?: object): Promise<Response> =>
    toProxy(
      new Request(`${proxyUrl}/merchant/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  return {
    fixture,
    state,
    sent,
    log,
    /** The same with the typed client. */
    merchant: merchantClient({ base: proxyUrl, apiKey, fetch: toProxy }),
    order: async (path: string, body?: object) => (await (await ask(path, body)).json()) as Order,
    answer: async (path: string, body?: object) => {
      const answer = await ask(path, body)
      return { status: answer.status, body: (await answer.json()) as unknown }
    },
    refusal: async (path: string, body?: object) => {
      const answer = await ask(path, body)
      return { status: answer.status, ...((await answer.json()) as Refusal).error }
    },
    /** How often the gateway received this operation. */
    request: (what: string) => sent.filter((one) => one === what).length,
  }
}
