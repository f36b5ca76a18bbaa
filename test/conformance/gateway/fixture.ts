import { onRequest, type WebFetch } from '../../support/on-request.ts'
import { instantClock, type InstantClock } from '../../support/clock.ts'
import { generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPayment, CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import type { OrderState, PreAuthRegistration } from '#server-contract/gateway/orders.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import { threeDsServerApi } from '#server-contract/three-ds/api.ts'
import { CReq, pack, unpack, type RReq, type RRes } from '#server-contract/three-ds/messages.ts'
import { client, type Client } from '#contract/wire/client.ts'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import { buildJournal, type Entry, type Journal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildGateway, type GatewayOptions } from '#sandbox/gateway/build-gateway.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import { buildSwitches, type Switches } from '#sandbox/scenario/fault-switches.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'
import { credentials, merchants } from './merchants.ts'
import { DS_TRANS_ID, fakeAccessServer } from './fake-access-server.ts'
import { plainText, sealText, type TypedCard } from './seal-card.ts'

export {
  byChild,
  byNotifying,
  byOther,
  bySigning,
  bySlow,
  byStrict,
  byTrusted,
  credentials,
  merchant,
  signingKeys,
  signingMerchant,
} from './merchants.ts'

export const paResKey = 'a key of the test'
const issuerCredentials = { login: 'gateway', password: 'secret' }

/** The transport between the parties of a test. */
export interface Wire {
  readonly name: string
  /** Serves an app and returns its base address. */
  open(app: FastifyInstance, name: string): Promise<string>
  readonly fetch: WebFetch
}

/** Carries requests into apps of this process, by the host of their base. */
export function inProcess(): Wire {
  const apps = new Map<string, FastifyInstance>()
  return {
    name: 'in process',
    async open(app, name) {
      apps.set(name, app)
      return `http://${name}`
    },
    fetch: onRequest(async (request) => {
      const { host, pathname, search } = new URL(request.url)
      const app = apps.get(host)
      if (!app) throw new TypeError(`Nobody answers at ${host}`)
      const answer = await app.inject({
        method: request.method as 'GET' | 'POST',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: await request.text(),
      })
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
    }),
  }
}

export const overHttp = (): Wire => ({
  name: 'over HTTP',
  open: (app) => app.listen({ host: '127.0.0.1', port: 0 }),
  fetch,
})

export interface Fixture {
  readonly clock: InstantClock
  readonly journal: Journal
  readonly switches: Switches
  readonly gateway: Client<typeof gatewayApi>
  /** The payers' wallets, whose tokens the gateway decrypts. */
  readonly wallets: Wallets
  readonly base: string
  readonly acs: ReturnType<typeof fakeAccessServer>
  readonly acsBase: string
  readonly fetch: WebFetch
  /** The gateway's tables. */
  readonly store: Store
  /** How many debits the issuer received. */
  readonly debits: () => number
  /** The amounts that the issuer was requested to return or, at a completion, to release; minor units, oldest first. */
  readonly givenBack: (orderId: string) => number[]
  close(): Promise<void>
}

let sealKey: string | undefined

/** A store with the gateway's key for sealed cards: generating one per fixture would take most of the time. */
function storeWithKey(now: number): Store {
  const store = memoryStore()
  sealKey ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
  store.table('gateway-keys').put('seal', { privateKey: sealKey, keyExpiration: now + 365 * 86_400_000 })
  return store
}

/** Builds the gateway with all its counterparts; `change` replaces some of them. */
export async function setFixture(wire: Wire, change: Partial<GatewayOptions> = {}): Promise<Fixture> {
  const clock = instantClock()
  const journal = buildJournal(clock)
  // The journal itself drops old entries.
  const requested: Entry[] = []
  journal.watch((entry) => {
    if (entry.to === 'issuer') requested.push(entry)
  })
  const switches = buildSwitches()
  const store = change.store ?? storeWithKey(clock.now())
  const wallets = await buildWallets({ clock: change.clock ?? clock, random: systemRandom })
  const addresses = { gateway: '', acs: '', issuer: '' }
  const acs = fakeAccessServer(() => addresses.acs)
  const issuer = buildIssuer({ clock, random: systemRandom, journal, cards: testCards, credentials: issuerCredentials })
  addresses.acs = await wire.open(acs.app, 'acs.test')
  addresses.issuer = await wire.open(issuer, 'issuer.test')
  const app = await buildGateway({
    clock,
    random: systemRandom,
    journal,
    switches,
    addresses: () => addresses,
    fetch: wire.fetch,
    issuer: {
      ...rawIssuingClient(addresses.issuer, issuerCredentials, wire.fetch),
      ...reversals(addresses.issuer, wire.fetch),
    },
    merchants,
    paResKey,
    wallets: wallets.openers,
    ...change,
    store,
  })
  addresses.gateway = await wire.open(app, 'gateway.test')
  return {
    clock,
    journal,
    switches,
    gateway: client(gatewayApi, addresses.gateway, wire.fetch),
    wallets,
    base: addresses.gateway,
    acs,
    acsBase: addresses.acs,
    fetch: wire.fetch,
    store,
    debits: () => requested.filter(({ what }) => what === 'debitCard').length,
    givenBack: (orderId) =>
      requested
        .filter(({ order }) => order === orderId)
        .map(({ what, detail = '' }) => freed[what]?.(detail) ?? 0)
        .filter((sum) => sum > 0),
    close: async () => {
      await Promise.all([app.close(), acs.app.close(), issuer.close()])
    },
  }
}

/** The amount that a request to the issuer releases, read from the journal entry's detail. */
const freed: Readonly<Record<string, (detail: string) => number>> = {
  reversal: (detail) => Number.parseInt(detail, 10),
  reversalAdvice: (detail) => Number.parseInt(detail, 10),
  completion(detail) {
    const [, taken, held] = /^(\d+) of (\d+) /.exec(detail)!
    return Number(held) - Number(taken)
  },
}

/** A client of the issuer's reversals, with the gateway's credentials. */
function reversals(base: string, send: WebFetch): Client<typeof reversalApi> {
  const { login, password } = issuerCredentials
  const authorization = `Basic ${btoa(`${login}:${password}`)}`
  return client(reversalApi, base, (url, settings) =>
    send(url, { ...settings, headers: { ...settings.headers, authorization } }),
  )
}

let numbers = 0
export const newNumber = (): string => `order-${++numbers}`

/** Registers an order of 12.34 and returns its id. */
export async function registered(
  { gateway }: Fixture,
  change: Partial<PreAuthRegistration> = {},
  operation: 'register' | 'registerPreAuth' = 'register',
): Promise<string> {
  const answer = await gateway[operation]({
    ...credentials,
    orderNumber: newNumber(),
    amount: 1234,
    returnUrl: 'https://shop.test/back',
    language: 'en',
    ...change,
  })
  if (!answer.orderId) throw new Error(answer.errorMessage)
  return answer.orderId
}

export const cardNamed = (pan: string): TypedCard => testCards.find((card) => card.pan === pan)!

/** The fields of a payment by a sealed card. */
export async function payment(fixture: Fixture, orderId: string, card: TypedCard): Promise<CardPayment> {
  const { keys } = await fixture.gateway.sealingKeys({})
  const seToken = sealText(plainText(card, orderId), keys[0]!.keyValue)
  return { ...credentials, MDORDER: orderId, seToken, TEXT: 'A HOLDER', language: 'en' }
}

export async function paid(
  fixture: Fixture,
  orderId: string,
  card: TypedCard,
  change: Partial<CardPayment> = {},
): Promise<CardPaymentAnswer> {
  return fixture.gateway.paymentorder({ ...(await payment(fixture, orderId, card)), ...change })
}

/** Both calls of a payment in 3-D Secure 2. */
export async function paidInTwo(
  fixture: Fixture,
  orderId: string,
  card: TypedCard,
  change: Partial<CardPayment> = {},
): Promise<CardPaymentAnswer> {
  const fields = { ...(await payment(fixture, orderId, card)), ...change }
  const { threeDSServerTransId } = await fixture.gateway.paymentorder(fields)
  return fixture.gateway.paymentorder({ ...fields, threeDSServerTransId })
}

export const stateOf = ({ gateway }: Fixture, orderId: string, by = credentials): Promise<OrderState> =>
  gateway.getOrderStatusExtended({ ...by, orderId })

/** Reports the access server's result for the challenge of a packed CReq. */
export async function reportResult(
  fixture: Fixture,
  packedCReq: string,
  change: Partial<RReq> = {},
): Promise<RRes['resultsStatus']> {
  return ((await (await sendRReq(fixture, packedCReq, change)).json()) as RRes).resultsStatus
}

/** Sends an RReq for the challenge of a packed CReq, as it is. */
export function sendRReq(
  { base, fetch: send }: Fixture,
  packedCReq: string,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const { threeDSServerTransID, acsTransID, messageVersion } = unpack(CReq, packedCReq)!
  const rreq = {
    messageType: 'RReq',
    messageVersion,
    messageCategory: '01',
    threeDSServerTransID,
    acsTransID,
    dsTransID: DS_TRANS_ID,
    transStatus: 'Y',
    authenticationType: '02',
    interactionCounter: '01',
    eci: '05',
    authenticationValue: 'BBBBBBBBBBBBBBBBBBBBBBBBBBA=',
    ...change,
  }
  const headers = { 'content-type': 'application/json' }
  const { method, path } = threeDsServerApi.rreq
  return send(new Request(base + path, { method, headers, body: JSON.stringify(rreq) }))
}

/** Returns to the gateway as the browser does, with a `cres` of any result, as a browser could forge it. */
export function comeBack(fixture: Fixture, packedCReq: string, transStatus: 'Y' | 'N' = 'Y'): Promise<Response> {
  const { threeDSServerTransID, acsTransID, messageVersion } = unpack(CReq, packedCReq)!
  const cres = pack({ messageType: 'CRes', messageVersion, threeDSServerTransID, acsTransID, transStatus })
  return post(fixture, fixture.acs.request.at(-1)!.notificationURL, { cres })
}

export const post = ({ fetch: send }: Fixture, url: string, fields: Record<string, string>): Promise<Response> =>
  send(new Request(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }))

export const open = ({ fetch: send }: Fixture, url: string): Promise<Response> =>
  send(new Request(url, { redirect: 'manual' }))
