import fastify from 'fastify'
import { expect, test } from 'vitest'
import { loginWith } from '../../../demo/operator/login.ts'

const shop = 'http://shop.test'
const authorization = `Basic ${Buffer.from('any:password').toString('base64')}`

test.each([
  ['GET', {}, 200],
  ['HEAD', {}, 200],
  ['POST', { origin: shop }, 200],
  ['POST', {}, 403],
  ['POST', { origin: 'http://evil.test' }, 403],
] as const)('%s with the password, %j: %i', async (method, headers, status) => {
  const app = fastify()
  app.addHook(
    'onRequest',
    loginWith('password', () => shop),
  )
  app.get('/operator', () => 'orders')
  app.post('/operator', () => 'done')
  const request = { method, url: '/operator' } as const
  expect((await app.inject({ ...request, headers: { ...headers, authorization } })).statusCode).toBe(status)
  expect((await app.inject({ ...request, headers })).statusCode).toBe(401)
})
