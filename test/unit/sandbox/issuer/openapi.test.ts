import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuingApi } from '#contract/issuing/api.ts'
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

/** The fields of an answer, by its description. */
function membersOf(operation: string, status: number): string[] {
  const answer = result.paths[`/apigate/ws/rest/${operation}`]!.post.responses[status] as {
    readonly content: { readonly 'application/json': { readonly schema: { readonly properties: object } } }
  }
  return Object.keys(answer.content['application/json'].schema.properties)
}

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

test('only an operation without a responseCode of its own refuses by 422', () => {
  const with422 = Object.keys(issuingApi).filter(
    (name) => '422' in result.paths[`/apigate/ws/rest/${name}`]!.post.responses,
  )
  expect(with422).toContain('getAccountData')
  expect(with422).not.toContain('changeAccountStatus')
  expect(with422).not.toContain('debitCard')
})
