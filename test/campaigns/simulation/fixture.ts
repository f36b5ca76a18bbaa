import type { Bank } from './parties/bank.ts'
import type { Mutant } from './mutants/variant.ts'
import type { Processes } from './network/processes.ts'
import type { Time } from './network/time.ts'

/** What a scenario's parties use. */
export interface Fixture {
  readonly time: Time
  readonly bank: Bank
  readonly processes: Processes
  readonly uuid: () => string
  /** Google Pay tokens by card. */
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** Replaces parts of the payment logic by wrong ones. */
  readonly mutant?: Mutant
}
