import { beforeAll, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { inProcess, open, setFixture } from '../../../conformance/gateway/fixture.ts'

interface Described {
  readonly operationId: string
  readonly description: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

interface Schema {
  readonly description?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

let document: Document
beforeAll(async () => {
  const fixture = await setFixture(inProcess())
  document = (await (await open(fixture, `${fixture.base}/openapi.json`)).json()) as Document
  await fixture.close()
})

const described = (name: keyof typeof gatewayApi): Described =>
  document.paths[gatewayApi[name].path]![gatewayApi[name].method.toLowerCase()]!

const answerOf = (name: keyof typeof gatewayApi): Schema =>
  described(name).responses['200']!.content!['application/json']!.schema

/** The schema of a field, by its dotted path. */
const at = (schema: Schema, path: string): Schema =>
  path.split('.').reduce((inner, name) => inner.properties![name]!, schema)

test('the gateway describes every operation it answers', () => {
  const { paths } = document
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  expect(names).toEqual(
    Object.entries<Operation>(gatewayApi).map(([name, { method, path }]) => `${name}: ${method} ${path}`),
  )
})

test('every operation says how it fails, beside its answer', () => {
  for (const [name, { answers, method }] of Object.entries<Operation>(gatewayApi)) {
    const { responses } = described(name as keyof typeof gatewayApi)
    const failures = ['400', '404', '429', '500', '502']
    const unread = ['413', '415']
    expect([name, Object.keys(responses).toSorted()]).toEqual([
      name,
      ['200', ...(answers === 'page' ? ['303'] : []), ...(method === 'POST' ? unread : []), ...failures].toSorted(),
    ])
    for (const status of failures)
      expect(responses[status]!.content!['application/json']!.schema.properties).toHaveProperty('error')
  }
})

test('a body that cannot be read is described in the shape of the operation', () => {
  const shape = (name: keyof typeof gatewayApi) =>
    Object.keys(described(name).responses['415']!.content!['application/json']!.schema.properties!)
  expect(shape('register')).toEqual(['success', 'errorCode', 'errorMessage'])
  expect(shape('motoPayment')).toEqual(expect.arrayContaining(['success', 'errorCode', 'errorMessage']))
  expect(shape('walletAPayment')).toEqual(['success', 'error'])
})

test('an answer says how long a text of it may be', () => {
  expect(at(answerOf('getOrderStatusExtended'), 'cardAuthInfo.approvalCode').maxLength).toBe(6)
})

test('the code of a JSON error is text of 3 characters, or a number', () => {
  expect(at(answerOf('walletAPayment'), 'error.code')).toMatchObject({
    anyOf: [{ type: 'string', maxLength: 3 }, { type: 'number' }],
  })
})

test('a reader of answers takes a text that is longer than it should be', () => {
  const errorMessage = 'x'.repeat(513)
  expect(gatewayApi.deposit.response.parse({ errorCode: '0', errorMessage })).toEqual({ errorCode: '0', errorMessage })
})

test('fields that are no words of the specification are marked, and those that are it are not', () => {
  const order = answerOf('getOrderStatusExtended')
  for (const path of ['paymentWay', 'tii', 'refunds', 'cardAuthInfo.secureAuthInfo.threeDsType'])
    expect(at(order, path).description).toMatch(/family/i)
  for (const path of ['orderStatus', 'operations', 'bankInfo', 'cardAuthInfo.secureAuthInfo.eci'])
    expect(at(order, path).description).toBeUndefined()
  expect(at(answerOf('walletBPayment'), 'data.packedCReq').description).toMatch(/family/i)
  const request = described('getBindings').requestBody!.content['application/x-www-form-urlencoded']!.schema
  expect([at(request, 'language').description, at(request, 'clientId').description]).toEqual(['Family', undefined])
  for (const name of ['registerPreAuth', 'walletBDirect'] as const)
    expect(described(name).description).toMatch(/^Source: 4\.\d+; answer: family$/)
})
