import { afterRules } from './rules/after.ts'
import { answerRules } from './rules/answers.ts'
import { bindingPaymentRules } from './rules/binding-payments.ts'
import { bindingRules } from './rules/bindings.ts'
import { blockRules } from './rules/blocks.ts'
import { callbackRules } from './rules/callbacks.ts'
import { cardRules } from './rules/card.ts'
import { challengeRules } from './rules/challenge.ts'
import { externalRules } from './rules/external.ts'
import { failureRules } from './rules/failures.ts'
import { featureRules } from './rules/features.ts'
import { fieldCases, fieldRules } from './rules/fields.ts'
import { initiatorTable } from './rules/initiator-table.ts'
import { initiatorRules } from './rules/initiators.ts'
import { lengthRules } from './rules/lengths.ts'
import { mannerRules } from './rules/manners.ts'
import { motoRules } from './rules/moto.ts'
import { orderRules } from './rules/orders.ts'
import { permissionRules } from './rules/permissions.ts'
import { refundRules } from './rules/refunds.ts'
import { registrationRules } from './rules/registrations.ts'
import type { Rule } from './rules/rule.ts'
import { signatureRules } from './rules/signatures.ts'
import { threeDs1Rules } from './rules/three-ds-1.ts'
import { threeDs2Rules } from './rules/three-ds-2.ts'
import { directWalletRules } from './rules/wallets-direct.ts'
import { walletRules } from './rules/wallets.ts'

/** How the online gateway behaves, as rules that any of its subjects must keep. */
export const rules: readonly Rule[] = [
  orderRules,
  registrationRules,
  featureRules,
  cardRules,
  threeDs2Rules,
  challengeRules,
  threeDs1Rules,
  initiatorRules,
  initiatorTable,
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
  lengthRules,
  answerRules,
  callbackRules,
  signatureRules,
  mannerRules,
  failureRules,
].flat()

/** Rules of single fields, written from the contract's tables. */
export { fieldCases }

/** Names of rules that the sandbox does not keep yet. */
export const openRules: readonly string[] = []
