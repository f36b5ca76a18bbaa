import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { rightRequests, type Name } from '../right-requests.ts'
import { byTrusted, credentials, paid, registered, stateOf, type Fixture } from '../fixture.ts'
import { enrolled, newClient, notEnrolled } from '../stored-cards.ts'
import { ask, messageOf } from './fields.ts'
import { rulesOf, type Rule } from './rule.ts'

/** Attributes of every kind as they are sent, and as `merchantOrderParams` reports them. */
const sent =
  '{"seat":"12 A","row":12,"window":true,"aisle":false,"meal":null,"bags":[],"tags":["a",1],"rate":1.50,"fee":2.0,"big":12345678901234567890}'
const reported = [
  ['seat', '12 A'],
  ['row', '12'],
  ['window', 'true'],
  ['aisle', 'false'],
  ['meal', ''],
  ['bags', '[]'],
  ['tags', '["a",1]'],
  ['rate', '1.5'],
  ['fee', '2.0'],
  ['big', '12345678901234567890'],
].map(([name, value]) => ({ name, value }))

/** Sends a request whose attributes are JSON text as it stands, and returns the answer. */
async function send({ base, fetch }: Fixture, name: Name, fields: object, attributes: string): Promise<unknown> {
  const { path, encoding } = gatewayApi[name]
  const body =
    encoding === 'json'
      ? JSON.stringify({ ...fields, additionalParameters: 0 }).replace(/0}$/, `${attributes}}`)
      : new URLSearchParams({ ...(fields as Record<string, string>), jsonParams: attributes }).toString()
  const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const request = new Request(base + path, { method: 'POST', body, headers: { 'content-type': type } })
  return (await fetch(request)).json()
}

const keeps = (name: Name, section: string): Rule => [
  `${section} attributes that are numbers, booleans, null or lists are taken and kept, by ${name}`,
  async (fixture) => {
    const { fields } = await rightRequests[name](fixture)
    await send(fixture, name, fields, sent)
    const { orderNumber } = fields as { orderNumber: string }
    const state = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(state.merchantOrderParams).toEqual(reported)
  },
]

/** Rules of free-form attributes: jsonParams, and additionalParameters of the JSON operations. */
const written = rulesOf({
  async '4.1 no attributes are an empty object, and an empty list, as PHP writes one'(fixture) {
    for (const none of ['{}', '[]', 'null']) {
      const { fields } = await rightRequests.register(fixture)
      expect(await send(fixture, 'register', fields, none)).toMatchObject({ orderId: expect.any(String) })
      const json = await rightRequests.recurrentPayment(fixture)
      expect(await send(fixture, 'recurrentPayment', json.fields, none)).toMatchObject({ success: true })
    }
  },
  async '4.1 attributes are an object, and none of them is an object itself'(fixture) {
    const { fields } = await rightRequests.register(fixture)
    const refused = async (jsonParams: string) =>
      messageOf(await ask(fixture, gatewayApi.register, { ...fields, jsonParams }))
    for (const wrong of ['[1]', '1', 'true', 'text', '{bad'])
      expect(await refused(wrong)).toBe('Field jsonParams must be an object')
    for (const wrong of ['{"seat":{}}', '{"seat":{"row":1}}', '{"seat":[{}]}', '{"seat":[[]]}'])
      expect(await refused(wrong)).toMatch(/^Field jsonParams\.seat(?:\.0)? must be a text, a number /)
  },
  async '4.4 the result of an own 3DS server may have numbers and nulls'(fixture) {
    const id = await registered(fixture, byTrusted)
    const jsonParams = { eci: 5, cavv: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', xid: null, threeDsType: 3, seats: 2 }
    await paid(fixture, id, enrolled, { ...byTrusted, jsonParams })
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({
      orderStatus: 2,
      merchantOrderParams: [{ name: 'seats', value: '2' }],
      cardAuthInfo: { secureAuthInfo: { eci: 5, threeDsType: '3' } },
    })
  },
  async '3 the terms of a recurrent binding may be numbers, and null is none'(fixture) {
    const clientId = newClient()
    const pay = async (jsonParams: object) =>
      paid(fixture, await registered(fixture, { clientId }), notEnrolled, {
        tii: 'RI',
        jsonParams: jsonParams as never,
      })
    expect(await pay({ recurringFrequency: null, recurringExpiry: 20_301_231 })).toMatchObject({
      errorCode: '4',
      errorMessage: 'Field jsonParams.recurringFrequency is required with tii RI',
    })
    expect(await pay({ recurringFrequency: 28, recurringExpiry: 20_301_231 })).toMatchObject({ errorCode: '0' })
    const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId })
    expect(bindings).toMatchObject([{ bindingCategory: 'RECURRENT' }])
  },
})

export const attributeRules: readonly Rule[] = [
  keeps('register', '4.1'),
  keeps('motoPayment', '4.5'),
  keeps('recurrentPayment', '4.11'),
  keeps('walletAPayment', '4.7'),
  keeps('walletBDirect', '4.10'),
  ...written,
]
