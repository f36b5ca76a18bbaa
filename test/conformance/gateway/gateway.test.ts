import { afterAll, beforeAll, describe, test } from 'vitest'
import { afterRules } from './rules/after.ts'
import { bindingRules } from './rules/bindings.ts'
import { cardRules } from './rules/card.ts'
import { challengeRules } from './rules/challenge.ts'
import { initiatorRules } from './rules/initiators.ts'
import { mannerRules } from './rules/manners.ts'
import { orderRules } from './rules/orders.ts'
import { threeDs1Rules } from './rules/three-ds-1.ts'
import { threeDs2Rules } from './rules/three-ds-2.ts'
import { inProcess, overHttp, setStage, type Stage } from './stage.ts'

/** How the online gateway behaves, as rules that any of its subjects must keep. */
const rules = [
  orderRules,
  cardRules,
  threeDs2Rules,
  challengeRules,
  threeDs1Rules,
  initiatorRules,
  bindingRules,
  afterRules,
  mannerRules,
].flat()

describe.each([inProcess(), overHttp()])('the sandbox gateway, $name', (wire) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(wire)
  })
  afterAll(() => stage.close())

  test.each(rules)('%s', (_, check) => check(stage))
})
