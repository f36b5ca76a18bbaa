import type { Clock } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Switches } from '#sandbox/scenario/scenario.ts'

/** What the console is handed. */
export interface ConsoleParts {
  readonly journal: Journal
  readonly switches: Switches
  readonly cards: readonly TestCard[]
  /** Origins whose pages may read the console, such as the demo shop's. */
  readonly allowedOrigins: () => readonly string[]
  readonly clock: Clock
}
