import { describe, expect, test } from 'vitest'
import { answering, approved, debit, errorOf } from './bank.ts'

const cardIdentification = { cardId: '1000017' }
const listWithLongs = {
  limits: [{ name: 'A', value: 'LONG', currentValue: 'LONG', limitExceptions: [{ value: 'LONG' }] }],
}
const period = { startDate: '2030-01-01' }

describe('an answer is read tolerantly', () => {
  test('with fields that are not known, and null for those that may be absent', async () => {
    const sent = {
      ...approved,
      authorizationIdResponse: null,
      message: null,
      paymentSpecificData: null,
      news: { a: 1 },
    }
    expect(await answering(sent).bank.debitCard(debit)).toEqual(approved)
  })

  test('also inside its members', async () => {
    const known = { cardId: '1', cardNumber: '4444555511113333', hotCardStatus: 77 }
    const card = { ...known, embossedName: null, accounts: null, colour: 'red' }
    const { bank } = answering({ cardData: card, took: 17 })
    expect(await bank.getCardData({ cardIdentification })).toEqual({ cardData: known })
  })

  test('with numbers for text, and digits for numbers', async () => {
    const sent = { ...approved, rrn: 17, systemTraceAuditNumber: '000018', acquirerFeeAmount: '50' }
    const read = { ...approved, rrn: '17', systemTraceAuditNumber: 18, acquirerFeeAmount: 50 }
    expect(await answering(sent).bank.debitCard(debit)).toEqual(read)
  })

  test.each([
    ['of a JSON number', '9007199254740993', 9007199254740993n],
    ['of a text', '"9007199254740993"', 9007199254740993n],
    ['of the smallest Long', '-9223372036854775808', -9223372036854775808n],
    ['of a text that a number holds', '"17"', 17],
  ])('with every digit %s in each Long', async (_, written, read) => {
    const reading = JSON.stringify(listWithLongs).replaceAll('"LONG"', written)
    const { limits } = await answering(reading).bank.getCardLimits({ cardIdentification })
    expect(limits).toEqual([{ name: 'A', value: read, currentValue: read, limitExceptions: [{ value: read }] }])
  })

  test('with every digit of a number where the document has text', async () => {
    const reading = '{"cardData":{"cardNumber":9007199254740993021}}'
    const { cardData } = await answering(reading).bank.getCardData({ cardIdentification })
    expect(cardData).toEqual({ cardNumber: '9007199254740993021' })
  })

  test('with values that no table lists, and texts longer than a request may have them', async () => {
    const limit = { name: 'X'.repeat(100), startDate: '01.05.2030', value: -1, cycleType: 20 }
    const limits = await answering({ limits: [limit] }).bank.getCardLimits({ cardIdentification })
    expect(limits).toEqual({ limits: [limit] })
    const restriction = { countryId: 440, transactionGroupId: 1, status: 'PAUSED' }
    const { bank } = answering({ regions: [], transactionGroups: [], restrictions: [restriction] })
    expect((await bank.getGeoRestrictions({ cardIdentification })).restrictions).toEqual([restriction])
  })

  test.each([
    ['as the tables have it', [{ id: 1 }], [{ id: 1 }]],
    ['nested as the examples have it', { order: [{ id: 1 }] }, [{ id: 1 }]],
    ['nested, of one entry', { order: { id: 1 } }, [{ id: 1 }]],
    ['nested, of none', { order: null }, []],
    ['as an empty object', {}, []],
    ['as null', null, undefined],
  ])('with a list %s', async (_, orderList, read) => {
    const { bank } = answering({ orderList })
    expect(await bank.getPaymentOrders({ merchantNumber: '1', institutionId: '1' })).toEqual({ orderList: read })
  })

  test('with a responseCode where the operation promises none', async () => {
    const { bank } = answering({ responseCode: '00', currencies: [978] })
    expect(await bank.getTransactionCurrencies({ cardIdentification })).toEqual({ currencies: [978] })
  })

  test('without what the document does not make mandatory', async () => {
    const { bank } = answering({})
    expect(await bank.getTransactions({ cardIdentification, period })).toEqual({})
    expect(await bank.getCardData({ cardIdentification })).toEqual({})
    expect(await bank.isCustomerExist({ customerNumber: '17' })).toEqual({})
    expect(await answering({ limits: [{}] }).bank.getCardLimits({ cardIdentification })).toEqual({ limits: [{}] })
  })

  test('with an object of one field, which is no list', async () => {
    const cardData = { cardNumber: '4000000000000002' }
    expect(await answering({ cardData }).bank.getCardData({ cardIdentification })).toEqual({ cardData })
    const accounts = [{ product: { productName: 'Current' } }]
    expect(await answering({ accounts }).bank.getCustomerInfo({ customerNumber: '17' })).toEqual({ accounts })
  })

  test('with entries of customParameters in whatever shape a bank gives them', async () => {
    const cardData = { cardNumber: '4000000000000002', customParameters: ['one', { name: 'two', value: 2 }, null] }
    expect(await answering({ cardData }).bank.getCardData({ cardIdentification })).toEqual({ cardData })
  })

  test('where it is empty, as that of setKey', async () => {
    const key = { hostId: 1, keyType: 'ENKTTAK', key: '0123456789ABCDEF', newKeyPrefix: 'U' } as const
    expect(await answering({}).bank.setKey(key)).toEqual({})
  })
})

describe('an answer that cannot be read', () => {
  test('says which field, and keeps the code that came', async () => {
    const { rrn: _, ...without } = approved
    const error = await errorOf(answering(without).bank.debitCard(debit))
    expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown', code: '00', field: 'rrn', status: 200 })
    expect(error.sentence).toBe('rrn cannot be read')
  })

  test.each([
    ['no object', '[]'],
    ['nothing', ''],
    ['null', 'null'],
    ['text', '"approved"'],
    ['a list of something else', { transactions: ['x'] }],
    ['a Long of more than 64 bits', '{"transactions":[{"boUtrnno":9223372036854775808}]}'],
    ['a Long that is no whole number', { transactions: [{ boUtrnno: 1.5 }] }],
  ])('is %s', async (_, body) => {
    const error = await errorOf(answering(body).bank.getTransactions({ cardIdentification, period }))
    expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown' })
  })

  test('has an identifier whose last digits JSON has lost', async () => {
    const { bank } = answering('{"currencies":[9007199254740993]}')
    expect(await errorOf(bank.getTransactionCurrencies({ cardIdentification }))).toMatchObject({
      kind: 'unreadable',
      field: 'currencies.0',
    })
  })
})
