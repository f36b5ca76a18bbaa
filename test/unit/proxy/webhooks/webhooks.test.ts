import { afterEach, describe, expect, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { memoryQueues, type Queues } from '#proxy/webhooks/job-queue.ts'
import { openTestProxy } from '../support/test-proxy.ts'
import { apiKey, openStand, quiet, webhookSecret } from './stand.ts'

afterEach(() => void vi.useRealTimers())

const nextSecret = `whsec_${Buffer.from('the webhook secret that comes after').toString('base64')}`

const paid = async (options: Parameters<typeof openStand>[0] = {}) => {
  const stand = await openStand(options)
  Object.assign(await stand.prepared(), { status: 2 })
  return stand
}

describe('a webhook', () => {
  test('is signed with every live secret, so that either verifies it', async () => {
    const stand = await paid({ env: { TENDER_WEBHOOK_SECRET: `${webhookSecret}, ${nextSecret}` } })
    await stand.send({ method: 'GET', url: stand.path() })
    const [{ request }] = stand.came as [(typeof stand.came)[0]]
    const body = await request.text()
    const headers = Object.fromEntries(request.headers)
    for (const secret of [webhookSecret, nextSecret])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'order.paid' })
    const foreign = `whsec_${Buffer.from('a secret of somebody else!').toString('base64')}`
    expect(() => new Webhook(foreign).verify(body, headers)).toThrow('No matching signature')
    expect(() => new Webhook(webhookSecret).verify(body.replace('4990', '1'), headers)).toThrow('No matching signature')
  })

  test('has the order as the merchant reads it, and no more', async () => {
    const stand = await paid()
    await stand.send({ method: 'GET', url: stand.path() })
    const read = await stand.send({
      method: 'GET',
      url: '/merchant/orders/A-17',
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const body = JSON.parse(await stand.came[0]!.request.text()) as object
    expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data'])
    expect(body).toMatchObject({ data: read.json() as object })
  })

  test('has the reference of the ticket, in the order and in each try', async () => {
    const stand = await openStand()
    const reference = 'cart "17"/3'
    await stand.browser('prepare', {}, 'A-17', { reference })
    Object.assign(stand.gateway.orders.get('A-17')!, { status: 2 })
    await stand.send({ method: 'GET', url: stand.path() })
    const body = JSON.parse(await stand.came[0]!.request.text()) as object
    expect(body).toMatchObject({ type: 'order.paid', data: { current: { reference }, tries: [{ reference }] } })
  })

  test('is on the timeline', async () => {
    const stand = await paid({ behaviours: [500] })
    await stand.send({ method: 'GET', url: stand.path() })
    await stand.send({ method: 'GET', url: stand.path() })
    expect(stand.journal.entries().filter(({ what }) => what.startsWith('webhook'))).toMatchObject([
      { from: 'proxy', to: 'shop', what: 'webhook order.paid', order: 'A-17', detail: 'not taken' },
      { from: 'proxy', to: 'shop', what: 'webhook order.paid', order: 'A-17', detail: 'taken' },
    ])
  })
})

describe('testWebhook', () => {
  test('sends a notice about nothing and says that it came', async () => {
    const stand = await openStand()
    const answer = await stand.merchantAsks('webhook/test', {})
    expect(answer.json()).toEqual({ delivered: true, status: 204 })
    expect(stand.came).toMatchObject([{ type: 'webhook.test', data: {} }])
    await stand.merchantAsks('webhook/test', {})
    expect(new Set(stand.came.map(({ id }) => id)).size).toBe(2)
  })

  test.each([
    [500, { delivered: false, status: 500, reason: 'It answered HTTP 500, not 2xx.' }],
    [301, { delivered: false, status: 301, reason: 'It answered HTTP 301, not 2xx.' }],
    ['gone', { delivered: false, reason: 'It could not be reached (ECONNREFUSED).' }],
    ['silent', { delivered: false, reason: 'It did not answer within 10 seconds.' }],
  ] as const)('says what is wrong: %s', async (behaviour, message) => {
    const stand = await openStand({ behaviours: [behaviour] })
    expect((await stand.merchantAsks('webhook/test', {})).json()).toEqual(message)
  })

  test('is refused where no address is configured, and without a key', async () => {
    const proxy = await openTestProxy({ env: { TENDER_API_KEYS: apiKey } })
    const ask = (authorization: string) =>
      proxy.send({
        method: 'POST',
        url: '/merchant/webhook/test',
        headers: { authorization, 'content-type': 'application/json' },
        payload: '{}',
      })
    const answer = await ask(`Bearer ${apiKey}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: { code: 'webhook_missing' } }])
    expect((await ask('')).statusCode).toBe(401)
  })
})

describe('a queue that outlives the process', () => {
  const keeping = (takes: readonly (true | Error)[]) => {
    const kept: string[] = []
    const closed: string[] = []
    const queues: Queues = {
      isDurable: true,
      open: (options) => ({
        ...memoryQueues.open(options),
        async add({ id }) {
          const answer = options.name === 'webhooks' && takes[kept.push(id) - 1]
          if (answer instanceof Error) throw answer
        },
        close: async () => void closed.push(options.name),
      }),
    }
    return { kept, closed, queues }
  }

  test('is handed the notice, and the callback is answered by whether it stores it', async () => {
    // The second callback waits a second for its turn, and so does the repetition after the first.
    const { kept, closed, queues } = keeping([new Error('down'), new Error('down'), new Error('down')])
    const stand = await paid({ queues })
    const codes: number[] = []
    for (let time = 0; time < 4; time++) codes.push((await stand.send({ method: 'GET', url: stand.path() })).statusCode)
    expect(codes).toEqual([503, 503, 200, 200])
    expect([kept.length, new Set(kept).size]).toEqual([5, 1])
    expect(stand.attempts).toEqual([])
    await stand.app.close()
    expect(closed).toEqual(['follow-ups', 'webhooks'])
  })
})

test('without an address nothing is asked for, sent or open', async () => {
  const proxy = await openTestProxy()
  await proxy.prepare()
  const order = proxy.gateway.orders.get('A-17')!
  expect(order.registration.dynamicCallbackUrl).toBeUndefined()
  order.status = 2
  const before = proxy.gateway.calls.length
  await proxy.outcome('outcome')
  await quiet()
  expect(proxy.gateway.calls.length - before).toBe(1)
  for (const url of ['/callback', '/callback/a/b'])
    expect((await proxy.send({ method: 'GET', url })).statusCode).toBe(404)
})
