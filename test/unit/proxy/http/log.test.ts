import { systemRandom } from '#ports/system.ts'
import { expect, test } from 'vitest'
import { cardFor, openWorld, secret } from '../support/test-proxy.ts'

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

async function disturbedLife() {
  const world = await openWorld()
  const ticket = await world.ticketFor({ email: 'a@shop.example' })
  const { orderId } = await world.prepare(ticket)
  world.gateway.state.script = () => {
    throw new Error('canary-password JANE DOE')
  }
  await world.outcome('pay', cardFor(orderId!), ticket)
  await world.ask('pay', { ...cardFor(orderId!), amount: 1 }, ticket)
  await world.ask('pay', cardFor(orderId!), `${ticket}x`)
  await world.send({ url: '/api/outcome?secret=canary-password', headers: { authorization: `Bearer ${ticket}` } })
  await world.send({ url: `/${ticket}` })
  return { world, ticket }
}

test('lines and notes hold the operation, the order, the state and the fault, and no secret', async () => {
  const { world, ticket } = await disturbedLife()
  const written = world.log.join('') + JSON.stringify(world.journal.entries())
  for (const canary of canaries(ticket)) expect(written).not.toContain(canary)
  const lines = world.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(
    expect.objectContaining({ op: 'prepare', order: 'A-17', state: 'open', ms: expect.any(Number) }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', order: 'A-17', state: 'pending' }))
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', order: 'A-17', code: 'field_unknown' }))
  expect(lines).toContainEqual(expect.objectContaining({ op: 'pay', code: 'ticket_forged' }))
  const known = ['level', 'time', 'traceId', 'op', 'order', 'state', 'code', 'field', 'rule', 'ms', 'error', 'at']
  for (const line of lines) expect(known).toEqual(expect.arrayContaining(Object.keys(line)))
})

test('the canaries are real: the gateway was sent them', async () => {
  const { world, ticket } = await disturbedLife()
  const sent = JSON.stringify(world.gateway.calls)
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

test('the journal tells what the browser asked, and which answers of the gateway were lost', async () => {
  const world = await openWorld()
  const { orderId } = await world.prepare()
  world.gateway.state.wire = (request, work) =>
    request.url.includes('paymentorder') ? work().then(() => new Response('', { status: 500 })) : work()
  await world.outcome('pay', cardFor(orderId!))
  const told = world.journal.entries().map(({ from, to, what, order, detail }) => [from, to, what, order, detail])
  expect(told).toEqual([
    ['browser', 'proxy', 'prepare', 'A-17', 'open'],
    ['gateway', 'proxy', 'paymentorder.do', orderId, 'answer lost'],
    ['browser', 'proxy', 'pay', 'A-17', 'paid'],
  ])
})

test('an unforeseen error is told by its class and place, not by its message', async () => {
  const world = await openWorld({
    parts: {
      random: {
        ...systemRandom,
        bytes() {
          throw new RangeError('canary-password')
        },
      },
    },
  })
  const { orderId } = await world.prepare()
  const answer = await world.ask('pay', cardFor(orderId!))
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(world.log.join('')).toContain('"error":"RangeError"')
  expect(world.log.join('') + answer.body).not.toContain('canary-password')
})
