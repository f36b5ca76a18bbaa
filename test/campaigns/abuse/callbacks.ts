import { createHmac } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { onRequest } from '../../support/on-request.ts'
import { proxyUrl, unlimited } from '../../unit/proxy/support/test-proxy.ts'
import { openSetup, type Setup } from '../../unit/proxy/card-testing/setup.ts'

const SECRET = 'a-secret-of-the-gateways-checksums'
const ORDERS = 20

/** The effects of forged callbacks. */
export interface Forged {
  readonly sent: number
  /** Orders whose state changed, webhooks that were sent, and requests that the gateway received because of them. */
  readonly changes: number
  readonly reads: number
}

async function openOffice() {
  const webhooks: string[] = []
  const setup = await openSetup({
    env: {
      ...unlimited,
      TENDER_WEBHOOK_URL: 'https://shop.example/hook',
      TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`,
      TENDER_CALLBACK_SECRET: SECRET,
    },
    options: {
      webhookFetch: onRequest(async (request) => {
        webhooks.push(await request.text())
        return new Response(null, { status: 204 })
      }),
    },
  })
  for (let at = 0; at < ORDERS; at += 1) await (await setup.visitor(`A-${at}`, '203.0.113.5')).outcome('prepare', {})
  const paths = [...setup.gateway.orders.values()].map(({ registration }) =>
    registration.dynamicCallbackUrl!.slice(proxyUrl.length),
  )
  return { setup, webhooks, paths }
}

/** Sends callbacks that the gateway never made, about existing orders: every change of an address or a checksum. */
export async function forgedCallbacks(count: number): Promise<Forged> {
  const { setup, webhooks, paths } = await openOffice()
  const before = snapshot(setup)
  const calls = setup.gateway.calls.length
  for (let at = 0; at < count; at += 1) {
    const request = forgeries[at % forgeries.length]!(at, paths)
    await setup.app.inject({ ...request, headers: { host: 'pay.shop.example', ...request.headers } })
  }
  return {
    sent: count,
    changes: differences(before, snapshot(setup)) + webhooks.length + setup.gateway.calls.length - calls,
    reads: setup.gateway.calls.length - calls,
  }
}

type Forgery = (at: number, paths: readonly string[]) => InjectOptions

const QUERY = 'status=1&operation=deposited&mdOrder=id-of-A-1&orderNumber=A-1'

const addressed = (
  change: (number: string, proof: string, at: number, paths: readonly string[]) => string,
): Forgery => {
  return (at, paths) => {
    const [, , number = '', proof = ''] = paths[at % paths.length]!.split('/')
    return { method: at % 2 ? 'POST' : 'GET', url: `/callback/${change(number, proof, at, paths)}?${QUERY}` }
  }
}

const flip = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  bytes[at % bytes.length]! ^= 1 + (at % 255)
  return bytes.toString('base64url')
}

const fieldsOf = (at: number): Record<string, string> => ({
  mdOrder: `id-of-A-${at % ORDERS}`,
  orderNumber: `A-${at % ORDERS}`,
  operation: 'deposited',
  status: '1',
  amount: '4990',
})

const checksumOf = (fields: Record<string, string>, secret = SECRET): string =>
  createHmac('sha256', secret).update(stringToSign(fields)).digest('hex').toUpperCase()

const posted =
  (fields: (at: number) => string): Forgery =>
  (at) =>
    at % 2
      ? { method: 'GET', url: `/callback?${fields(at)}` }
      : {
          method: 'POST',
          url: '/callback',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: fields(at),
        }

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

const forgeries: readonly Forgery[] = [
  addressed((number, proof, at) => `${number}/${flip(proof, at)}`),
  addressed((number, proof, at) => `${flip(number, at)}/${proof}`),
  addressed((number, _, at, paths) => `${number}/${paths[(at + 1) % paths.length]!.split('/')[3]!}`),
  addressed((number, proof, at) => `${number}/${proof.slice(0, at % 43)}`),
  addressed((number) => `${number}/${'A'.repeat(43)}`),
  addressed((number, proof) => `${number}/${proof}AAAA`),
  addressed((number) => `${number}/${createHmac('sha256', 'guess').update(number).digest('base64url')}`),
  addressed((_, proof, at) => `${Buffer.from(JSON.stringify([`A-${at % ORDERS}`, 1])).toString('base64url')}/${proof}`),
  posted((at) => form({ ...fieldsOf(at), checksum: checksumOf(fieldsOf(at), 'a-guess') })),
  posted((at) => form(fieldsOf(at))),
  posted((at) => form({ ...fieldsOf(at), checksum: '' })),
  posted((at) => form({ ...fieldsOf(at), amount: String(at), checksum: checksumOf(fieldsOf(at)) })),
  posted((at) => form({ ...fieldsOf(at), orderNumber: 'A-1', mdOrder: `x${at}`, checksum: checksumOf(fieldsOf(at)) })),
  posted((at) => `${form({ ...fieldsOf(at), checksum: checksumOf(fieldsOf(at)) })}&orderNumber=A-${(at + 1) % ORDERS}`),
  posted((at) => form({ ...fieldsOf(at), checksum: checksumOf(fieldsOf(at)).slice(0, 2 * (at % 32)) })),
  posted((at) => form({ ...fieldsOf(at), checksum: flip(checksumOf(fieldsOf(at)), at) })),
  posted((at) => form({ ...fieldsOf(at), 'checksum[]': checksumOf(fieldsOf(at)) })),
]

/** Replays callbacks of the gateway: each is only a hint, and at most one a second causes a read of the order. */
export async function replayedCallbacks(
  count: number,
  seconds: number,
): Promise<Forged & { readonly mostReadsASecond: number }> {
  const { setup, webhooks, paths } = await openOffice()
  const before = snapshot(setup)
  const path = paths[0]!
  const reads: number[] = []
  const { wire } = setup.gateway.state
  setup.gateway.state.wire = (request, work) => {
    if (request.url.includes('getOrderStatus')) reads.push(setup.clock.now())
    return wire(request, work)
  }
  const calls = setup.gateway.calls.length
  const wave = Math.ceil(count / seconds / 2)
  for (let second = 0; second < seconds * 2; second += 1) {
    await setup.clock.drive(
      Promise.all(
        Array.from({ length: wave }, (_, at) => {
          const signed = form({ ...fieldsOf(0), checksum: checksumOf(fieldsOf(0)) })
          const url = at % 2 ? `${path}?${QUERY}` : `/callback?${signed}`
          return setup.app.inject({ method: 'GET', url, headers: { host: 'pay.shop.example' } })
        }),
      ),
    )
    setup.clock.advance(500)
  }
  return {
    sent: wave * seconds * 2,
    changes: differences(before, snapshot(setup)) + webhooks.length,
    reads: setup.gateway.calls.length - calls,
    mostReadsASecond: Math.max(...reads.map((at) => reads.filter((other) => other >= at && other < at + 1000).length)),
  }
}

type Snapshot = readonly string[]

export const snapshot = (setup: Setup): Snapshot =>
  [...setup.gateway.orders.values()].map((order) => JSON.stringify(order))

export const differences = (one: Snapshot, other: Snapshot): number =>
  Math.abs(one.length - other.length) + one.filter((order, at) => order !== other[at]).length
