import { byNumberOrId, identifiedBy } from '#contract/issuing/card-identification.ts'

/** How the sandbox has a card named where the document states only that (card management 4.4), by operation. */
export const identifications: Readonly<Record<string, typeof byNumberOrId>> = {
  blockCard: byNumberOrId,
  changeCardStatus: byNumberOrId,
  createVirtualCard: identifiedBy([['cardNumber']]),
  getCardData: byNumberOrId,
  getCardLimits: byNumberOrId,
  changeCardLimit: byNumberOrId,
  getTransactions: byNumberOrId,
}
