import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { basket, rightRequests, type Name } from '../right-requests.ts'
import type { Fixture } from '../fixture.ts'
import { withValue, type Path } from '../wrong-fields.ts'
import { ask, label, messageOf } from './fields.ts'
import { rulesOf, type Rule } from './rule.ts'

const inBasket: Path = ['orderBundle', 'cartItems', 'items']
const inItem = (field: string): Path => [...inBasket, 0, field]
const items = basket.cartItems.items

/** Values of a basket that are refused, with the errorCode and the rule. */
const ofBasket: readonly (readonly [path: Path, value: unknown, rule: string])[] = [
  [inBasket, [], 'must have at least 1 entry'],
  [inBasket, items[0], 'must be a list'],
  [[...inItem('itemDetails'), 'itemDetailsParams'], [], 'must have at least 1 entry'],
  [inItem('positionId'), 0, 'must be at least 1'],
  [inItem('positionId'), '1.0', 'must be a whole number'],
  [inItem('itemPrice'), '617.0', 'must be a whole number'],
  [inItem('itemAmount'), '1234.0', 'must be a whole number'],
  [inItem('itemCurrency'), 999, 'must be a known ISO 4217 code'],
  [inItem('itemCurrency'), 0, 'must be a known ISO 4217 code'],
  [inItem('itemCurrency'), 1, 'must be a known ISO 4217 code'],
  [inItem('itemCurrency'), 978.5, 'must be a whole number'],
]

const atBasket = ([path, value, rule]: (typeof ofBasket)[number]): Rule => [
  `2.4 a basket whose ${path.slice(2).join('.')} is ${JSON.stringify(value).slice(0, 20)} is refused`,
  async (fixture) => {
    const { fields, trace } = await rightRequests.register(fixture)
    const before = await trace()
    const sent = withValue({ ...fields, orderBundle: basket }, path, value)
    expect(await ask(fixture, gatewayApi.register, sent)).toEqual({
      errorCode: '5',
      errorMessage: `Field ${path.join('.')} ${rule}`,
    })
    expect(await trace()).toEqual(before)
  },
]

const dated = [
  ['register', ['expirationDate']],
  ['register', ['orderBundle', 'orderCreationDate']],
  ['registerPreAuth', ['autocompletionDate']],
  ['registerPreAuth', ['autoReverseDate']],
  ['motoPayment', ['autocompletionDate']],
  ['motoPayment', ['autoReverseDate']],
  ['walletAPayment', ['autocompletionDate']],
  ['walletADirect', ['autoReverseDate']],
  ['walletBPayment', ['autocompletionDate']],
  ['walletBDirect', ['autoReverseDate']],
] as const satisfies readonly (readonly [Name, Path])[]

const noDates = ['2030-13-45T99:99:99', '2031-02-31T00:00:00', '2031-02-29T00:00:00', '2031-01-01T24:00:00']

const dates = ([name, path]: (typeof dated)[number]): Rule => [
  `${path[0] === 'orderBundle' ? '2.4' : gatewayApi[name].source.split(/[,;]/)[0]} ${label(name)} refuses ${path.join('.')} of a day or a time that does not exist`,
  async (fixture) => {
    const { fields } = await rightRequests[name](fixture)
    const start = { ...fields, ...(name !== 'register' && { preAuth: true }), orderBundle: basket }
    for (const date of noDates)
      expect(messageOf(await ask(fixture, gatewayApi[name], withValue(start, path, date)))).toBe(
        `Field ${path.join('.')} must be a date that exists`,
      )
  },
]

const registering = async (fixture: Fixture, change: object) => {
  const { fields } = await rightRequests.register(fixture)
  return ask(fixture, gatewayApi.register, { ...fields, ...change })
}

const done = { orderId: expect.any(String) }

