import { systemRandom } from '#ports/system.ts'
import { expect, test } from 'vitest'
import { cardFor, openTestProxy, secret } from '../support/test-proxy.ts'

/** Secrets and personal data that pass through the proxy. */
const canaries = (ticket: string): string[] => [
  ticket,
  ticket.split('.')[2]!,
  'Q0FOQVJZU0VUT0tFTg',
  'canary-password',
  'JANE DOE',
  'a@shop.example',
  'Test/1.0',
  'return?k=',
  secret,
]

async function disturbedRun() {
  const proxy = await openTestProxy()
  const ticket = await proxy.ticketFor({ email: 'a@shop.example' })
  const { orderId } = await proxy.prepare(ticket)
  proxy.gateway.state.script = () => {
    throw new Error('canary-password JANE DOE')
  }
  await proxy.outcome('pay', cardFor(orderId!), ticket)
  await proxy.ask('pay', { ...cardFor(orderId!), amount: 1 }, ticket)
  await proxy.ask('pay', cardFor(orderId!), `${ticket}x`)
  await proxy.send({ url: '/api/outcome?secret=canary-password', headers: { authorization: `Bearer ${ticket}` } })
  await proxy.send({ url: `/${ticket}` })
  return { proxy, ticket }
}

test('lines and notes hold the operation, the order, the state and the fault, and no secret', async () => {
  const { proxy, ticket } = await disturbedRun()
  const written = proxy.log.join('') + JSON.stringify(proxy.journal.entries())
  for (const canary of canaries(ticket)) expect(written).not.toContain(canary)
  const lines = proxy.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(
    expect.objectContaining({ op: 'prepare', order: 'A-17', state: 'open', ms: expect.any(Number) }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', order: 'A-17', state: 'pending' }))
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', order: 'A-17', code: 'field_unknown' }))
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', code: 'ticket_forged' }))
  const known = [
    'level',
    'time',
    'traceId',
    'op',
    'order',
    'state',
    'code',
    'message',
    'field',
    'rule',
    'ms',
    'error',
    'at',
  ]
  for (const line of lines) expect(known).toEqual(expect.arrayContaining(Object.keys(line)))
})

test('the canaries are real: the gateway was sent them', async () => {
  const { proxy, ticket } = await disturbedRun()
  const sent = JSON.stringify(proxy.gateway.calls)
  const reached = canaries(ticket).filter((canary) => sent.includes(canary))
  expect(reached).toEqual([
    'Q0FOQVJZU0VUT0tFTg',
    'canary-password',
    'JANE DOE',
    'a@shop.example',
    'Test/1.0',
    'return?k=',
  ])
})

test('the journal has what the browser asked, and which answers of the gateway were lost', async () => {
  const proxy = await openTestProxy()
  const { orderId } = await proxy.prepare()
  proxy.gateway.state.wire = (request, work) =>
    request.url.includes('paymentorder') ? work().then(() => new Response('', { status: 500 })) : work()
  await proxy.outcome('pay', cardFor(orderId!))
  const result = proxy.journal.entries().map(({ from, to, what, order, detail }) => [from, to, what, order, detail])
  expect(result).toEqual([
    ['browser', 'proxy', 'prepare', 'A-17', 'open'],
    ['gateway', 'proxy', 'paymentorder.do', orderId, 'answer lost'],
    ['browser', 'proxy', 'pay', 'A-17', 'paid'],
  ])
})

test('an unforeseen error is logged by its class and place, not by its message', async () => {
  const proxy = await openTestProxy({
    options: {
      random: {
        ...systemRandom,
        bytes() {
          throw new RangeError('canary-password')
        },
      },
    },
  })
  const { orderId } = await proxy.prepare()
  const answer = await proxy.ask('pay', cardFor(orderId!))
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(proxy.log.join('')).toContain('"error":"RangeError"')
  expect(proxy.log.join('') + answer.body).not.toContain('canary-password')
})
