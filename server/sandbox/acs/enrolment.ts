import { schemeOf } from '#server-contract/gateway/card-schemes.ts'
import { maskPan } from '#ports/mask.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { AcsContext } from './context.ts'

/** A card that the access server knows, and the phone number of its holder. */
export type Enrolled = Pick<TestCard, 'pan' | 'brand' | 'threeDs' | 'method' | 'transStatus'> & {
  readonly phone?: string | undefined
}

/** Looks up a card: a test card in the table, any other at the issuer, whose cards always get a challenge. */
export function buildEnrolment({ cards, issuer, journal }: AcsContext): (pan: string) => Promise<Enrolled | undefined> {
  const table = new Map<string, Enrolled>(cards.map((card) => [card.pan, card]))
  const message = { what: 'getCardData' } as const
  return async (pan) => {
    const known = table.get(pan)
    if (known || !issuer) return known
    journal.note({ ...message, from: 'ACS', to: 'issuer', detail: maskPan(pan) })
    try {
      const { cardData } = await issuer.getCardData({ cardIdentification: { cardNumber: pan } })
      journal.note({ ...message, from: 'issuer', to: 'ACS', detail: 'a card of the bank' })
      const phone = cardData?.cardholderMobilePhoneNumber
      return { pan, brand: schemeOf(pan)?.id ?? 'unknown', threeDs: 'challenge', method: false, phone }
    } catch {
      journal.note({ ...message, from: 'issuer', to: 'ACS', detail: 'no card of the bank' })
      return undefined
    }
  }
}
