import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { proxyErrors, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { Refusal } from '#contract/refusal.ts'
import { levelOf } from '#proxy/http/log-levels.ts'
import { cardFor, openTestProxy, order, secret, type TestProxy } from '../support/test-proxy.ts'

type Written = Readonly<Record<string, unknown>>

const linesOf = (proxy: TestProxy): readonly Written[] => proxy.log.map((line) => JSON.parse(line) as Written)

const [INFO, WARN, ERROR] = [30, 40, 50]

/** A ticket with claims that `signOrder` refuses to sign. */
const ticketOf = (proxy: TestProxy, claims: object, key = secret): Promise<string> =>
  new SignJWT({ exp: Math.floor(proxy.clock.now() / 1000) + 600, ...(order as object), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key))

describe('the line of a refused ticket', () => {
  test('names the claim, the rule and the order, at warn', async () => {
    const proxy = await openTestProxy()
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { amount: -1 }))
    expect(linesOf(proxy)).toMatchObject([
      {
        level: WARN,
        op: 'outcome',
        code: 'ticket_invalid',
        field: 'amount',
        rule: expect.stringMatching(/^must /),
        order: 'A-17',
      },
    ])
  })

  test('names the order of one that has expired, and of one that is not for this proxy', async () => {
    const proxy = await openTestProxy({ env: { TENDER_TICKET_AUDIENCE: 'this-proxy' } })
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { aud: 'this-proxy', exp: 1 }))
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { aud: 'another' }))
    expect(linesOf(proxy)).toMatchObject([
      { level: WARN, code: 'ticket_expired', order: 'A-17' },
      { level: WARN, code: 'ticket_invalid', field: 'aud', rule: 'must name this proxy', order: 'A-17' },
    ])
  })

  test('names an exp that lies more than a day ahead, and its rule', async () => {
    const proxy = await openTestProxy()
    const exp = Math.floor(proxy.clock.now() / 1000) + 86_461
    const { error } = (await proxy.ask('outcome', undefined, await ticketOf(proxy, { exp }))).json<Refusal>()
    const rule = 'must be seconds since 1970, at most 24 hours ahead'
    expect(error).toMatchObject({ code: 'ticket_invalid', field: 'exp', message: `exp ${rule}` })
    expect(linesOf(proxy)).toMatchObject([{ level: WARN, code: 'ticket_invalid', field: 'exp', rule, order: 'A-17' }])
  })

  test('has no claim of one whose signature is wrong', async () => {
    const proxy = await openTestProxy()
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { orderNumber: '4111111111111111' }, 'x'.repeat(32)))
    const [line] = linesOf(proxy)
    expect(line).toMatchObject({ level: WARN, code: 'ticket_forged' })
    expect(Object.keys(line!)).toEqual(['level', 'time', 'traceId', 'op', 'code', 'ms'])
  })

  test('is one line of plain characters and no endless one, whatever the merchant signed', async () => {
    const proxy = await openTestProxy()
    const name = `a\n{"level":30}\u001b[2J\u202e${'x'.repeat(5000)}`
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { [name]: 1, orderNumber: 'A\u001b[31m' }))
    await proxy.ask('outcome', undefined, await ticketOf(proxy, { [name]: 1, orderNumber: 'y'.repeat(900) }))
    expect(proxy.log).toHaveLength(2)
    for (const line of linesOf(proxy)) {
      expect(line['field']).toMatch(/^[ -~]{1,120}$/)
      expect(line['order']).toBeUndefined()
    }
    for (const line of proxy.log) expect(line.length).toBeLessThan(400)
  })
})

test('a request is at the level of its fault: info where none is', async () => {
  const proxy = await openTestProxy()
  const { orderId } = await proxy.prepare()
  await proxy.ask('pay', { ...cardFor(orderId!), amount: 1 })
  await proxy.ask('pay', cardFor(orderId!))
  expect(linesOf(proxy)).toMatchObject([
    { level: INFO, op: 'prepare', state: 'open' },
    { level: WARN, op: 'pay', code: 'field_unknown' },
    { level: INFO, op: 'pay', state: 'paid' },
  ])
})

test.each<[ProxyErrorCode, string]>([
  ['internal', 'error'],
  ['order_refused', 'error'],
  ['order_mismatch', 'error'],
  ['ticket_forged', 'warn'],
  ['too_many_tries', 'warn'],
  ['gateway_unreachable', 'warn'],
  ['state_refused', 'info'],
])('%s is at %s', (code, level) => expect(levelOf(code)).toBe(level))

test('nothing that refuses a ticket, a key, an origin or a limit is quieter than warn', () => {
  const loud = (Object.keys(proxyErrors) as ProxyErrorCode[]).filter((code) =>
    /^(?:ticket|key|origin|too_many)_/.test(code),
  )
  expect(loud.length).toBeGreaterThan(8)
  for (const code of loud) expect(levelOf(code)).toBe('warn')
})

test('debug logs each request to the gateway, and each request that is no operation', async () => {
  const proxy = await openTestProxy({ logLevel: 'debug' })
  await proxy.prepare()
  await proxy.send({ url: '/nowhere-4111111111111111' })
  const quiet = linesOf(proxy).filter(({ level }) => Number(level) === 20)
  expect(quiet).toMatchObject([
    { op: 'getOrderStatusExtended.do', order: 'A-17', code: 'refused' },
    { op: 'register.do', order: 'A-17', code: 'answered' },
    { ms: expect.any(Number) },
  ])
  expect(proxy.log.join('')).not.toContain('nowhere')
})

test('an order that the gateway refuses is logged with its errorCode, under the name of the request', async () => {
  const proxy = await openTestProxy()
  proxy.gateway.state.registerRefusal = { errorCode: '5', errorMessage: 'canary' }
  const { headers } = await proxy.ask('prepare', {})
  const traceId = headers['x-request-id']
  expect(linesOf(proxy)).toMatchObject([
    { level: ERROR, op: 'register', order: 'A-17', message: expect.stringContaining('(errorCode 5)'), traceId },
    { level: ERROR, op: 'prepare', order: 'A-17', code: 'order_refused', traceId },
  ])
  expect(proxy.log.join('')).not.toContain('canary')
})

test('an error that was not foreseen is one line at error, under the name of its request', async () => {
  const random = {
    uuid: () => '00000000-0000-4000-8000-000000000000',
    bytes() {
      throw new RangeError('canary')
    },
  }
  const proxy = await openTestProxy({ options: { random } })
  const { orderId } = await proxy.prepare()
  await proxy.ask('pay', cardFor(orderId!))
  expect(linesOf(proxy).filter(({ level }) => level === ERROR)).toMatchObject([
    { code: 'internal', error: 'RangeError', traceId: random.uuid() },
    { code: 'internal', op: 'pay', traceId: random.uuid() },
  ])
})
