import { describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { readAnswer } from '#gateway-client/read-answer.ts'

const status = gatewayApi.getOrderStatusExtended.response
const read = (text: string, schema: Parameters<typeof readAnswer>[0] = status) => readAnswer(schema, text)
const fieldsIn = (value: object): unknown => read(JSON.stringify(value))?.answer
const droppedIn = (value: object): string[] => [...(read(JSON.stringify(value))?.dropped ?? [])]

const paid = { errorCode: '0', orderNumber: 'A-17', orderStatus: 2, actionCode: 0, amount: 4990, currency: '978' }

describe('a field that decides', () => {
  test.each<[string, object]>([
    ['numbers as texts', { ...paid, orderStatus: '2', actionCode: '0', amount: '4990' }],
    ['texts as numbers', { ...paid, currency: 978 }],
    ['capitals', { errorCode: '0', OrderNumber: 'A-17', OrderStatus: 2, ActionCode: 0, Amount: 4990, Currency: '978' }],
    [
      'other capitals',
      { errorcode: '0', ordernumber: 'A-17', ORDERSTATUS: 2, actioncode: 0, AMOUNT: 4990, currency: '978' },
    ],
    ['both spellings with one value', { ...paid, OrderStatus: '2', ErrorCode: 0, Amount: 4990 }],
  ])('is read from %s', (_, value) => expect(fieldsIn(value)).toEqual(paid))

  test('is absent where it is null or empty', () => {
    expect(fieldsIn({ ...paid, currency: '', actionCode: null })).toEqual({
      errorCode: '0',
      orderNumber: 'A-17',
      orderStatus: 2,
      amount: 4990,
    })
  })

  const wrong: readonly unknown[] = [[], {}, true, 1.5, 'x', '1.5', 1e21, [1, 2]]
  test.each(['orderStatus', 'actionCode', 'amount'])(
    'makes the answer unreadable where it is no number: %s',
    (name) => {
      for (const value of wrong) expect(fieldsIn({ ...paid, [name]: value })).toBeUndefined()
    },
  )

  test.each(['orderNumber', 'currency', 'errorCode'])(
    'makes it unreadable where it is neither text nor number: %s',
    (name) => {
      for (const value of [[], {}, true]) expect(fieldsIn({ ...paid, [name]: value })).toBeUndefined()
    },
  )

  test.each([
    '{"orderStatus":0,"orderStatus":2}',
    '{"orderStatus":2,"orderStatus":2}',
    '{"OrderStatus":0,"orderStatus":2}',
    '{"amount":1,"AMOUNT":2}',
    '{"orderNumber":"A","orderNumber":"B"}',
    '{"errorCode":"0","ErrorCode":"5"}',
    '{"errorCode":"0","\\u0065rrorCode":"5"}',
  ])('makes it unreadable where it is given twice: %s', (text) => expect(read(text)).toBeUndefined())

  test('is the code of a refusal inside an error, too', () => {
    const { response } = gatewayApi.walletAPayment
    expect(read('{"success":false,"error":{"code":"1","code":"5"}}', response)).toBeUndefined()
    expect(read('{"success":false,"error":{"code":[5]}}', response)).toBeUndefined()
    expect(read('{"Success":"false","Error":{"Code":5}}', response)?.answer).toEqual({
      success: false,
      error: { code: 5 },
    })
  })

  test('is the list of stored cards, which without it would be empty', () => {
    const { response } = gatewayApi.getBindings
    expect(read('{"errorCode":"0","bindings":"none"}', response)).toBeUndefined()
    const bindings = '[{"bindingId":17,"expiryDate":203512,"maskedPan":[]},"x"]'
    expect(read(`{"errorCode":"0","bindings":${bindings}}`, response)).toEqual({
      answer: { errorCode: '0', bindings: [{ bindingId: '17', expiryDate: '203512' }] },
      dropped: new Set(['bindings.maskedPan', 'bindings']),
      isComplete: true,
    })
  })

  test('is the code that a bank’s app pays by; its status is not, nor what a reject says', () => {
    const { sbpGetQr, sbpRejectQr, sbpQrStatus, sbpGetBindings } = gatewayApi
    for (const wrong of ['"qrId":["a"]', '"payload":{}', '"qrId":"a","QrId":"b"', '"payload":"a","payload":"b"'])
      expect(read(`{"errorCode":"0",${wrong}}`, sbpGetQr.response), wrong).toBeUndefined()
    expect(read('{"errorCode":"0","rejected":"perhaps"}', sbpRejectQr.response)).toMatchObject({
      dropped: new Set(['rejected']),
    })
    expect(read('{"errorCode":"0","bindings":"none"}', sbpGetBindings.response)).toBeUndefined()
    expect(read('{"errorCode":0,"qrStatus":"PAUSED","qrType":7}', sbpQrStatus.response)).toMatchObject({
      answer: { errorCode: 0 },
      dropped: new Set(['qrStatus', 'qrType']),
    })
    expect(read('{"errorCode":0,"qrId":17,"payload":"https://bank.test","renderedQr":[]}', sbpGetQr.response)).toEqual({
      answer: { errorCode: 0, qrId: '17', payload: 'https://bank.test' },
      dropped: new Set(['renderedQr']),
      isComplete: true,
    })
  })
})

describe('any other field', () => {
  test.each<[string, object, object]>([
    ['a number for a text', { cardAuthInfo: { approvalCode: 123456 } }, { cardAuthInfo: { approvalCode: '123456' } }],
    ['a text for a number', { date: '1700000000000' }, { date: 1_700_000_000_000 }],
    [
      'one entry for a list',
      { attributes: { name: 'mdOrder', value: 17 } },
      { attributes: [{ name: 'mdOrder', value: '17' }] },
    ],
    ['a list of one for the entry', { cardAuthInfo: [{ pan: '1' }] }, { cardAuthInfo: { pan: '1' } }],
    [
      'a refund without a date',
      { refunds: [{ externalRefundId: 'r', amount: '10' }] },
      { refunds: [{ externalRefundId: 'r', amount: 10 }] },
    ],
    ['a name twice', { chargeback: 'TRUE' }, { chargeback: true }],
  ])('is kept: %s', (_, given, kept) => expect(fieldsIn({ ...paid, ...given })).toEqual({ ...paid, ...kept }))

  test.each<[string, object, string[]]>([
    ['a date in words', { date: 'Fri Nov 27' }, ['date']],
    ['a date with a fraction', { depositedDate: 1_700_000_000_000.5 }, ['depositedDate']],
    ['an object for a text', { ip: {} }, ['ip']],
    ['a text for an object', { bankInfo: 'x' }, ['bankInfo']],
    ['a list for an object', { bindingInfo: [{}, {}] }, ['bindingInfo']],
    ['one entry of a list', { refunds: ['x', 'y'] }, ['refunds']],
  ])('is dropped, and hides nothing: %s', (_, given, dropped) => {
    expect(fieldsIn({ ...paid, ...given })).toMatchObject(paid)
    expect(droppedIn({ ...paid, ...given })).toEqual(dropped)
  })

  test('may be given twice, and the last one counts', () => {
    const text = JSON.stringify(paid).replace('{', '{"ip":"1","ip":"2","more":{"amount":1,"amount":2},')
    expect(read(text)?.answer).toEqual({ ...paid, ip: '2' })
  })

  test('may have any name that is not known, and be as deep and long as it likes', () => {
    const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const text = JSON.stringify(paid).replace(
      '{',
      `{"__proto__":{"orderStatus":0},"toString":1,"basket":"${'x'.repeat(90_000)}","deep":${nested},`,
    )
    expect(read(text)).toEqual({ answer: paid, dropped: new Set(), isComplete: true })
  })
})

test.each(['', '[]', 'null', '1', '"a"', '{"errorCode":', `[${JSON.stringify(paid)}]`])('%s is no answer', (text) => {
  expect(read(text)).toBeUndefined()
})

test('the spellings of the 3-D Secure fields that differ by case alone are kept apart', () => {
  const { response } = gatewayApi.paymentorder
  const answer = { threeDSMethodUrl: 'a', threeDSMethodURL: 'b', threeDSMethodUrlServer: 'c' }
  expect(read(JSON.stringify(answer), response)?.answer).toEqual(answer)
})

test('keys may lack their expiry, or say it in words', () => {
  const { response } = gatewayApi.sealingKeys
  const keys = [{ keyValue: 'PEM', keyExpiration: 'never' }, { protocolVersion: 'RSA' }]
  expect(read(JSON.stringify({ keys }), response)?.answer).toEqual({ keys: [{ keyValue: 'PEM' }] })
  const endless = '{"keys":[{"keyValue":"PEM","keyExpiration":1e400}]}'
  expect(read(endless, response)?.answer).toEqual({ keys: [{ keyValue: 'PEM' }] })
  expect(read('{"keys":"none"}', response)).toMatchObject({ answer: {}, isComplete: false })
})
