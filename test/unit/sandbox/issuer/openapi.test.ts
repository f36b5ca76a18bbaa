import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { inProcess } from '../../../conformance/gateway/fixture.ts'
import { setFixture, type Fixture } from '../../../conformance/issuing/fixture.ts'

interface Described {
  readonly security: readonly object[]
  readonly components: { readonly securitySchemes: object }
  readonly paths: Readonly<Record<string, { readonly post: { readonly responses: Readonly<Record<string, object>> } }>>
}

let fixture: Fixture
let result: Described
beforeAll(async () => {
  const wire = inProcess()
  fixture = await setFixture(wire)
  result = (await (await wire.fetch(new Request('http://issuing.test/openapi.json'))).json()) as Described
})
afterAll(() => fixture.close())

test('the issuer describes every operation, behind Basic credentials', () => {
  for (const { path } of Object.values(issuingApi)) expect(result.paths).toHaveProperty([path, 'post'])
  expect(result.components.securitySchemes).toEqual({ basic: { type: 'http', scheme: 'basic' } })
  expect(result.security).toEqual([{ basic: [] }])
})

interface Schema {
  readonly properties: object
  readonly required: string[]
}

function schemaOf(operation: string, status: number): Schema {
  const answer = result.paths[`/apigate/ws/rest/${operation}`]!.post.responses[status] as {
    readonly content: { readonly 'application/json': { readonly schema: Schema } }
  }
  return answer.content['application/json'].schema
}

/** The fields of an answer, by its description. */
const membersOf = (operation: string, status: number): string[] => Object.keys(schemaOf(operation, status).properties)

const basic = { authorization: `Basic ${btoa('bank:secret')}` }
const nobody = { accountNumber: 'nobody' }

test.each([
  [400, 'getAccountData', {}, basic],
  [401, 'getAccountData', nobody, {}],
  [413, 'getAccountData', { accountNumber: 'x'.repeat(2_000_000) }, basic],
  [415, 'getAccountData', nobody, { ...basic, 'content-type': 'text/plain' }],
  [422, 'getAccountData', nobody, basic],
  [200, 'changeAccountStatus', { ...nobody, accountStatus: 0 }, basic],
] as const)('HTTP %i is answered as it is described', async (status, operation, body, headers) => {
  const answer = await fixture.send(operation, body, headers)
  expect(answer.status).toBe(status)
  expect(Object.keys(answer.body as object)).toEqual(membersOf(operation, status))
})

test.each([
  ['changeAccountStatusInFe', { ...nobody, accountStatus: 0 }],
  ['blockCard', { cardIdentification: { cardId: 'nobody' }, hotCardStatus: 6 }],
  ['debitCard', { cardIdentification: { cardId: 'nobody' }, amount: 1, currency: 978 }],
] as const)('a refusal of %s has no field that is not described, and none less', async (operation, body) => {
  const { status, body: answer } = await fixture.send(operation, body, basic)
  const { properties, required } = schemaOf(operation, 200)
  expect(status).toBe(200)
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer as object)))
  expect(Object.keys(answer as object)).toEqual(expect.arrayContaining(required))
})

test('only an operation without a responseCode of its own refuses by 422', () => {
  const with422 = Object.keys(issuingApi).filter(
    (name) => '422' in result.paths[`/apigate/ws/rest/${name}`]!.post.responses,
  )
  expect(with422).toContain('getAccountData')
  expect(with422).not.toContain('changeAccountStatus')
  expect(with422).not.toContain('debitCard')
})

interface Body {
  readonly content: Readonly<
    Record<string, { readonly schema: { readonly properties: Readonly<Record<string, Partial<Schema>>> } }>
  >
}

test.each([
  ['serviceAction', 'cardIdentification', ['expDate']],
  ['bindCardToAccount', 'cardIdentification', ['cardNumber', 'expDate']],
  ['p2PTransfer', 'sourceCardIdentification', ['cardNumber', 'expDate']],
  ['p2PTransfer', 'destinationCardIdentification', ['cardNumber']],
  ['getTransactionCurrencies', 'cardIdentification', ['cardId']],
  ['getTransactionSchemeAdditions', 'cardIdentification', ['cardId']],
  ['debitCard', 'cardIdentification', []],
])('%s requires what the document makes mandatory in %s: %j', (operation, field, required) => {
  const { requestBody } = result.paths[`/apigate/ws/rest/${operation}`]!.post as unknown as { requestBody: Body }
  const { properties } = requestBody.content['application/json']!.schema
  expect(properties[field]!.required?.toSorted() ?? []).toEqual(required)
})
