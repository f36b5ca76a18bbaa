import { describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { meaningOf, type HttpResult } from '#gateway-client/answer-kind.ts'

const failure = (code: string, cause?: unknown): HttpResult => ({
  failure: Object.assign(new Error('failed', { cause }), { code }),
})
/** As Deno's fetch fails: without a code, the step in the message of the cause. */
const inDeno = (step: string): HttpResult => {
  const request = 'error sending request for url (https://gateway.bank.example/payment/rest/paymentorder.do)'
  return { failure: new TypeError('fetch failed', { cause: new Error(`${request}: client error ${step}`) }) }
}
const body = (text: string, status = 200): HttpResult => ({ status, body: text })

/** The answer to a payment, and its meaning. */
const rows: readonly (readonly [what: string, seen: HttpResult, kind: string])[] = [
  ['done, the code as text', body('{"errorCode":"0"}'), 'answered'],
  ['done, the code as a number', body('{"errorCode":0,"info":"ok"}'), 'answered'],
  ['done, without a code', body('{"info":"ok"}'), 'answered'],
  ['done, with unknown fields', body('{"errorCode":"0","more":{"a":[1]}}'), 'answered'],
  ['refused', body('{"errorCode":"5","errorMessage":"no"}'), 'refused'],
  ['refused, as a number', body('{"errorCode":7}'), 'refused'],
  ['a connection refused', failure('ECONNREFUSED'), 'not-delivered'],
  ['a name unknown', failure('ENOTFOUND'), 'not-delivered'],
  ['no name server', failure('EAI_AGAIN'), 'not-delivered'],
  ['no connection in time', failure('UND_ERR_CONNECT_TIMEOUT'), 'not-delivered'],
  [
    'a fetch whose cause is a refused connection',
    { failure: new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }) },
    'not-delivered',
  ],
  ['a connection refused, in Deno', inDeno('(Connect): tcp connect error: Connection refused'), 'not-delivered'],
  ['a name unknown, in Deno', inDeno('(Connect): dns error: failed to lookup address information'), 'not-delivered'],
  ['a certificate refused, in Deno', inDeno('(Connect): invalid peer certificate: UnknownIssuer'), 'not-delivered'],
  ['closed after the request, in Deno', inDeno('(SendRequest): connection closed before message'), 'ambiguous'],
  ['marked by the fetch', { failure: new NotDelivered('handshake') }, 'not-delivered'],
  ['reset', failure('ECONNRESET'), 'ambiguous'],
  ['the other side closed', failure('UND_ERR_SOCKET'), 'ambiguous'],
  ['a broken pipe', failure('EPIPE'), 'ambiguous'],
  ['a host that went away', failure('EHOSTUNREACH'), 'ambiguous'],
  ['no headers in time', failure('UND_ERR_HEADERS_TIMEOUT'), 'ambiguous'],
  ['no body in time', failure('UND_ERR_BODY_TIMEOUT'), 'ambiguous'],
  ['something thrown that is no error', { failure: 'oops' }, 'ambiguous'],
  ...[201, 204, 301, 302, 307, 400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 429, 500, 502, 503, 504].map(
    (status) => [`HTTP ${status}`, body('{"errorCode":"0"}', status), 'ambiguous'] as const,
  ),
  ['no JSON', body('<html>'), 'ambiguous'],
  ['nothing', body(''), 'ambiguous'],
  ['half a JSON', body('{"errorCode":"0"'), 'ambiguous'],
  ['a name twice', body('{"errorCode":"5","errorCode":"0"}'), 'ambiguous'],
  ['a list', body('[]'), 'ambiguous'],
  ['null', body('null'), 'ambiguous'],
  ['a code of a foreign type', body('{"errorCode":[0]}'), 'ambiguous'],
  ['a long answer', body(`{"info":"${'x'.repeat(1_000_000)}"}`), 'answered'],
  ['a flood', body(`{"info":"${'x'.repeat(1_048_576)}"}`), 'ambiguous'],
]

test.each(rows)('%s', (_, seen, kind) => {
  expect(meaningOf(gatewayApi.paymentorder, seen).kind).toBe(kind)
})

test('a whole number whose last digits JSON loses is never passed on as another one', () => {
  const text = '{"errorCode":"0","orderStatus":2,"amount":9007199254740993}'
  expect(meaningOf(gatewayApi.getOrderStatusExtended, body(text)).kind).toBe('ambiguous')
})

describe('success', () => {
  const formOperations = [
    gatewayApi.register,
    gatewayApi.paymentorder,
    gatewayApi.paymentOrderBinding,
    gatewayApi.getOrderStatusExtended,
    gatewayApi.deposit,
    gatewayApi.getBindings,
  ]
  test.each(formOperations)('wins over errorCode at $path', (operation) => {
    expect(meaningOf(operation, body('{"success":true,"errorCode":"7"}')).kind).toBe('answered')
    expect(meaningOf(operation, body('{"success":false,"errorCode":"0"}'))).toMatchObject({ kind: 'refused' })
    expect(meaningOf(operation, body('{"success":false,"errorCode":5}'))).toMatchObject({ errorCode: 5 })
  })

  const jsonOperations = [gatewayApi.walletAPayment, gatewayApi.walletBDirect, gatewayApi.recurrentPayment]
  test.each(jsonOperations)('false with a code that is a number is a refusal at $path', (operation) => {
    for (const code of ['10', 10])
      expect(meaningOf(operation, body(JSON.stringify({ success: false, error: { code, message: 'No' } })))).toEqual({
        kind: 'refused',
        errorCode: 10,
        message: 'No',
      })
  })
})

