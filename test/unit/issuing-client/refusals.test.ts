import { describe, expect, test } from 'vitest'
import { responseCodes } from '../../../server/issuing.ts'
import { answering, approved, debit, errorOf, PAN } from './bank.ts'

describe('a refusal is an error, whatever way it travels', () => {
  test('a responseCode in the shape of the operation', async () => {
    const { bank } = answering({ ...approved, responseCode: '51', message: 'amount is more than the account has' })
    expect(await errorOf(bank.debitCard(debit))).toMatchObject({
      kind: 'refused',
      outcome: 'refused',
      operation: 'debitCard',
      code: '51',
      field: 'amount',
      sentence: 'amount is more than the account has',
      status: 200,
    })
  })

  test('a responseCode of an operation that answers none, with HTTP 200', async () => {
    const { bank } = answering({ responseCode: '14' })
    const error = await errorOf(bank.getCardLimits({ cardIdentification: { cardNumber: PAN } }))
    expect(error).toMatchObject({ kind: 'refused', code: '14', sentence: responseCodes['14'], status: 200 })
    expect(error.field).toBeUndefined()
  })

  test('a responseCode that no table lists, and one that came as a number', async () => {
    expect(await errorOf(answering({ responseCode: 'ZZ' }).bank.debitCard(debit))).toMatchObject({
      outcome: 'refused',
      code: 'ZZ',
    })
    expect(await errorOf(answering({ responseCode: 5 }).bank.debitCard(debit))).toMatchObject({
      outcome: 'refused',
      code: '05',
      sentence: responseCodes['05'],
    })
  })

  // The codes of the family's own table.
  test.each(
    `01 03 04 05 12 13 14 15 16 30 33 36 37 41 43 51 55 57 61 62 65 75 76 77 78 79 81 82 92 93 94 95 97 98
     A1 A2 A3 A4 A6 A7 A8 A9 AA AB AC AD AF AG`.split(/\s+/),
  )('responseCode %s without a message has the sentence of the table', async (responseCode) => {
    const error = await errorOf(answering({ ...approved, responseCode }).bank.debitCard(debit))
    expect(error).toMatchObject({ kind: 'refused', code: responseCode })
    expect(error.sentence).toMatch(/^(?!the answer leaves).{8,}$/)
  })

  test('HTTP 422 with a sentence, which names its field', async () => {
    const body = { responseCode: '92', message: 'cardIdentification.cardNumber is that of another bank' }
    const { bank } = answering(body, 422)
    const error = await errorOf(bank.getCardData({ cardIdentification: { cardNumber: PAN } }))
    expect(error).toMatchObject({ kind: 'refused', code: '92', status: 422, field: 'cardIdentification.cardNumber' })
    expect(error.message).toBe('getCardData: cardIdentification.cardNumber is that of another bank (code 92, HTTP 422)')
  })

  test('HTTP 400, with the code of a format error', async () => {
    const { bank } = answering({ responseCode: '30', message: 'currency must be one of ours' }, 400)
    const error = await errorOf(bank.debitCard(debit))
    expect(error).toMatchObject({ outcome: 'refused', code: '30', field: 'currency', status: 400 })
  })

  test('HTTP 401 as the service says it, or as a page of a server before it', async () => {
    const { bank } = answering({ errorCode: '401', errorDesc: 'Basic credentials are required' }, 401)
    expect(await errorOf(bank.debitCard(debit))).toMatchObject({
      outcome: 'refused',
      code: '401',
      sentence: 'Basic credentials are required',
    })
    const page = await errorOf(answering('<html><h1>401</h1></html>', 401).bank.debitCard(debit))
    expect(page).toMatchObject({
      outcome: 'refused',
      status: 401,
      sentence: 'the login or the password is refused',
    })
    expect(page.code).toBeUndefined()
  })

  test('HTTP 404, which says what url must be', async () => {
    const error = await errorOf(answering('', 404).bank.debitCard(debit))
    expect(error).toMatchObject({ outcome: 'refused', status: 404 })
    expect(error.sentence).toContain('/apigate/ws/rest')
  })
})

describe('what leaves open whether the bank has done it is unknown', () => {
  test.each(['08', '31', '68', '85', '90', '91', '96', 'AE'])('responseCode %s', async (responseCode) => {
    for (const status of [200, 422])
      expect(await errorOf(answering({ ...approved, responseCode }, status).bank.debitCard(debit))).toMatchObject({
        kind: 'undecided',
        outcome: 'unknown',
        code: responseCode,
      })
  })

  test.each([302, 408, 499, 500, 502, 504])('HTTP %d', async (status) => {
    const error = await errorOf(answering('<html>', status).bank.p2PTransfer(transfer))
    expect(error).toMatchObject({ kind: 'undecided', outcome: 'unknown', status })
  })
})

const transfer = {
  sourceCardIdentification: { cardNumber: PAN, expDate: '203412' },
  destinationCardIdentification: { cardNumber: PAN },
  amount: 100,
  currency: 978,
  senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: '1 High Street' },
  pointOfServiceConditionCode: 'web',
}

describe("a card number in the bank's words", () => {
  test.each([
    [`card ${PAN} is not ours`, 'card ****7899 is not ours'],
    ['card 4000 0012 3456 7899 is not ours', 'card ****7899 is not ours'],
    ['card 4000-0012-3456-7899 is not ours', 'card ****7899 is not ours'],
    ['card 400000123456 or 4000001234567899123', 'card ****3456 or ****9123'],
  ])('%s', async (message, sentence) => {
    expect(await errorOf(answering({ responseCode: '14', message }).bank.debitCard(debit))).toMatchObject({ sentence })
  })

  test('or in its code, or where the sentence names no field of the request', async () => {
    const error = await errorOf(
      answering({ responseCode: PAN, message: `Nobody has ${PAN}` }, 422).bank.debitCard(debit),
    )
    expect(error.field).toBeUndefined()
    expect(error.code).toBe(PAN.slice(0, 6))
  })

  test('makes no error longer than a sentence', async () => {
    const message = `no\n\n\tsuch ${'x'.repeat(1000)}`
    const { sentence } = await errorOf(answering({ responseCode: '14', message }).bank.debitCard(debit))
    expect(sentence).toMatch(/^no such x+$/)
    expect(sentence).toHaveLength(300)
  })
})
