import type { TryState } from '#contract/outcome.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Scenario, ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import type { Numbered } from './order.ts'

export interface Goods {
  readonly preset: Numbered
  readonly ticket: string
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
  /** The formatted price. */
  readonly price: string
  readonly direction: 'ltr' | 'rtl'
  /** What stands above the checkout, before the payment and after it. */
  readonly heading: { readonly before: string; readonly after: string }
  /** The faults that this order meets. */
  readonly faults: ScenarioChange
  /** The faults that all orders meet. */
  readonly usualFaults: Scenario
  /** Whether the checkout itself has test cards, faults and messages. */
  readonly hasHelp: boolean
  /** The query that shows the page again. */
  readonly query: string
  /** The order's state, when the shopper returns to the page. */
  readonly state?: TryState
}
