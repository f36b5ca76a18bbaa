import { expect } from 'vitest'
import { verdictOf } from '#contract/gateway/credentials.ts'
import { credentials, merchant, newNumber, open, post, registered } from '../stage.ts'
import type { Rule } from './rule.ts'

/** Rules of who may ask, and how. */
export const mannerRules: readonly Rule[] = [
  [
    '5 credentials are a login and password, or a token, never both',
    async ({ gateway }) => {
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
  ],
  [
    'family: the state is asked by orderId, or by orderNumber, which a token may not',
    async (stage) => {
      const orderNumber = newNumber()
      const orderId = await registered(stage, { orderNumber })
      const ask = (fields: object) => stage.gateway.getOrderStatusExtended(fields)
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
  ],
  [
    'family: unknown parameters are ignored and empty ones are absent',
    async (stage) => {
      const answer = await post(stage, `${stage.base}/payment/rest/register.do`, {
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
  ],
  [
    '7 what the gateway does not know is 404',
    async (stage) => {
      expect((await open(stage, `${stage.base}/payment/rest/Register.do`)).status).toBe(404)
      expect((await post(stage, `${stage.base}/payment/rest/nonsense.do`, {})).status).toBe(404)
    },
  ],
  [
    '7 a body that is understood is HTTP 200, whatever the verdict, and one of another kind is not',
    async (stage) => {
      const json = (path: string, body: string, type = 'application/json') =>
        stage.carry(new Request(stage.base + path, { method: 'POST', body, headers: { 'content-type': type } }))
      const path = '/payment/recurrentPayment.do'
      expect((await json(path, '{}')).status).toBe(200)
      expect((await json(path, '{')).status).toBe(400)
      expect((await json(path, 'a=1', 'application/x-www-form-urlencoded')).status).toBe(415)
      expect((await json(path, '{}', 'text/plain')).status).toBe(415)
      expect((await json('/payment/rest/recurrentPayment.do', '{}')).status).toBe(404)
      expect((await json('/payment/rest/register.do', '{}')).status).toBe(415)
    },
  ],
  [
    '5 JSON endpoints take the credentials in their body, and tell a failure in error{code, message, description}',
    async (stage) => {
      const asked = { orderNumber: newNumber(), bindingId: 'nobody', amount: 100 }
      for (const login of [{}, { token: 'wrong' }, { ...credentials, token: merchant.token }])
        expect(await stage.gateway.recurrentPayment({ ...asked, ...login })).toEqual({
          success: false,
          error: { code: '5', message: 'Access denied', description: 'Access denied' },
        })
      for (const login of [credentials, { token: merchant.token }])
        expect(await stage.gateway.recurrentPayment({ ...asked, ...login, language: 'ru' })).toMatchObject({
          success: false,
          error: { code: '2', message: expect.stringMatching(/[а-я]/) },
        })
    },
  ],
  [
    '7 messages follow the language of the request, on every operation',
    async ({ gateway }) => {
      const ask = { ...credentials, language: 'ru' } as const
      for (const { errorMessage } of [
        await gateway.deposit({ ...ask, orderId: 'nobody', amount: 0 }),
        await gateway.refund({ ...ask, amount: 0 }),
        await gateway.getBindings({ ...ask, clientId: 'nobody' }),
        await gateway.unBindCard({ ...ask, bindingId: 'nobody' }),
        await gateway.paymentOrderBinding({ ...ask, mdOrder: 'nobody', bindingId: 'nobody' }),
      ])
        expect(errorMessage).toMatch(/[а-я]/)
    },
  ],
  [
    '7 success is success true or errorCode 0, and success wins where both are there',
    async () => {
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
  ],
]
