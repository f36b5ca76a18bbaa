import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { Fixture } from '../fixture.ts'
import { rulesOf, type Rule } from './rule.ts'

/** What must not come back in any answer. */
const SECRET = 'Secret-5f21'
const query = `?userName=shop-api&password=${SECRET}`

interface Sent {
  readonly path: string
  readonly body?: string
  readonly type?: string
  readonly method?: string
}

/** Sends a request as it is, and reads the answer's status and body; the secret is in none. */
async function send({ base, fetch }: Fixture, { path, body, type, method = 'POST' }: Sent) {
  const headers = type === undefined ? {} : { 'content-type': type }
  const given = body === undefined ? {} : { body: new TextEncoder().encode(body) }
  const answer = await fetch(new Request(base + path, { method, headers, redirect: 'manual', ...given }))
  const text = await answer.text()
  expect(text + JSON.stringify([...answer.headers])).not.toContain(SECRET)
  return [answer.status, JSON.parse(text) as unknown] as const
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const ofForm = (errorMessage: string) => ({ errorCode: '5', errorMessage })
const ofOldStatus = (ErrorMessage: string) => ({ ErrorCode: '5', ErrorMessage })
const ofJson = (description: string) => ({
  success: false,
  error: { code: '10', message: 'The payment cannot be made. Please contact the shop.', description },
})

const operations = Object.entries<Operation>(gatewayApi).filter(([, { method }]) => method === 'POST')

const ownShape = ([name, { path, encoding }]: (typeof operations)[number]): Rule => [
  `7 a body of another kind, or one that cannot be read, is refused in the shape of ${name}`,
  async (fixture) => {
    const secret = `{"password":"${SECRET}"`
    const shape =
      name === 'getOrderStatus' || name === 'acknowledge' ? ofOldStatus : encoding === 'json' ? ofJson : ofForm
    const refusal = (sentence: string) =>
      name === 'motoPayment' ? { success: false, ...shape(sentence) } : shape(sentence)
    const right = encoding === 'json' ? JSON_TYPE : FORM
    const other = encoding === 'json' ? FORM : JSON_TYPE
    for (const type of [other, 'text/plain', 'multipart/form-data; boundary=x', undefined])
      expect(await send(fixture, { path: path + query, body: secret, ...(type && { type }) })).toEqual([
        415,
        refusal(`Content-Type must be ${right}`),
      ])
    const large = `password=${SECRET}${'x'.repeat(1_100_000)}`
    expect(await send(fixture, { path, body: large, type: right })).toEqual([413, refusal('The body is too large')])
    if (encoding === 'json')
      for (const body of [secret, `[${secret}]`, '', SECRET, `{"__proto__":{"password":"${SECRET}"}}`])
        expect(await send(fixture, { path: path + query, body, type: right })).toEqual([
          400,
          refusal('The body cannot be read as JSON'),
        ])
  },
]

/** Rules of requests that no operation can read. */
const written = rulesOf({
  async '7 a body that is understood is HTTP 200, whatever the verdict'(fixture) {
    const path = '/payment/recurrentPayment.do'
    for (const body of ['{}', ' {} ', '{"password":"Secret-5f21","userName":"shop-api"}'])
      expect((await send(fixture, { path, body, type: JSON_TYPE }))[0]).toBe(200)
    expect((await send(fixture, { path, body: '{}', type: `${JSON_TYPE}; charset=utf-8` }))[0]).toBe(200)
    const form = { path: '/payment/rest/register.do', body: `password=${SECRET}&userName=x` }
    expect((await send(fixture, { ...form, type: `${FORM}; charset=utf-8` }))[0]).toBe(200)
  },
  async '7 an address that is none is 404, whatever is sent to it, and repeats nothing of the query'(fixture) {
    for (const path of [
      '/payment/rest/nonsense.do',
      '/payment/rest/recurrentPayment.do',
      '/payment/walletA/nonsense.do',
    ])
      for (const sent of [
        { body: `password=${SECRET}`, type: FORM },
        { body: `{"password":"${SECRET}"`, type: JSON_TYPE },
        { body: SECRET, type: 'text/plain' },
      ])
        expect(await send(fixture, { path: path + query, ...sent })).toEqual([404, { error: 'Not Found' }])
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await send(fixture, { path: `/payment/rest/register.do${query}`, method })).toEqual([
        404,
        { error: 'Not Found' },
      ])
  },
  async '7 an address that cannot be read is 400, and repeats nothing of it'(fixture) {
    const path = `/payment/rest/%zz.do${query}`
    expect(await send(fixture, { path, body: `password=${SECRET}`, type: FORM })).toEqual([
      400,
      { error: 'Bad Request' },
    ])
  },
})

export const unreadableRules: readonly Rule[] = [...operations.map(ownShape), ...written]
