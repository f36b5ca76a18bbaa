import type { Find } from './finders.ts'
import type { Name } from './drafts.ts'

export interface Handlers {
  /** Selects another card, account or customer. */
  readonly find: (identifiedBy: Find, given: string) => void
  readonly open: (operation: Name) => void
  /** Opens the shop with the card. */
  readonly pay: () => void
}
