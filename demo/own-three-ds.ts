import type { Authenticate } from '../server/index.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

/** ECI of a full authentication where it is not 05. */
const indicators: Partial<Record<TestCard['brand'], string>> = { mastercard: '02', maestro: '02' }

/** A merchant's own 3-D Secure server without a challenge: its results come from the table of test cards. */
export const authenticate: Authenticate = async ({ card: { pan } }) => {
  const card = testCards.find((one) => one.pan === pan)
  if (card?.threeDs === 'frictionless' && card.outcome === 'declined') return { declined: true }
  return {
    eci: indicators[card?.brand ?? 'unknown'] ?? '05',
    cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
    xid: 'of-the-own-server',
    threeDSProtocolVersion: '2.2.0',
    threeDsType: '4',
  }
}
