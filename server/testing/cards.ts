import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

/**
 * The first card of the sandbox with these properties; throws where there is none.
 *
 * @example
 * ```ts
 * import { testCard } from 'tender-checkout/testing'
 *
 * const declined = testCard({ outcome: 'declined', reason: 'insufficient_funds' })
 * ```
 */
export function testCard(wanted: Partial<TestCard>): TestCard {
  const has = (card: TestCard): boolean =>
    Object.entries(wanted).every(([name, value]) => card[name as keyof TestCard] === value)
  const found = testCards.find(has)
  if (found) return found
  throw new Error(`No test card has ${JSON.stringify(wanted)}; see docs/sandbox/test-cards.md.`)
}
