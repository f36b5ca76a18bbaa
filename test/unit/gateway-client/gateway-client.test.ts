import { describe, expect, test } from 'vitest'
import { gatewayClient, type Credentials } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { gatewayProfiles } from '#gateway-client/profiles/profiles.ts'
import { unusable } from '#proxy/gateway/gateway-failure.ts'
import { onRequest } from '../../support/on-request.ts'
import { fakeClock } from '../../support/clock.ts'

const login = { userName: 'shop-api', password: 'password' }

/** A client with a scripted fetch, one answer per request; the last one is repeated. */
function scripted(...script: readonly (() => Promise<Response>)[]) {
  const clock = fakeClock()
  const sent: Request[] = []
  const onCall: unknown[] = []
  const client = gatewayClient({
    base: 'https://gateway.example/base',
    credentials: login,
    clock,
    timeoutMs: 5000,
    onCall: (call) => onCall.push(call),
    fetch: onRequest(async (request) => {
      sent.push(request)
      return script[Math.min(sent.length, script.length) - 1]!()
    }),
  })
  return { client, clock, sent, onCall }
}

const answer =
  (body: object, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status })
const reset = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNRESET' }))
const payment = { MDORDER: 'id', seToken: 'x', TEXT: 'JANE DOE' }

describe('credentials', () => {
  test.each<object>([
    { userName: 'a', password: 'b', token: 'c' },
    { userName: 'a', token: 'c' },
    { userName: 'a' },
    { userName: '', password: 'b' },
    { token: '' },
    {},
  ])('%o are refused at once', (credentials) => {
    const options = { base: '', fetch: reset, timeoutMs: 1, clock: fakeClock() }
    expect(() => gatewayClient({ ...options, credentials: credentials as Credentials })).toThrow(
      /login with its password/,
    )
  })

  test('travel in the form, with the language', async () => {
    const { client, sent } = scripted(answer({ errorCode: '0' }))
    await client.decline({ orderId: 'id' })
    expect(sent[0]!.url).toBe('https://gateway.example/base/payment/rest/decline.do')
    expect(await sent[0]!.text()).toBe('userName=shop-api&password=password&orderId=id&language=en')
  })

  test('travel without a language where it decides what the payer reads: the gateway has a default of its own', async () => {
    const { client, sent } = scripted(answer({ orderId: 'id', formUrl: 'https://gateway.example/form' }))
    await client.register({ orderNumber: 'A-17', amount: 100, currency: '978', returnUrl: 'https://shop.example' })
    expect(await sent[0]!.text()).not.toContain('language')
    await client.register({ orderNumber: 'A-17', amount: 100, returnUrl: 'https://shop.example', language: 'fr' })
    expect(await sent[1]!.text()).toContain('language=fr')
  })

  test('are not given to an operation that takes none', async () => {
    const { client, sent } = scripted(answer({ keys: [] }))
    await client.sealingKeys({})
    expect(sent[0]!.url).toBe('https://gateway.example/base/payment/se/keys.do')
  })
})

describe('a field that the gateway does not allow', () => {
  test.each(['paymentorder', 'getOrderStatusExtended'] as const)(
    'is an error of %s, and nothing is sent',
    async (name) => {
      const { client, clock, sent, onCall } = scripted(answer({ errorCode: '0' }))
      const fields = name === 'paymentorder' ? { ...payment, ip: 'unknown' } : { orderId: 'x'.repeat(200) }
      const [field, rule] =
        name === 'paymentorder'
          ? ['ip', 'must be an IPv4 or IPv6 address']
          : ['orderId', expect.stringContaining('characters')]
      const answered = await clock.drive((client[name] as (all: object) => Promise<object>)(fields))
      expect(answered).toMatchObject({ kind: 'not-delivered', unfit: { field, rule } })
      expect(unusable(answered as GatewayResult<unknown>)).toMatchObject({ code: 'field_invalid', field })
      expect([sent, onCall]).toMatchObject([[], [{ kind: 'not-delivered' }]])
    },
  )
})

describe('a refusal by an HTTP status, with the JSON of the family', () => {
  const order = { orderNumber: 'A-17', amount: 1, returnUrl: 'https://shop.example/' }
  const asks: Readonly<Record<string, (client: ReturnType<typeof scripted>['client']) => Promise<unknown>>> = {
    'a read': (client) => client.getBindings({ clientId: 'jane' }),
    'a registration': (client) => client.register(order),
  }

  test.each([400, 401, 403])('HTTP %i refuses what pays nothing, and is not asked again', async (status) => {
    for (const ask of Object.values(asks)) {
      const { client, sent, clock } = scripted(answer({ errorCode: '5', errorMessage: 'Access denied' }, status))
      expect(await clock.drive(ask(client))).toMatchObject({ kind: 'refused', errorCode: 5, message: 'Access denied' })
      expect(sent).toHaveLength(1)
    }
  })

  test('of the credentials is told from a network that fails', async () => {
    const { client, clock } = scripted(answer({ errorCode: '5', errorMessage: 'Access denied' }, 401))
    const result = await clock.drive(client.getOrderStatusExtended({ orderNumber: 'A-17' }))
    expect(result).toMatchObject({ kind: 'refused', error: { kind: 'credentials' } })
  })

  const others: readonly (readonly [string, object, number])[] = [
    ['an internal error', { errorCode: '7', errorMessage: 'System error' }, 400],
    ['a success', { errorCode: '0' }, 400],
    ['a code that nobody knows', { errorCode: '98' }, 403],
    ['no code', { message: 'Forbidden' }, 403],
    ['an error of the server', { errorCode: '5' }, 500],
  ]
  test.each(others)('is none with %s', async (_, body, status) => {
    for (const ask of Object.values(asks)) {
      const { client, clock } = scripted(answer(body, status))
      expect(await clock.drive(ask(client))).toMatchObject({ kind: 'ambiguous' })
    }
  })

  test('decides about no payment: HTTP 400 is an internal error there', async () => {
    const { client } = scripted(answer({ errorCode: '5', errorMessage: 'Access denied' }, 400))
    expect(await client.paymentorder(payment)).toMatchObject({ kind: 'ambiguous', why: 'HTTP 400' })
  })
})

