import { defineApi } from '#contract/operation.ts'
import { accountOperations } from './accounts.ts'
import { acquiringOperations } from './acquiring.ts'
import { cardOperations } from './cards.ts'
import { customerOperations } from './customers.ts'
import { debitOperations } from './debits.ts'
import { geoOperations } from './geo.ts'
import { historyOperations } from './history.ts'
import { keyOperations } from './keys.ts'
import { pinOperations } from './pins.ts'
import { transferOperations } from './transfers.ts'

/** The card-management interface, all 44 operations (section 4). Paths begin at `base_url`. */
export const issuingApi = defineApi({
  ...customerOperations,
  ...accountOperations,
  ...acquiringOperations,
  ...keyOperations,
  ...cardOperations,
  ...pinOperations,
  ...geoOperations,
  ...debitOperations,
  ...transferOperations,
  ...historyOperations,
})
