import type { Way } from './finders.ts'
import type { Name } from './drafts.ts'

/** What panels let a person do. */
export interface Hands {
  /** Puts something else on the bench. */
  readonly find: (way: Way, given: string) => void
  /** Opens the form of an operation. */
  readonly open: (operation: Name) => void
  /** Takes the card to the shop. */
  readonly pay: () => void
}
