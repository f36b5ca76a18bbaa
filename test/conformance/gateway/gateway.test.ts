import { afterAll, beforeAll, describe, test } from 'vitest'
import { afterRules } from './rules/after.ts'
import { bindingRules } from './rules/bindings.ts'
import { bindingPaymentRules } from './rules/binding-payments.ts'
import { blockRules } from './rules/blocks.ts'
import { callbackRules } from './rules/callbacks.ts'
import { cardRules } from './rules/card.ts'
import { challengeRules } from './rules/challenge.ts'
import { externalRules } from './rules/external.ts'
import { fieldRules } from './rules/fields.ts'
import { initiatorRules } from './rules/initiators.ts'
import { mannerRules } from './rules/manners.ts'
import { motoRules } from './rules/moto.ts'
import { orderRules } from './rules/orders.ts'
import { permissionRules } from './rules/permissions.ts'
import { refundRules } from './rules/refunds.ts'
import { threeDs1Rules } from './rules/three-ds-1.ts'
import { threeDs2Rules } from './rules/three-ds-2.ts'
import { walletRules } from './rules/wallets.ts'
import { directWalletRules } from './rules/wallets-direct.ts'
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
  bindingPaymentRules,
  afterRules,
  refundRules,
  motoRules,
  walletRules,
  directWalletRules,
  externalRules,
  permissionRules,
  blockRules,
  fieldRules,
  callbackRules,
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