describe('a field that is null', () => {
  test('is absent, at any depth, and the answer is read', () => {
    const text = JSON.stringify({
      errorCode: '0',
      errorMessage: null,
      orderNumber: 'A-1',
      orderStatus: 2,
      ip: null,
      refunds: null,
      cardAuthInfo: { pan: null, maskedPan: '411111**1111', secureAuthInfo: null },
      attributes: [{ name: 'mdOrder', value: null }],
    })
    const attributes = [{ name: 'mdOrder' }]
    const cardAuthInfo = { maskedPan: '411111**1111' }
    expect(meaningOf(gatewayApi.getOrderStatusExtended, body(text))).toEqual({
      kind: 'answered',
      answer: { errorCode: '0', orderNumber: 'A-1', orderStatus: 2, cardAuthInfo, attributes },
    })
  })

  test('says nothing about success', () => {
    expect(meaningOf(gatewayApi.walletAPayment, body('{"success":null,"error":null}')).kind).toBe('ambiguous')
    const refused = '{"success":null,"error":{"code":"10","message":null}}'
    expect(meaningOf(gatewayApi.walletAPayment, body(refused))).toEqual({ kind: 'refused', errorCode: 10, message: '' })
  })
})

describe('an answer that leaves out what it promises', () => {
  const jsonOperations = [
    gatewayApi.walletAPayment,
    gatewayApi.walletADirect,
    gatewayApi.walletBPayment,
    gatewayApi.recurrentPayment,
  ]
  test.each(jsonOperations)('says neither success nor failure at $path: ambiguous', (operation) => {
    for (const text of ['{}', '{"data":{"orderId":"an-order"}}', '{"orderStatus":{"orderStatus":2}}'])
      expect(meaningOf(operation, body(text)).kind).toBe('ambiguous')
  })

  test.each(jsonOperations)(
    'has an error without a code at $path: a refusal only where success says so',
    (operation) => {
      const error = { message: 'No' }
      expect(meaningOf(operation, body(JSON.stringify({ error }))).kind).toBe('ambiguous')
      expect(meaningOf(operation, body(JSON.stringify({ success: true, error }))).kind).toBe('answered')
      expect(meaningOf(operation, body(JSON.stringify({ success: false, error })))).toEqual({
        kind: 'refused',
        errorCode: Number.NaN,
        message: 'No',
      })
    },
  )

  test('has no orderId where the specification does not make it mandatory', () => {
    for (const operation of jsonOperations)
      for (const text of ['{"success":true}', '{"success":true,"data":{}}'])
        expect(meaningOf(operation, body(text)).kind).toBe('answered')
  })

  test('is a refusal where it says so, and otherwise nothing', () => {
    for (const operation of [gatewayApi.motoPayment, gatewayApi.sealingKeys]) {
      expect(meaningOf(operation, body('{"errorCode":"5"}'))).toMatchObject({ kind: 'refused', errorCode: 5 })
      expect(meaningOf(operation, body('{"errorCode":"0"}')).kind).toBe('ambiguous')
    }
  })

  test('lists a stored card of which it says little', () => {
    const bindings = [{ bindingId: 'b', bindingCategory: 'OTHER' }, {}]
    expect(meaningOf(gatewayApi.getBindings, body(JSON.stringify({ errorCode: '0', bindings })))).toEqual({
      kind: 'answered',
      answer: { errorCode: '0', bindings },
    })
  })
})

test('a refusal of a JSON operation keeps the sentence for developers apart from that for shoppers', () => {
  const error = { code: '10', message: 'Pay in another way.', description: 'Field language must be one of ru, en' }
  expect(meaningOf(gatewayApi.walletAPayment, body(JSON.stringify({ success: false, error })))).toEqual({
    kind: 'refused',
    errorCode: 10,
    message: error.message,
    description: error.description,
  })
})

describe('the method step of a wallet payment', () => {
  const spellings = [
    ['threeDSMethodUrl', 'threeDSMethodUrlServer'],
    ['threeDSMethodURL', 'threeDSMethodURLServer'],
  ] as const
  test.each(spellings)('is read where the addresses are %s and %s', (...names) => {
    const addresses = Object.fromEntries(names.map((name) => [name, 'https://acs.example/method']))
    const data = { orderId: 'an-order', is3DSVer2: true, threeDSServerTransId: 'transaction-1', ...addresses }
    for (const operation of [gatewayApi.walletAPayment, gatewayApi.walletBPayment, gatewayApi.walletBDirect])
      expect(meaningOf(operation, body(JSON.stringify({ success: true, data })))).toEqual({
        kind: 'answered',
        answer: { success: true, data },
      })
  })
})

describe('what is reported of it', () => {
  test('a refusal has the code as a number, and the words', () => {
    expect(meaningOf(gatewayApi.decline, body('{"errorCode":"06","errorMessage":"Unknown order"}'))).toEqual({
      kind: 'refused',
      errorCode: 6,
      message: 'Unknown order',
    })
  })

  test('why quotes no text of the answer', () => {
    expect(meaningOf(gatewayApi.decline, body('secret'))).toEqual({
      kind: 'ambiguous',
      why: 'an answer that is not what the operation promises',
    })
  })
})
