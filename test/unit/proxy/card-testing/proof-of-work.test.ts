import { describe, expect, test } from 'vitest'
import { solve } from '#card-frame/proof-of-work/solve.ts'
import { working } from '#card-frame/proxy-client/api.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { FetchSettings } from '#contract/wire/client.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { buildProofOfWork } from '#proxy/card-testing/proof-of-work.ts'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { only, openSetup, paymentOf } from './setup.ts'
import { IP, tryMany } from './robots.ts'
import { fakeClock } from '../../../support/clock.ts'
import { configOf } from '../support/test-proxy.ts'

const WORK = 'x-tender-work'
const PROOF = 'x-tender-proof'

async function suspectSetup() {
  const setup = await openSetup({ env: only('TENDER_LIMIT_DECLINES'), options: { challenge: 'proof-of-work' } })
  await tryMany(setup, 10)
  /** Pays an order, with or without a proof of work. */
  const pay = async (order: string, proof?: string, ip = IP) => {
    const visitor = await setup.visitor(order, ip, proof === undefined ? {} : { [PROOF]: proof })
    const { orderId } = (await visitor.ask('prepare', {})).json<Outcome>()
    return visitor.ask('pay', paymentOf(orderId!, order))
  }
  const workFor = async (order: string): Promise<string> => String((await pay(order)).headers[WORK])
  return { ...setup, pay, workFor }
}

describe('a suspect', () => {
  test('is given work, and may try once it is done', async () => {
    const setup = await suspectSetup()
    const refused = await setup.pay('A-1')
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { error: { code: 'too_many_tries' } }])
    const proof = await solve(String(refused.headers[WORK]), systemClock)
    expect((await setup.pay('A-1', proof)).json()).toMatchObject({ state: 'declined', reason: 'bank_declined' })
  })

  test('proves it once, for one order, from one network, in two minutes', async () => {
    const setup = await suspectSetup()
    const proof = (await solve(await setup.workFor('A-1'), systemClock))!
    expect((await setup.pay('A-2', proof)).statusCode).toBe(429)
    const [bits, rest] = [proof.split('.')[0]!, proof.slice(proof.indexOf('.'))]
    expect((await setup.pay('A-1', `${Number(bits) - 8}${rest}`)).statusCode).toBe(429)
    expect((await setup.pay('A-1', proof.replace(/\d+$/, '0'))).statusCode).toBe(429)
    expect((await setup.pay('A-1', proof)).statusCode).toBe(200)
    expect((await setup.pay('A-1', proof)).statusCode).toBe(429)
    const late = (await solve(await setup.workFor('A-3'), systemClock))!
    setup.clock.advance(120_001)
    expect((await setup.pay('A-3', late)).statusCode).toBe(429)
  })

  test('has no leave for what is no proof', async () => {
    const { pay } = await suspectSetup()
    const none = ['', 'x', '16.a.b', '16.a.b.1-2-3-4-5-6-7-8', '0..', `16.${'a'.repeat(500)}.b.0-0-0-0-0-0-0-0`]
    for (const proof of none) expect([proof, (await pay('A-1', proof)).statusCode]).toEqual([proof, 429])
  })

  test('has harder work after five proofs of one network, and none after fifteen', async () => {
    const clock = fakeClock()
    const { signingSecret } = configOf()
    const options = { clock, random: systemRandom, counters: memoryCounters(clock), config: { signingSecret } }
    const challenge = buildProofOfWork({ ...options, signer: buildSigner(signingSecret) }, 2)
    const suspectAt = (at: number) => ({ why: 'address', orderNumber: 'A-1', ip: `203.0.113.${at}` }) as const
    const bits: string[] = []
    for (let at = 0; at < 15; at += 1) {
      const work = (await challenge.workFor!(suspectAt(at)))!
      bits.push(work.split('.')[0]!)
      const proof = (await solve(work, systemClock))!
      expect(await challenge({ ...suspectAt(at), proof })).toBe(true)
    }
    expect(bits).toEqual([2, 3, 4].flatMap((bit) => Array.from({ length: 5 }, () => String(bit))))
    expect(await challenge.workFor!(suspectAt(99))).toBeUndefined()
    expect(await challenge.workFor!({ ...suspectAt(99), ip: '198.51.100.1' })).toMatch(/^2\./)
  })
})

describe('the frame', () => {
  const request = ['https://pay.shop.example/api/pay', { method: 'POST', headers: {}, body: '{"a":1}' }] as const
  const limited = (work?: string) => new Response('{}', { status: 429, ...(work && { headers: { [WORK]: work } }) })

  test('does the work and sends the same request again, with its proof', async () => {
    const sent: FetchSettings[] = []
    const fetch = working(
      async (_, one) => (sent.push(one), sent.length === 1 ? limited('4.a.b') : new Response('{}')),
      systemClock,
    )
    expect((await fetch(...request)).status).toBe(200)
    expect(sent.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}'])
    expect(sent.map(({ headers }) => headers[PROOF])).toEqual([
      undefined,
      expect.stringMatching(/^4\.a\.b\.\d+(?:-\d+){7}$/),
    ])
  })

  test.each([undefined, 'no work', '99.a.b'])('shows the refusal where the work is %s', async (work) => {
    let sent = 0
    expect((await working(async () => (sent++, limited(work)), systemClock)(...request)).status).toBe(429)
    expect(sent).toBe(1)
  })

  test('can paint while it works: it rests after every few hundred hashes that take long', async () => {
    let [checks, rests] = [0, 0]
    // Each call of `now` is 5 ms later than the one before.
    const clock = { now: () => ++checks * 5, sleep: async () => void (rests += 1) }
    await solve('14.a.b', clock)
    expect(rests).toBeGreaterThan(20)
    expect(checks / rests).toBeLessThan(6)
  })
})