describe('sending again', () => {
  test('a payment never is, whatever comes back', async () => {
    for (const lost of [reset, answer({}, 500), answer([]), answer({}, 404)]) {
      const { client, clock, sent } = scripted(lost)
      await clock.drive(client.paymentorder(payment))
      expect(sent).toHaveLength(1)
    }
  })

  test('neither is a registration or a decline, by the client', async () => {
    const { client, clock, sent } = scripted(reset)
    const fields = { orderNumber: 'A', amount: 1, returnUrl: 'https://shop.example/' }
    await clock.drive(client.register(fields))
    await clock.drive(client.registerPreAuth(fields))
    await clock.drive(client.decline({ orderId: 'id' }))
    expect(sent).toHaveLength(3)
  })

  test('only of a read, which is no payment, the transport may repeat what a lost connection has cost', async () => {
    const repeatable: [string, unknown][] = []
    const client = gatewayClient({
      base: 'https://gateway.example',
      credentials: login,
      clock: fakeClock(),
      timeoutMs: 5000,
      fetch: async (url, settings) => {
        repeatable.push([url.slice(url.lastIndexOf('/') + 1), settings.repeatable])
        return Response.json({ errorCode: '0', orderStatus: 0, orderNumber: 'A', amount: 1 })
      },
    })
    await client.getOrderStatusExtended({ orderId: 'id' })
    await client.paymentorder(payment)
    await client.decline({ orderId: 'id' })
    expect(repeatable).toEqual([
      ['getOrderStatusExtended.do', true],
      ['paymentorder.do', undefined],
      ['decline.do', undefined],
    ])
  })

  test('a read is, three times at most, with pauses', async () => {
    const { client, clock, sent } = scripted(reset)
    const begun = clock.now()
    const onCall = await clock.drive(client.getOrderStatusExtended({ orderNumber: 'A' }))
    expect([onCall.kind, sent.length, clock.now() - begun]).toEqual(['ambiguous', 3, 1000])
  })

  test('a read that is answered, or refused, is not', async () => {
    const good = scripted(reset, answer({ errorCode: '0', orderStatus: 2 }))
    expect(await good.clock.drive(good.client.getOrderStatusExtended({ orderNumber: 'A' }))).toMatchObject({
      kind: 'answered',
      answer: { orderStatus: 2 },
    })
    expect(good.sent).toHaveLength(2)
    const refused = scripted(answer({ errorCode: '6' }))
    expect(await refused.client.getOrderStatusExtended({ orderNumber: 'A' })).toMatchObject({
      kind: 'refused',
      errorCode: 6,
    })
    expect(refused.sent).toHaveLength(1)
  })
})

test('an answer that does not come in time is given up, its request with it', async () => {
  const { client, clock, sent } = scripted(() => new Promise(() => {}))
  const begun = clock.now()
  expect(await clock.drive(client.paymentorder(payment))).toMatchObject({ kind: 'ambiguous' })
  expect([clock.now() - begun, sent[0]!.signal.aborted]).toEqual([5000, true])
})

test('once an answer has come, nothing waits for the timeout, and no error of its own is made', async () => {
  const { client, clock, sent } = scripted(answer({ errorCode: '0' }))
  for (const orderNumber of ['A', 'B']) await client.getOrderStatusExtended({ orderNumber })
  expect([clock.waiting, sent.length]).toEqual([0, 2])
  expect(sent[0]!.signal.reason).toBe(sent[1]!.signal.reason)
})

test('a body that does not end is given up too', async () => {
  const { client, clock } = scripted(async () => new Response(new ReadableStream()))
  expect(await clock.drive(client.paymentorder(payment))).toMatchObject({ kind: 'ambiguous' })
})

test('each request is reported once, with its order and what it came to', async () => {
  const { client, onCall } = scripted(answer({ errorCode: '7' }))
  await client.paymentorder(payment)
  expect(onCall).toEqual([{ what: 'paymentorder.do', order: 'id', kind: 'refused' }])
})

test('an operation that the gateway does not have is not requested, so nothing was sent for payment', async () => {
  const sent: string[] = []
  const client = gatewayClient({
    base: 'https://gateway.example',
    profile: { ...gatewayProfiles.current, path: '/ab', absent: ['motoPayment'] },
    credentials: login,
    clock: fakeClock(),
    timeoutMs: 5000,
    fetch: async (url) => (sent.push(url), Response.json({ errorCode: '0' })),
  })
  const result = await client.motoPayment({ seToken: 'x' } as never)
  expect(result).toMatchObject({ kind: 'not-delivered', error: { kind: 'operation' } })
  await client.decline({ orderId: 'id' })
  expect(sent).toEqual(['https://gateway.example/ab/rest/decline.do'])
})

test('the page of the access server is an address', () => {
  expect(scripted(reset).client.acsRedirect('a b')).toBe(
    'https://gateway.example/base/payment/acsRedirect.do?orderId=a+b',
  )
})
