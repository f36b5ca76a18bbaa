import { expect } from 'vitest'
import { credentials, merchant, newNumber, open, post, registered } from '../stage.ts'
import type { Rule } from './rule.ts'

/** Rules of who may ask, and how. */
export const mannerRules: readonly Rule[] = [
  [
    'credentials are a login and password, or a token, never both',
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
    'the state is asked by orderId, or by orderNumber, which a token may not',
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
    'unknown parameters are ignored and empty ones are absent',
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
    'what the gateway does not know is 404',
    async (stage) => {
      expect((await open(stage, `${stage.base}/payment/rest/Register.do`)).status).toBe(404)
      expect((await post(stage, `${stage.base}/payment/rest/nonsense.do`, {})).status).toBe(404)
    },
  ],
]
