import type { IssuerContext } from '../context.ts'
import { cardLimitHandlers } from '../limits/limits-handlers.ts'
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

/** Handlers of card operations, except for PINs and geographic restrictions (card management 4.4). */
export const cardHandlers = (context: IssuerContext) => ({
  ...cardLimitHandlers(context),
  blockCard: blockCard(context),
  validateCard: validateCard(context),
  changeCardStatus: changeCardStatus(context),
  cardStatusInquiry: cardStatusInquiry(context),
  bindCardToAccount: bindCardToAccount(context),
  createVirtualCard: createVirtualCard(context),
  getCardData: getCardData(context),
  getCardListByOwner: getCardListByOwner(context),
  getCardFees: getCardFees(context),
  getTransactionSchemeAdditions: getTransactionSchemeAdditions(context),
})
