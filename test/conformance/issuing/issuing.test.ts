import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { inProcess, overHttp } from '../gateway/fixture.ts'
import { rules } from './rules.ts'
import { doneCases, fieldCases } from './rules/fields.ts'
import { setFixture, type Fixture } from './fixture.ts'

// A socket changes nothing in how a rule is kept, so that over HTTP each operation is done once.
describe.each([
  ['in process', inProcess(), [...rules, ...fieldCases]],
  ['over HTTP', overHttp(), doneCases],
] as const)('the sandbox issuer, %s', (_, wire, cases) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await setFixture(wire)
  })
  beforeEach(() => fixture.setRules('full'))
  afterAll(() => fixture.close())

  test.each(cases)('%s', (__, check) => check(fixture))
})
