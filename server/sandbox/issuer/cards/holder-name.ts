import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Request } from '#contract/operation.ts'

type Personal = Request<typeof cardOperations.bindCardToAccount>['personalData']

/** The name of personalData as a card shows it, of the names that are given; `undefined` when there is none. */
export function holderNameIn(personal: Personal): string | undefined {
  const names = [personal?.firstName, personal?.lastName].filter((name) => name !== undefined)
  return names.length ? names.join(' ').toUpperCase() : undefined
}
