import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { inProcess, overHttp } from '../gateway/stage.ts'
import { rules } from './rules.ts'
import { fieldCases } from './rules/fields.ts'
import { setStage, type Stage } from './stage.ts'

describe.each([inProcess(), overHttp()])('the sandbox issuer, $name', (wire) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(wire)
  })
  beforeEach(() => stage.setRules('full'))
  afterAll(() => stage.close())

  test.each([...rules, ...fieldCases])('%s', (_, check) => check(stage))
})
