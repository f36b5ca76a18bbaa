import type { Bank } from './bank.ts'
import type { Mutant } from './mutants.ts'
import type { Processes } from './processes.ts'
import type { Time } from './time.ts'

/** What the scenario's parties stand in. */
export interface Stage {
  readonly time: Time
  readonly bank: Bank
  readonly processes: Processes
  readonly uuid: () => string
  /** Google Pay tokens by card. */
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** Replaces parts of the payment logic by worse ones. */
  readonly mutant?: Mutant
}
