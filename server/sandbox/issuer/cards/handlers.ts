import type { Desk } from '../desk.ts'
import { cardLimitHandlers } from '../limits/handlers.ts'
import { bindCardToAccount } from './binding.ts'
import {
  cardStatusInquiry,
  getCardData,
  getCardFees,
  getCardListByOwner,
  getTransactionSchemeAdditions,
} from './reading.ts'
import { blockCard, changeCardStatus, validateCard } from './status.ts'
import { createVirtualCard } from './virtual-card.ts'

/** Everything about cards but PINs and places (card management 4.4). */
export const cardHandlers = (desk: Desk) => ({
  ...cardLimitHandlers(desk),
  blockCard: blockCard(desk),
  validateCard: validateCard(desk),
  changeCardStatus: changeCardStatus(desk),
  cardStatusInquiry: cardStatusInquiry(desk),
  bindCardToAccount: bindCardToAccount(desk),
  createVirtualCard: createVirtualCard(desk),
  getCardData: getCardData(desk),
  getCardListByOwner: getCardListByOwner(desk),
  getCardFees: getCardFees(desk),
  getTransactionSchemeAdditions: getTransactionSchemeAdditions(desk),
})
