import { afterAll, beforeAll, describe, test } from 'vitest'
import { fieldCases, rules } from './all-rules.ts'
import { inProcess, overHttp, setStage, type Stage } from './stage.ts'

describe.each([inProcess(), overHttp()])('the sandbox gateway, $name', (wire) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(wire)
  })
  afterAll(() => stage.close())

  test.each([...rules, ...fieldCases])('%s', (_, check) => check(stage))
})
