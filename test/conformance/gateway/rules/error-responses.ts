import { expect } from 'vitest'
import { verdictOf } from '#server-contract/gateway/credentials.ts'
import { debitedOrder, heldOrder } from '../paid-orders.ts'
import { credentials, merchant, newNumber, open, post, registered } from '../fixture.ts'
import { newClient, stored } from '../stored-cards.ts'
import { rulesOf } from './rule.ts'

/** Rules of who may send requests, and how. */
export const errorResponseRules = rulesOf({
  async '5 credentials are a login and password, or a token, never both'({ gateway }) {
    const ask = (fields: object) => gateway.getOrderStatusExtended({ orderNumber: 'x', ...fields })
    const denied = { errorCode: '5', errorMessage: 'Access denied' }
    expect(await ask({})).toMatchObject(denied)
    expect(await ask({ ...credentials, password: 'wrong' })).toMatchObject(denied)
    expect(await ask({ ...credentials, token: merchant.token })).toMatchObject(denied)
    expect(await ask({ password: merchant.password, token: merchant.token })).toMatchObject(denied)
    expect(await ask({ token: 'wrong' })).toMatchObject(denied)
    expect(await ask({ userName: merchant.login })).toMatchObject({ errorCode: '4' })
    expect(await ask({ ...credentials, merchantLogin: 'other-api' })).toMatchObject(denied)
    expect(await ask({ token: 'wrong', language: 'ru' })).toMatchObject({ errorMessage: 'Доступ запрещён' })
    expect(await ask(credentials)).toMatchObject({ errorCode: '6' })
  },
  async '5 wrong credentials are reported before a wrong field'(fixture) {
    const form = { ...credentials, password: 'wrong', orderId: 'x'.repeat(37) }
    const answer = await post(fixture, `${fixture.base}/payment/rest/getOrderStatusExtended.do`, form)
    expect(await answer.json()).toMatchObject({ errorCode: '5', errorMessage: 'Access denied' })
  },
  async 'family: the state is asked by orderId, or by orderNumber, which a token may not'(fixture) {
    const orderNumber = newNumber()
    const orderId = await registered(fixture, { orderNumber })
    const ask = (fields: object) => fixture.gateway.getOrderStatusExtended(fields)
    const { token } = merchant
    expect(await ask(credentials)).toMatchObject({ errorCode: '1' })
    expect(await ask({ token, orderNumber })).toMatchObject({ errorCode: '5' })
    expect(await ask({ token, orderId })).toMatchObject({ errorCode: '0', orderNumber })
    expect(await ask({ ...credentials, orderId, orderNumber: 'other' })).toMatchObject({
      errorCode: '0',
      orderNumber,
    })
    expect(await ask({ token: 'other-token', orderId })).toMatchObject({ errorCode: '6' })
  },
  async 'family: unknown parameters are ignored and empty ones are absent'(fixture) {
    const answer = await post(fixture, `${fixture.base}/payment/rest/register.do`, {
      ...credentials,
      orderNumber: newNumber(),
      amount: '100',
      returnUrl: 'https://shop.test/',
      bindingId: '',
      token: '',
      jsonParams: 'null',
      nonsense: 'yes',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('orderId')
  },
  async '7 what the gateway does not know is 404'(fixture) {
    expect((await open(fixture, `${fixture.base}/payment/rest/Register.do`)).status).toBe(404)
    expect((await post(fixture, `${fixture.base}/payment/rest/nonsense.do`, {})).status).toBe(404)
  },
  async '5 JSON endpoints take the credentials in their body, and return a failure in error{code, message, description}'(
    fixture,
  ) {
    const request = { orderNumber: newNumber(), bindingId: 'nobody', amount: 100 }
    for (const login of [{}, { token: 'wrong' }, { ...credentials, token: merchant.token }])
      expect(await fixture.gateway.recurrentPayment({ ...request, ...login })).toEqual({
        success: false,
        error: {
          code: '5',
          message: 'The payment cannot be made. Please contact the shop.',
          description: 'Access denied',
        },
      })
    for (const login of [credentials, { token: merchant.token }])
      expect(await fixture.gateway.recurrentPayment({ ...request, ...login, language: 'ru' })).toMatchObject({
        success: false,
        error: { code: '2', message: expect.stringMatching(/[а-я]/) },
      })
  },
  async '7 messages follow the language of the request, on every operation, whether it was done or refused'(fixture) {
    const { gateway } = fixture
    const ask = { ...credentials, language: 'ru' } as const
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    for (const { errorMessage } of [
      await gateway.deposit({ ...ask, orderId: 'nobody', amount: 0 }),
      await gateway.refund({ ...ask, amount: 0 }),
      await gateway.getBindings({ ...ask, clientId: 'nobody' }),
      await gateway.unBindCard({ ...ask, bindingId: 'nobody' }),
      await gateway.paymentOrderBinding({ ...ask, mdOrder: 'nobody', bindingId: 'nobody' }),
      await gateway.getBindings({ ...ask, clientId }),
      await gateway.unBindCard({ ...ask, bindingId }),
      await gateway.bindCard({ ...ask, bindingId }),
      await gateway.decline({ ...ask, orderId: await registered(fixture) }),
      await gateway.deposit({ ...ask, orderId: await heldOrder(fixture), amount: 0 }),
      await gateway.reverse({ ...ask, orderId: await heldOrder(fixture) }),
      await gateway.refund({ ...ask, orderId: await debitedOrder(fixture), amount: 0 }),
      await gateway.getOrderStatusExtended({ ...ask, orderId: await registered(fixture) }),
    ])
      expect(errorMessage).toMatch(/^[^A-Z]*[а-я]/)
  },
  async '7 the rule that a field breaks is named in the language of the request too'({ gateway }) {
    const order = { ...credentials, language: 'ru', orderNumber: newNumber(), returnUrl: 'https://shop.test/' }
    for (const [broken, errorMessage] of [
      [{ amount: 0 }, 'Поле amount должно быть больше 0'],
      [{ amount: 1, features: ['ANY'] }, /^Поле features должно быть одним из: VERIFY/],
      [{ amount: 1, currency: '999' }, 'Поле currency должно быть известным кодом ISO 4217'],
      [{ amount: 1, autoReverseDate: '2001-01-01T00:00:00' }, 'Поле autoReverseDate должно быть датой в будущем'],
    ] as const)
      expect(await gateway.registerPreAuth({ ...order, ...broken } as never)).toMatchObject({
        errorMessage: expect.stringMatching(errorMessage),
      })
  },
  async '7 success is success true or errorCode 0, and success wins where both are there'() {
    const done = { done: true, errorCode: 0, message: '' }
    for (const answer of [{}, { errorCode: 0 }, { errorCode: '0' }, { success: true }])
      expect(verdictOf(answer)).toEqual(done)
    expect(verdictOf({ success: true, errorCode: '5' })).toMatchObject({ done: true })
    expect(verdictOf({ success: false, errorCode: '0' })).toMatchObject({ done: false })
    expect(verdictOf({ errorCode: '5', errorMessage: 'No' })).toEqual({ done: false, errorCode: 5, message: 'No' })
    const error = { code: '10', message: 'No' }
    expect(verdictOf({ success: false, error })).toEqual({ done: false, errorCode: 10, message: 'No' })
    expect(verdictOf({ error })).toMatchObject({ done: false })
  },
})
