import { afterRules } from './rules/capture-cancel.ts'
import { answerRules } from './rules/answers.ts'
import { attributeRules } from './rules/attributes.ts'
import { bindingPaymentRules } from './rules/payments/binding-payments.ts'
import { bindingRules } from './rules/payments/bindings.ts'
import { blockRules } from './rules/blocks.ts'
import { callbackRules } from './rules/callbacks.ts'
import { cardRules } from './rules/payments/card.ts'
import { challengeRules } from './rules/payments/challenge.ts'
import { externalRules } from './rules/payments/external.ts'
import { familyCardRules } from './rules/family/cards.ts'
import { familyOrderRules } from './rules/family/orders.ts'
import { familyPaymentRules } from './rules/family/payments.ts'
import { failureRules } from './rules/failures.ts'
import { languageRules } from './rules/languages.ts'
import { featureRules } from './rules/features.ts'
import { fieldCases, fieldRules } from './rules/fields.ts'
import { initiatorTable } from './rules/payments/initiator-table.ts'
import { initiatorRules } from './rules/payments/initiators.ts'
import { lengthRules } from './rules/lengths.ts'
import { errorResponseRules } from './rules/error-responses.ts'
import { motoRules } from './rules/payments/moto.ts'
import { orderRules } from './rules/orders.ts'
import { permissionRules } from './rules/permissions.ts'
import { refundRules } from './rules/refunds.ts'
import { registrationRules } from './rules/registrations.ts'
import type { Rule } from './rules/rule.ts'
import { sbpRules } from './rules/payments/sbp.ts'
import { signatureRules } from './rules/signatures.ts'
import { strictnessRules } from './rules/strictness.ts'
import { threeDs1Rules } from './rules/payments/three-ds-1.ts'
import { threeDs2Rules } from './rules/payments/three-ds-2.ts'
import { directWalletRules } from './rules/payments/wallets-direct.ts'
import { unreadableRules } from './rules/unreadable.ts'
import { walletRules } from './rules/payments/wallets.ts'

/** How the online gateway behaves, as rules that every implementation under test must keep. */
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
  sbpRules,
  externalRules,
  familyOrderRules,
  familyCardRules,
  familyPaymentRules,
  permissionRules,
  blockRules,
  fieldRules,
  lengthRules,
  strictnessRules,
  attributeRules,
  answerRules,
  callbackRules,
  signatureRules,
  errorResponseRules,
  languageRules,
  unreadableRules,
  failureRules,
].flat()

/** Rules of single fields, generated from the contract's tables. */
export { fieldCases }

/** Names of rules that the sandbox does not keep yet. */
export const openRules: readonly string[] = []
