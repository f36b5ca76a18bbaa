import { afterAll, beforeAll, describe, test } from 'vitest'
import { fieldCases, rules } from './all-rules.ts'
import { inProcess, overHttp, setFixture, type Fixture } from './fixture.ts'
import { doneCases } from './rules/fields.ts'

// A socket changes nothing in how a rule is kept, so that over HTTP each operation is done once.
describe.each([
  ['in process', inProcess(), [...rules, ...fieldCases]],
  ['over HTTP', overHttp(), doneCases],
] as const)('the sandbox gateway, %s', (_, wire, cases) => {
  let fixture: Fixture
  beforeAll(async () => {
    // The other kinds of systems take more than the document describes.
    fixture = await setFixture(wire, { profile: 'specification' })
  })
  afterAll(() => fixture.close())

  test.each(cases)('%s', (__, check) => check(fixture))
})
