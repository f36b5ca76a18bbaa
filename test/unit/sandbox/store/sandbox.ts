import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import { client } from '#contract/wire/client.ts'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { buildSandbox } from '#sandbox/build-sandbox.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Store } from '#sandbox/store/store.ts'
import { onRequest } from '../../../support/on-request.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { postInto } from '../acs/stand.ts'

export const addresses = {
  gateway: 'http://gateway.test',
  issuing: 'http://issuing.test',
  acs: 'http://acs.test',
  console: 'http://console.test',
  shop: 'http://shop.test',
}

export const callbackAddress = 'http://merchant.test/callback'

export interface Came {
  readonly at: number
  readonly fields: Readonly<Record<string, string>>
}

/** A message of EMV 3-D Secure as it was sent. */
export type Message = Readonly<Record<string, string>>

/** The whole sandbox in this process, with a merchant who answers callbacks with `statuses` (0: never), and then with 200. */
export async function openWhole(store: Store, clock: FakeClock = fakeClock(), statuses: readonly number[] = []) {
  const servers = new Map<string, FastifyInstance>()
  const came: Came[] = []
  const messages: Message[] = []
  const fetch = onRequest(async (request) => {
    const { origin, searchParams } = new URL(request.url)
    const server = servers.get(origin)
    if (server) return recorded(messages, request, await postInto(server)(request.clone() as Request))
    came.push({ at: clock.now(), fields: Object.fromEntries(searchParams) })
    const status = statuses[came.length - 1] ?? 200
    return status ? new Response('', { status }) : aborted(request.signal)
  })
  const options = { clock, random: systemRandom, journal: buildJournal(clock), fetch, store }
  const sandbox = await buildSandbox({ ...options, addresses: () => addresses, env: 'test' })
  const { gateway, issuer, acs, console } = sandbox
  for (const [address, server] of [
    [addresses.gateway, gateway],
    [addresses.issuing, issuer],
    [addresses.acs, acs],
    [addresses.console, console],
  ] as const)
    servers.set(address, server)
  await Promise.all([...servers.values()].map((server) => server.ready()))
  const { userName, password } = sandbox.credentials.gateway
  const post = (address: string, fields: Record<string, string>) =>
    servers.get(new URL(address).origin)!.inject({
      method: 'POST',
      url: address.slice(new URL(address).origin.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const steer = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    console.inject({ method, url, ...(payload && { payload }) })
  const ask = client(gatewayApi, addresses.gateway, fetch)
  return { ...sandbox, ask, post, steer, came, messages, clock, by: { userName, password } }
}

/** Records a JSON request and its answer that are messages of EMV 3-D Secure. */
async function recorded(messages: Message[], request: Request, answer: Response): Promise<Response> {
  const bodies = [await request.text(), await answer.clone().text()]
  for (const body of bodies) if (body.includes('"messageType"')) messages.push(JSON.parse(body) as Message)
  return answer
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))

export type Whole = Awaited<ReturnType<typeof openWhole>>

let numbers = 0

/** Registers an order of 12.34 with callbacks to the merchant's address; returns its id. */
export async function order(
  { ask, by }: Whole,
  twoPhase = false,
  orderNumber = `order-${(numbers += 1)}`,
): Promise<string> {
  const wanted = { ...by, orderNumber, amount: 1234, returnUrl: 'http://shop.test/back' }
  const answer = await ask[twoPhase ? 'registerPreAuth' : 'register']({
    ...wanted,
    dynamicCallbackUrl: callbackAddress,
  })
  if (!answer.orderId) throw new Error(answer.errorMessage)
  return answer.orderId
}

/** Pays as far as possible without a browser. */
export async function pay(
  { ask, by }: Whole,
  orderId: string,
  { pan, expiry, cvc }: TestCard,
  change: Partial<CardPayment> = {},
) {
  const card = { $PAN: pan, $EXPIRY: expiry, $CVC: cvc, TEXT: 'JANE DOE' }
  const call: CardPayment = { ...by, MDORDER: orderId, ...card, language: 'en', ...change }
  const first = await ask.paymentorder(call)
  const { threeDSServerTransId } = first
  return threeDSServerTransId ? ask.paymentorder({ ...call, threeDSServerTransId }) : first
}

export const statusOf = async ({ ask, by }: Whole, orderId: string): Promise<number | undefined> =>
  (await ask.getOrderStatusExtended({ ...by, orderId })).orderStatus

/** Waits until everything has happened that needs no time. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
