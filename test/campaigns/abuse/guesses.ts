import { randomBytes } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import { browser, unlimited, withoutTrace } from '../../unit/proxy/support/test-proxy.ts'
import { openSetup, sealedCard, type Setup } from '../../unit/proxy/card-testing/setup.ts'

/** The result of guessing identifiers. */
export interface Guessed {
  readonly guesses: number
  /** Answers that differ from that to an unknown identifier, and requests that changed something. */
  readonly hits: readonly string[]
  /** Per route, how many requests the gateway received for existing and for unknown identifiers. */
  readonly request: Readonly<Record<string, readonly [theirs: number, nobodys: number]>>
  /** Per route, how much the medians of the times differ, as a fraction. */
  readonly gaps: Readonly<Record<string, number>>
}

const OTHERS = 50

/** A route that takes an identifier: an existing one of the n-th of the others, or an unknown one. */
interface Route {
  readonly name: string
  readonly theirs: (at: number) => string
  /** As long as the existing one, so that the length cannot change the time. */
  readonly nobodys: (at: number) => string
  readonly ask: (id: string) => Promise<InjectOptions>
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64url')
const packed = (...facts: readonly string[]): string => Buffer.from(JSON.stringify(facts)).toString('base64url')
const page = async (url: string): Promise<InjectOptions> => ({
  method: 'GET',
  url,
  headers: { host: 'pay.shop.example' },
})

/** Every route that takes an identifier; `ask` builds the request with the attacker's own ticket. */
const routesOf = (ask: (name: string, body: object) => Promise<InjectOptions>): readonly Route[] => {
  const card = { seToken: sealedCard(1), cardholder: 'JANE DOE', browser }
  const storedCard = { theirs: (at: number) => `card-of-theirs-${at}`, nobodys: (at: number) => `card-of-nobody-${at}` }
  return [
    {
      ...storedCard,
      name: 'a stored card to remove',
      ask: (bindingId) => ask('cards/remove', { bindingId }),
    },
    {
      ...storedCard,
      name: 'a stored card to pay with',
      ask: (bindingId) => ask('pay', { ...card, orderId: 'id-of-mine', bindingId }),
    },
    {
      name: 'an order to pay',
      theirs: (at) => `id-of-theirs-${at}`,
      nobodys: (at) => `id-of-nobody-${at}`,
      ask: (orderId) => ask('pay', { ...card, orderId }),
    },
    {
      name: 'a return page',
      theirs: (at) => packed(`theirs-${at}`, `id-of-theirs-${at}`),
      nobodys: (at) => packed(`nobody-${at}`, `id-of-nobody-${at}`),
      ask: (k) => page(`/3ds/return?k=${k}.${random(32)}`),
    },
    {
      name: 'a callback',
      theirs: (at) => packed(`theirs-${at}`),
      nobodys: (at) => packed(`nobody-${at}`),
      ask: (number) => page(`/callback/${number}/${random(32)}`),
    },
  ]
}

const WEBHOOK = {
  TENDER_WEBHOOK_URL: 'https://shop.example/hook',
  TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`,
}

/** Guesses identifiers of other people's cards, orders, return pages and callbacks, each beside an unknown one. */
export async function guess(count: number): Promise<Guessed> {
  const setup = await openSetup({ env: { ...unlimited, ...WEBHOOK, TENDER_LIMIT_TRIES: 'none' } })
  for (let at = 0; at < OTHERS; at += 1) await (await setup.visitor(`theirs-${at}`, '203.0.113.9')).ask('prepare', {})
  const me = await setup.visitor('mine', '203.0.113.5', {}, { clientId: 'mine' })
  await me.ask('prepare', {})
  const gateway = watched(setup)
  const routes = routesOf((name, body) => setup.requestFor(name, body, me.ticket))
  const each = count / routes.length / 2
  const tried: (readonly [string, Tried])[] = []
  for (const route of routes) tried.push([route.name, await tryRoute(setup, route, each, gateway)])
  return {
    guesses: count,
    hits: [...tried.flatMap(([, { hits }]) => hits), ...gateway.moved],
    request: Object.fromEntries(tried.map(([name, { request: requested }]) => [name, requested])),
    gaps: Object.fromEntries(tried.map(([name, { gap }]) => [name, gap])),
  }
}

/** Counts the gateway's requests, and those of them that change something; the gateway has a card for every client. */
function watched(setup: Setup) {
  const gateway = { calls: 0, moved: [] as string[] }
  const { wire } = setup.gateway.state
  setup.gateway.state.wire = async (request, work) => {
    const what = request.url.slice(request.url.lastIndexOf('/') + 1)
    gateway.calls += 1
    if (what === 'getBindings.do') return Response.json(cardsOf(await request.text()))
    if (what !== 'getOrderStatusExtended.do') gateway.moved.push(what)
    return wire(request, work)
  }
  return gateway
}

function cardsOf(body: string): object {
  const bindingId = `card-of-${new URLSearchParams(body).get('clientId')}`
  const card = { bindingId, maskedPan: '411111**1111', expiryDate: '203412', bindingCategory: 'COMMON' }
  return { errorCode: '0', bindings: [card] }
}

interface Tried {
  readonly hits: readonly string[]
  readonly request: readonly [theirs: number, nobodys: number]
  readonly gap: number
}

async function tryRoute(
  setup: Setup,
  route: Route,
  pairs: number,
  gateway: { readonly calls: number },
): Promise<Tried> {
  const none = message(await setup.app.inject(await route.ask(route.nobodys(0))))
  const hits: string[] = []
  const sides = [route.theirs, route.nobodys].map((idOf) => ({ idOf, times: [] as number[], request: 0 })) as [
    Side,
    Side,
  ]
  for (let at = 0; at < pairs; at += 1)
    // The second of two requests is faster, so the sides take turns.
    for (const side of at % 2 ? sides : sides.toReversed()) {
      const request = await route.ask(side.idOf(at % OTHERS))
      const [calls, begun] = [gateway.calls, now()]
      const answer = await setup.app.inject(request)
      // The first times are of code that the engine has not optimised yet.
      if (at >= pairs / 4) side.times.push(now() - begun)
      side.request += gateway.calls - calls
      if (message(answer) !== none) hits.push(`${route.name}: ${answer.statusCode}`)
    }
  const [theirs, nobodys] = sides
  return {
    hits,
    request: [theirs.request, nobodys.request],
    gap: Math.abs(median(theirs.times) / median(nobodys.times) - 1),
  }
}

interface Side {
  readonly idOf: (at: number) => string
  readonly times: number[]
  request: number
}

/** Milliseconds, at the machine's highest resolution. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6

const message = ({ statusCode, body, headers }: Answer): string =>
  JSON.stringify([statusCode, withoutTrace(body), Object.keys(headers).toSorted()])

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
