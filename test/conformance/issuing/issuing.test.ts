import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { casesOn } from '../gateway/cases-on.ts'
import { inProcess, overHttp } from '../gateway/fixture.ts'
import { rules } from './rules.ts'
import { fieldCases } from './rules/fields.ts'
import { setFixture, type Fixture } from './fixture.ts'

describe.each([inProcess(), overHttp()])('the sandbox issuer, $name', (wire) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await setFixture(wire)
  })
  beforeEach(() => fixture.setRules('full'))
  afterAll(() => fixture.close())

  test.each([...rules, ...casesOn(wire, fieldCases)])('%s', (_, check) => check(fixture))
})
