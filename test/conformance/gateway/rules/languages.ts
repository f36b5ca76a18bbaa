import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { credentials, newNumber, open, paid, registered, type Fixture } from '../fixture.ts'
import { rightRequests, type Name } from '../right-requests.ts'
import { penniless } from '../stored-cards.ts'
import { payA } from '../wallet-payments.ts'
import { ask, codeOf, messageOf } from './fields.ts'
import { rulesOf, type Rule } from './rule.ts'

/** The messages of the sandbox in each of its languages. */
const messages = {
  en: ['Success', 'No payment attempt yet', 'Field amount must be greater than 0', 'The payment is declined'],
  ru: ['Успешно', 'Попыток оплаты не было', 'Поле amount должно быть больше 0', 'Платёж отклонён'],
} as const

/** The language that each code is answered in. */
const codes = [
  ['en', 'en'],
  ['EN', 'en'],
  ['ru', 'ru'],
  ['RU', 'ru'],
  ['by', 'ru'],
  ['kz', 'ru'],
  ['kk', 'ru'],
  ['KK', 'ru'],
] as const

const answersIn = ([language, as]: (typeof codes)[number]): Rule => [
  `7 messages in ${language} are in the language that it is answered in, of every kind`,
  async (fixture) => {
    const [success, unpaid, wrong, declined] = messages[as]
    const orderId = await registered(fixture, { language })
    expect(await fixture.gateway.getOrderStatusExtended({ ...credentials, orderId, language })).toMatchObject({
      errorMessage: success,
      actionCodeDescription: unpaid,
    })
    const order = { ...credentials, orderNumber: newNumber(), amount: 0, returnUrl: 'https://shop.test/', language }
    expect(await fixture.gateway.register(order)).toMatchObject({ errorMessage: wrong })
    expect(await paid(fixture, orderId, penniless, { language })).toMatchObject({ error: declined })
  },
]

const labels = {
  en: ['en', 'Card number', 'There is no such order.'],
  ru: ['ru', 'Номер карты', 'Такого заказа нет.'],
  by: ['ru', 'Номер карты', 'Такого заказа нет.'],
  kz: ['ru', 'Номер карты', 'Такого заказа нет.'],
  kk: ['ru', 'Номер карты', 'Такого заказа нет.'],
} as const

const shows = ([language, [tag, label, unknown]]: [string, readonly [string, string, string]]): Rule => [
  `4.1 the payment page of language ${language} is in the language that it is answered in`,
  async (fixture) => {
    const { formUrl } = await fixture.gateway.register({
      ...credentials,
      orderNumber: newNumber(),
      amount: 100,
      returnUrl: 'https://shop.test/',
      language,
    })
    const page = await (await open(fixture, formUrl!)).text()
    expect(page).toContain(`<html lang="${tag}">`)
    expect(page).toContain(label)
    expect(await (await open(fixture, formUrl!.replace(/=.*/, '=nobody'))).text()).toContain(unknown)
  },
]

/** Every operation that has a language. */
const named = (Object.keys(rightRequests) as Name[]).filter((name) =>
  Object.hasOwn(gatewayApi[name].request.shape, 'language'),
)

const refuses = (name: Name): Rule => [
  `4.1 a language that is no code of two letters is an error of code 5, by ${name}`,
  async (fixture) => {
    const { fields, trace } = await rightRequests[name](fixture)
    const before = await trace()
    for (const language of ['english', 'e', '1', 'e1', 'en-GB']) {
      const answer = await ask(fixture, gatewayApi[name], { ...fields, language })
      expect([codeOf(answer), messageOf(answer)]).toEqual([
        '5',
        'Field language must be an ISO 639-1 code of two letters',
      ])
    }
    expect(await trace()).toEqual(before)
  },
]

const defaults = (name: Name): Rule => [
  `4.1 a language beside the five is answered in the default one, by ${name}`,
  async (fixture) => {
    const { fields } = await rightRequests[name](fixture)
    const answer = await ask(fixture, gatewayApi[name], { ...fields, language: 'be' })
    expect(codeOf(answer) ?? '0').toBe('0')
    expect(messageOf(answer) ?? 'Success').toBe('Success')
  },
]

/** The errors of a JSON operation for wrong fields, in a language. */
async function errorOf(fixture: Fixture, name: Name, wrong: object): Promise<{ message: string; description: string }> {
  const { fields } = await rightRequests[name](fixture)
  const { error } = await ask(fixture, gatewayApi[name], { ...fields, ...wrong })
  return error!
}

const json = ['recurrentPayment', 'walletAPayment', 'walletADirect', 'walletBPayment', 'walletBDirect'] as const

/** Wrong values with the sentence for the payer; the developer's names the field. */
const wrongs: readonly (readonly [wrong: Record<string, unknown>, message: string])[] = [
  [{ description: '1'.repeat(599) }, 'The payment cannot be made. Please contact the shop.'],
  [{ description: '1'.repeat(599), language: 'ru' }, 'Оплатить не удалось. Обратитесь в магазин.'],
  [{ description: '1'.repeat(599), language: 'by' }, 'Оплатить не удалось. Обратитесь в магазин.'],
  [{ description: '1'.repeat(599), language: 'kz' }, 'Оплатить не удалось. Обратитесь в магазин.'],
]

const audiences = (name: (typeof json)[number]): Rule => [
  `4.7 message is a plain sentence for the payer and description names field and rule for the developer, by ${name}`,
  async (fixture) => {
    for (const [wrong, message] of wrongs) {
      const error = await errorOf(fixture, name, wrong)
      expect(error.message).toBe(message)
      expect(error.description).toMatch(/description.*598/)
    }
    const { fields } = await rightRequests[name](fixture)
    await ask(fixture, gatewayApi[name], fields)
    expect((await ask(fixture, gatewayApi[name], fields)).error).toMatchObject({ description: expect.any(String) })
  },
]

/** Rules of the languages of answers and pages, and of whom each sentence is for. */
const written = rulesOf({
  async '4.7 message names what a payer can correct'(fixture) {
    expect(await errorOf(fixture, 'walletADirect', { email: 'nobody' })).toEqual({
      code: '10',
      message: 'Check the e-mail address and the phone number.',
      description: 'Field email must be an e-mail address',
    })
    expect(
      await errorOf(fixture, 'walletADirect', { billingPayerData: { billingPostalCode: '1'.repeat(10) } }),
    ).toEqual({
      code: '10',
      message: 'Check the billing address.',
      description: 'Field billingPayerData.billingPostalCode must have at most 9 characters',
    })
    const orderNumber = newNumber()
    await payA(fixture, { orderNumber })
    expect((await payA(fixture, { orderNumber })).error).toEqual({
      code: '10',
      message: 'This order has been received already. Please ask the shop whether it is paid.',
      description: 'An order with this number is already registered',
    })
    expect(await errorOf(fixture, 'recurrentPayment', { bindingId: 'nobody' })).toEqual({
      code: '2',
      message: 'The stored card cannot be used. Please pay in another way.',
      description: 'Field bindingId does not name a binding that can be used',
    })
  },
})

export const languageRules: readonly Rule[] = [
  ...codes.map(answersIn),
  ...Object.entries(labels).map(shows),
  ...named.map(refuses),
  ...named.map(defaults),
  ...json.map(audiences),
  ...written,
]
