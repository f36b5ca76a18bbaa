import type { Find } from './finders.ts'
import type { Name } from './drafts.ts'

/** What panels let a person do. */
export interface Handlers {
  /** Puts something else on the bench. */
  readonly find: (identifiedBy: Find, given: string) => void
  /** Opens the form of an operation. */
  readonly open: (operation: Name) => void
  /** Takes the card to the shop. */
  readonly pay: () => void
}
