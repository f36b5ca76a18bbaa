import { errorResponseRules } from './rules/error-responses.ts'
import { transferRules } from './rules/transfers.ts'
import { historyRules } from './rules/history.ts'
import { debitRules } from './rules/debits.ts'
import { repetitionRules } from './rules/repetitions.ts'
import { acquiringRules } from './rules/acquiring.ts'
import { accountLimitRules } from './rules/account-limits.ts'
import { accountRules } from './rules/accounts.ts'
import { allowedListRules } from './rules/allowed-lists.ts'
import { customerRules } from './rules/customers.ts'
import { limitRules } from './rules/limits.ts'
import { limitExceptionRules } from './rules/limit-exceptions.ts'
import { enforcedLimitRules } from './rules/limits-enforced.ts'
import { cardStateRules } from './rules/cards/card-states.ts'
import { virtualCardRules } from './rules/cards/virtual-cards.ts'
import { bindingRules } from './rules/bindings.ts'
import { cardNamingRules } from './rules/cards/card-naming.ts'
import { cardRules } from './rules/cards/cards.ts'
import { geoRules } from './rules/geo.ts'
import { pinRules } from './rules/cards/pins.ts'
import { keyRules } from './rules/cards/keys.ts'
import { serviceRules } from './rules/cards/services.ts'
import type { Rule } from './rules/rule.ts'

/** How the card-management interface behaves, as rules that every implementation under test must keep. */
export const rules: readonly Rule[] = [
  customerRules,
  accountRules,
  allowedListRules,
  limitRules,
  enforcedLimitRules,
  limitExceptionRules,
  accountLimitRules,
  acquiringRules,
  errorResponseRules,
  debitRules,
  repetitionRules,
  historyRules,
  transferRules,
  cardStateRules,
  virtualCardRules,
  cardRules,
  cardNamingRules,
  bindingRules,
  geoRules,
  pinRules,
  keyRules,
  serviceRules,
].flat()
