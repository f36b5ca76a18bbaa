import { buildBindingTable } from '#sandbox/gateway/bindings/binding-table.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { Store } from '#sandbox/store/store.ts'

/** A client with two cards stored years ago: one is still valid, the other has expired. */
export const regularClient = 'regular'

const stored: readonly TestCard[] = testCards.filter(({ pan }) =>
  ['4444555511113333', '4000000000000036'].includes(pan),
)

/** Stores the cards of {@link regularClient} at the gateway, each with the expiry that its issuer has on file. */
export function rememberRegular(store: Store, merchant: string): void {
  const table = buildBindingTable(store)
  for (const { pan, expiry, issuer } of stored)
    table.store({
      id: `regular-${pan.slice(-4)}`,
      merchant,
      clientId: regularClient,
      category: 'COMMON',
      card: { pan, expiry: issuer?.expiry ?? expiry },
      holder: 'JANE DOE',
    })
}
