import { expect } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { afterwards, available, debitOf, EURO, historyOf } from '../money-moves.ts'
import { rulesOf } from './rule.ts'

const basic = (login: string, password: string): string => `Basic ${btoa(`${login}:${password}`)}`
const mine = basic('bank', 'secret')

/** Rules of the transport, the same for all operations. */
export const errorResponseRules = rulesOf({
  async '4 the interface has 44 operations, each a POST to its own name'() {
    expect(Object.keys(issuingApi)).toHaveLength(44)
    for (const [name, { method, path }] of Object.entries(issuingApi))
      expect([method, path]).toEqual(['POST', `/apigate/ws/rest/${name}`])
  },
  async '4 every operation of the table is answered, and nothing beside them'(fixture) {
    for (const name of Object.keys(issuingApi)) expect((await fixture.send(name, {})).status, name).toBe(400)
    for (const name of ['', 'nonsense', 'DebitCard', 'debitCard/', '__proto__', 'constructor'])
      expect((await fixture.send(name, {})).status, name).toBe(404)
  },
  async '5 every operation requires Basic credentials, and reveals nothing of it to others'(fixture) {
    const owner = await fixture.newOwner()
    const wrong = ['', mine.slice(6), basic('bank', 'wrong'), basic('Bank', 'secret'), `Bearer ${btoa('bank:secret')}`]
    for (const authorization of wrong)
      expect(await fixture.send('debitCard', debitOf(owner), { authorization })).toEqual({
        status: 401,
        body: { errorCode: '401', errorDesc: 'Basic credentials are required' },
      })
    for (const name of Object.keys(issuingApi)) expect((await fixture.send(name, {}, {})).status, name).toBe(401)
    expect(await historyOf(fixture, owner, 'PURCHASE')).toEqual([])
  },
  async '7 the completion code is a String: 00, or another with a sentence in the shape of the operation'(fixture) {
    const owner = await fixture.newOwner()
    const { accountNumber } = owner
    expect(await fixture.send('changeAccountStatus', { accountNumber, accountStatus: 0 })).toEqual({
      status: 200,
      body: { responseCode: '00' },
    })
    const refused = { responseCode: '14', message: expect.stringMatching(/^\w+ \w/) }
    expect(await fixture.send('changeAccountStatus', { accountNumber: 'nobody', accountStatus: 0 })).toEqual({
      status: 200,
      body: refused,
    })
    expect(await fixture.send('getAccountData', { accountNumber: 'nobody' })).toEqual({ status: 422, body: refused })
  },
  async 'sandbox: a refusal that is not in the history has a trace number of its own, by which nothing is found'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const nobody = { ...debitOf(owner), cardIdentification: { cardNumber: '4000009999999999' } }
    const refused = await fixture.issuing.debitCard(nobody)
    expect(refused).toMatchObject({
      responseCode: '14',
      processingCode: '000000',
      systemTraceAuditNumber: expect.any(Number),
      rrn: expect.stringMatching(new RegExp(`${refused.systemTraceAuditNumber}$`)),
    })
    const again = await fixture.issuing.debitCard(nobody)
    expect(again.systemTraceAuditNumber).toBe(refused.systemTraceAuditNumber - 1)
    await fixture.issuing.debitCard(debitOf(owner))
    expect(await fixture.issuing.reversal(afterwards(owner, refused, 100))).toMatchObject({ responseCode: '78' })
  },
  async '2.1 a body must be JSON, whole, and an object'(fixture) {
    const owner = await fixture.newOwner()
    const before = fixture.remembered()
    const type = (contentType: string) => ({ authorization: mine, 'content-type': contentType })
    const whole = JSON.stringify(debitOf(owner))
    for (const body of [whole.slice(0, -1), '', 'null', '[]', '"text"', '5', `[${whole}]`])
      expect(await fixture.send('debitCard', body), body).toEqual({
        status: 400,
        body: { responseCode: '30', message: expect.any(String) },
      })
    for (const other of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(await fixture.send('debitCard', whole, type(other)), other).toEqual({
        status: 415,
        body: { responseCode: '30', message: expect.any(String) },
      })
    expect(fixture.remembered()).toBe(before)
    expect(await fixture.send('debitCard', whole, type('application/json; charset=utf-8'))).toMatchObject({
      status: 200,
    })
  },
  async '2.1 a JSON number is taken where the document has a String that looks like one, and strings come back'(
    fixture,
  ) {
    const { cardNumber, accountNumber } = await fixture.newOwner()
    const cardIdentification = { cardNumber: Number(cardNumber), expDate: 203412 }
    expect(await fixture.send('debitCard', { cardIdentification, amount: 100, currency: EURO })).toMatchObject({
      status: 200,
      body: { responseCode: '00', rrn: expect.any(String) },
    })
    expect(await fixture.send('getAccountData', { accountNumber: Number(accountNumber) })).toMatchObject({
      status: 200,
      body: { accountData: { number: accountNumber } },
    })
  },
  async '2.1 an Integer is a JSON number: text, a fraction and what is not exact are refused'(fixture) {
    const owner = await fixture.newOwner()
    for (const amount of ['100', 1.5, 1e30, -1, null, true, [100], {}])
      expect(await fixture.send('debitCard', { ...debitOf(owner), amount }), String(amount)).toEqual({
        status: 400,
        body: { responseCode: '30', message: expect.stringMatching(/^amount /) },
      })
    expect(
      await fixture.send('debitCard', JSON.stringify(debitOf(owner)).replace('"amount":100', '"amount":1e2')),
    ).toMatchObject({
      status: 200,
    })
  },
  async '4 a list may come nested under its name, as the examples have it, one entry without its brackets too'(
    fixture,
  ) {
    const { accountNumber } = await fixture.newOwner()
    const read = async () => (await fixture.issuing.getAllowedMccList({ accountNumber })).mccList
    for (const [mccList, expected] of [
      [
        [5411, 5499],
        [5411, 5499],
      ],
      [{ mcc: [5411] }, [5411]],
      [{ mcc: 5499 }, [5499]],
      [{ mcc: [] }, []],
    ] as const) {
      expect(await fixture.send('setAllowedMccList', { accountNumber, mccList })).toMatchObject({ status: 200 })
      expect(await read()).toEqual(expected)
    }
    for (const mccList of [{ other: [5411] }, { mcc: [5411], more: 1 }, 5411, 'mcc', null])
      expect((await fixture.send('setAllowedMccList', { accountNumber, mccList })).status).toBe(400)
  },
  async 'sandbox: names of what every object has are only unknown fields'(fixture) {
    const owner = await fixture.newOwner()
    const body = JSON.stringify(debitOf(owner))
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await fixture.send('debitCard', `{"${name}":{"polluted":"yes"},${body.slice(1)}`)
      expect(answer, name).toMatchObject({ status: 400, body: { responseCode: '30' } })
    }
    const inside = body.replace('"cardNumber"', '"__proto__":{"cardNumber":"1"},"cardNumber"')
    expect((await fixture.send('debitCard', inside)).status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    for (const cardId of ['__proto__', 'constructor', 'toString'])
      expect(await fixture.send('debitCard', { ...debitOf(owner), cardIdentification: { cardId } })).toMatchObject({
        status: 200,
        body: { responseCode: '14' },
      })
    expect(await available(fixture, owner)).toBe(1_000_000)
  },
})
