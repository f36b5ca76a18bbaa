import { afterAll, beforeAll, describe, test } from 'vitest'
import { fieldCases, rules } from './all-rules.ts'
import { casesOn } from './cases-on.ts'
import { inProcess, overHttp, setFixture, type Fixture } from './fixture.ts'

describe.each([inProcess(), overHttp()])('the sandbox gateway, $name', (wire) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await setFixture(wire)
  })
  afterAll(() => fixture.close())

  test.each([...rules, ...casesOn(wire, fieldCases)])('%s', (_, check) => check(fixture))
})
