import { expect, test } from 'vitest'
import { checkoutClient } from '#card-frame/proxy-client/api.ts'
import { isDefinite, refusalOf } from '#card-frame/proxy-client/errors.ts'
import type { FrameFetch } from '#card-frame/frame-fetch.ts'
import { browser } from '../support/test-proxy.ts'

const paid = { state: 'paid', orderNumber: 'A-17', orderId: 'id', amount: 4990, currency: '978' }
const requestId = '00000000-0000-4000-8000-000000000001'
const card = { requestId, orderId: 'id', seToken: 'QUJD', cardholder: 'JANE DOE', browser }
const refusal = (code: string, status: number) => [status, { error: { code, message: code } }] as const
const busy = refusal('busy', 503)
const lost = [502, 'a page of somebody else'] as const

type Message = readonly [status: number, body: unknown]

/** A frame, and a proxy that gives these answers in turn; records what it was sent, and when by the frame's clock. */
function frame(answers: readonly Message[]) {
  const sent: { readonly at: number; readonly body: string }[] = []
  let now = 0
  const left = [...answers]
  const clock = {
    now: () => now,
    // Pauses end at once; time limits are never reached.
    sleep: async (ms: number) => (ms < 30_000 ? void (now += ms) : new Promise<void>(() => {})),
  }
  const fetch: FrameFetch = async (_, { body: sentBody = '' }) => {
    sent.push({ at: now, body: sentBody })
    const [status, body] = left.shift()!
    return new Response(JSON.stringify(body), { status })
  }
  return { sent, api: checkoutClient({ origin: 'https://pay.shop.example', fetch, clock }, 'ticket') }
}

test('a payment that a busy proxy refused is sent again as it was, and the shopper sees no error', async () => {
  const { api, sent } = frame([busy, busy, [200, paid]])
  expect(await api.pay(card)).toEqual(paid)
  expect(sent.map(({ at }) => at)).toEqual([0, 1000, 3000])
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
})

test('it is given up after three more', async () => {
  const { api, sent } = frame([busy, busy, busy, busy])
  const error = await api.pay(card).catch((thrown: unknown) => thrown)
  expect(refusalOf(error)?.code).toBe('busy')
  expect(sent.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000])
})

test.each([
  ['an answer that was lost', lost],
  ['an unreachable gateway', refusal('gateway_unreachable', 503)],
  ['a failure', refusal('internal', 500)],
])('a payment is sent once, after %s too', async (_, answer) => {
  const { api, sent } = frame([answer, [200, paid]])
  await expect(api.pay(card)).rejects.toThrow()
  expect(sent).toHaveLength(1)
})

test('a read whose answer was lost is asked once more, beside what a busy proxy refuses', async () => {
  const { api, sent } = frame([lost, busy, [200, paid]])
  expect(await api.outcome({})).toEqual(paid)
  expect(sent).toHaveLength(3)
  const twice = frame([lost, lost, [200, paid]])
  await expect(twice.api.outcome({})).rejects.toThrow()
  expect(twice.sent).toHaveLength(2)
})

test('a definite refusal is not asked again', async () => {
  const { api, sent } = frame([refusal('ticket_expired', 401), [200, paid]])
  expect(isDefinite(await api.outcome({}).catch((thrown: unknown) => thrown))).toBe(true)
  expect(sent).toHaveLength(1)
})