/** Rules of what is no value of its type, or of its list. */
const written = rulesOf({
  async '2.4 preOrderDate is a day that exists'(fixture) {
    const day = (preOrderDate: string) => registering(fixture, { preOrderPayerData: { preOrderDate } })
    expect(await day('20320229')).toMatchObject(done)
    for (const wrong of ['20310229', '20310231', '20310431'])
      expect(messageOf(await day(wrong))).toBe('Field preOrderPayerData.preOrderDate must be a date that exists')
  },
  async '2.4 an Integer of a basket has no fraction, as a text or as a number of JSON, and a quantity may have one'(
    fixture,
  ) {
    const json = JSON.stringify(basket)
    const withText = (from: string, to: string) => registering(fixture, { orderBundle: json.replace(from, to) })
    for (const [field, from] of Object.entries({ positionId: '1', itemPrice: '617' }))
      for (const to of [`${from}.0`, `${from}.00`, `"${from}.0"`])
        expect(messageOf(await withText(`"${field}":${from}`, `"${field}":${to}`))).toBe(
          `Field orderBundle.cartItems.items.0.${field} must be a whole number`,
        )
    for (const quantity of ['2.0', '2.000', '2.5', '"2.5"'])
      expect(await withText('"value":2', `"value":${quantity}`)).toMatchObject(done)
    expect(await withText('"A cup"', '"A cup of 1.0 l, 2.0"')).toMatchObject(done)
  },
  async '4.1 an Integer has no fraction: 1000.0 is none'(fixture) {
    for (const field of ['amount', 'sessionTimeoutSecs', 'feeInput'])
      for (const value of ['1000.0', '1000.5'])
        expect(await registering(fixture, { [field]: value })).toEqual({
          errorCode: '5',
          errorMessage: `Field ${field} must be a whole number`,
        })
  },
  async '4.9 the same holds for an Integer of a JSON body'(fixture) {
    const { fields } = await rightRequests.walletBPayment(fixture)
    const send = async (amount: string) => {
      const body = JSON.stringify(fields).replace('"amount":100', `"amount":${amount}`)
      const headers = { 'content-type': 'application/json' }
      const url = fixture.base + gatewayApi.walletBPayment.path
      return (await fixture.fetch(new Request(url, { method: 'POST', body, headers }))).json() as Promise<unknown>
    }
    for (const amount of ['100.0', '100.5', '"100.0"'])
      expect(await send(amount)).toMatchObject({
        success: false,
        error: { code: '10', description: 'Field amount must be a whole number' },
      })
    expect(await send('100')).toMatchObject({ success: true })
  },
  async '4.1 currency is one of ISO 4217 that can be paid in, for an order and for a wallet'(fixture) {
    for (const currency of ['001', '000', '999', '963', '974', '810'])
      expect(await registering(fixture, { currency })).toEqual({
        errorCode: '3',
        errorMessage: 'Field currency must be a known ISO 4217 code',
      })
    for (const currency of ['978', '933', '008', '643'])
      expect(await registering(fixture, { currency })).toMatchObject(done)
    const { fields } = await rightRequests.walletBPayment(fixture)
    expect(messageOf(await ask(fixture, gatewayApi.walletBPayment, { ...fields, currencyCode: '001' }))).toBe(
      'Field currencyCode must be a known ISO 4217 code',
    )
  },
  async '2.4 an itemCurrency below 100 is the code without its zeros'(fixture) {
    for (const itemCurrency of [8, 36, 978])
      expect(
        await registering(fixture, {
          orderBundle: withValue(basket, ['cartItems', 'items', 0, 'itemCurrency'], itemCurrency),
        }),
      ).toMatchObject(done)
  },
  async 'family: refundItems is a list of at least one entry, each as a basket has it'(fixture) {
    const { fields } = await rightRequests.refund(fixture)
    const refund = (list: unknown) => ask(fixture, gatewayApi.refund, { ...fields, refundItems: { items: list } })
    expect(messageOf(await refund([]))).toBe('Field refundItems.items must have at least 1 entry')
    expect(messageOf(await refund(items[0]))).toBe('Field refundItems.items must be a list')
    expect(messageOf(await refund([{ ...items[0], positionId: 0 }]))).toBe(
      'Field refundItems.items.0.positionId must be at least 1',
    )
  },
})

export const strictnessRules: readonly Rule[] = [...ofBasket.map(atBasket), ...dated.map(dates), ...written]
