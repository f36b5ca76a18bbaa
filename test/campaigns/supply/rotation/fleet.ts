import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { publicKeyIn } from '#signature/pem.ts'
import { verify } from '#signature/signature.ts'
import { fakeClock } from '../../../support/clock.ts'
import { approve, fakeGateway } from '../../../support/fake-gateway.ts'
import { onRequest } from '../../../support/on-request.ts'
import { configOf, gatewayUrl, openProxy } from '../../../unit/proxy/support/test-proxy.ts'

export type Env = Readonly<Record<string, string>>

/** The secrets by which the merchant's server signs, authenticates and verifies webhooks. */
export interface Shop {
  readonly ticketSecret: string
  readonly kid?: string
  readonly apiKey: string
  readonly webhookSecret: string
}

/** The credentials that the gateway accepts at present; it refuses all others. */
export interface Gate {
  readonly logins: Readonly<Record<string, string>>
  /** PEM of the certificates that requests may be signed with; without any, requests need no signature. */
  readonly certificates: readonly string[]
  /** The published key with its expiry, and the keys that the gateway can still decrypt with. */
  readonly sealing: { readonly key: string; readonly until: number; readonly opens: readonly string[] }
}

const methodAnswer = {
  errorCode: 0,
  is3DSVer2: true,
  threeDSServerTransId: 'transaction-1',
  threeDSMethodURL: 'https://acs.example/method',
  threeDSMethodURLServer: 'gateway.example/gather',
  threeDSMethodDataPacked: 'e30',
}

/** Two proxies behind a load balancer in turn, the gateway behind them, and the merchant's server. */
export async function openFleet(env: Env, shop: Shop, gate: Omit<Gate, 'sealing'>) {
  const clock = fakeClock()
  const gateway = await fakeGateway(clock, gatewayUrl)
  gateway.state.script = (order, payment) =>
    payment.threeDSServerTransId ? approve(order, payment) : structuredClone(methodAnswer)
  const sealing = { key: 'sealing-1', until: clock.now() + 300_000, opens: ['sealing-1'] }
  const state = { shop, gate: { ...gate, sealing } as Gate, refused: 0 }
  gateway.state.wire = async (request, work) =>
    published(request, state.gate) ?? ((await isTaken(request, state.gate)) ? work() : refusal(state))
  const noted = new Set<string>()
  const registrations = {
    note: async (number: string) => void noted.add(number),
    isNoted: async (number: string) => noted.has(number),
  }
  const locks = { ...memoryLocks(clock), registrations }
  const webhookFetch = onRequest((request) => received(request, state.shop.webhookSecret))
  const build = (of: Env) => openProxy(configOf(of), { clock, fetch: gateway.fetch, locks, webhookFetch })
  const live: FastifyInstance[] = [await build(env), await build(env)]
  let count = 0
  return {
    clock,
    gateway,
    state,
    /** Sends a request to the next proxy. */
    ask: async (request: InjectOptions): Promise<Answer> =>
      clock.drive(
        live[count++ % live.length]!.inject({ ...request, headers: { host: 'pay.shop.example', ...request.headers } }),
      ),
    /** Replaces one proxy after the other, with traffic in between. */
    async roll(next: Env, traffic: () => Promise<void>) {
      for (const at of live.keys()) {
        live[at] = await build(next)
        await traffic()
      }
    },
  }
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>

/** The answer to a request for the published keys. */
function published(request: Request, { sealing }: Gate): Response | undefined {
  if (!request.url.endsWith('keys.do')) return undefined
  const { key: keyValue, until: keyExpiration } = sealing
  return Response.json({ keys: [{ keyValue, protocolVersion: 'RSA', keyExpiration }] })
}

function refusal(state: { refused: number }): Response {
  state.refused += 1
  return Response.json({ errorCode: '5', errorMessage: 'Access denied' })
}

async function isTaken(request: Request, { logins, certificates, sealing }: Gate): Promise<boolean> {
  const body = new Uint8Array(await request.clone().arrayBuffer())
  const fields = new URLSearchParams(new TextDecoder().decode(body))
  const token = fields.get('seToken')
  const headers = Object.fromEntries(request.headers)
  return (
    logins[fields.get('userName') ?? ''] === fields.get('password') &&
    (!certificates.length || certificates.some((pem) => verify(body, headers, publicKeyIn(pem)).ok)) &&
    (token === null || sealing.opens.includes(Buffer.from(token, 'base64').toString()))
  )
}

/** Receives a webhook, and accepts it when one of its signatures is right. */
async function received(request: Request, secret: string): Promise<Response> {
  const [id, at, given] = ['id', 'timestamp', 'signature'].map((name) => request.headers.get(`webhook-${name}`) ?? '')
  const due = new Webhook(secret).sign(id!, new Date(Number(at) * 1000), await request.text())
  return new Response(null, { status: given!.split(' ').includes(due) ? 204 : 401 })
}
