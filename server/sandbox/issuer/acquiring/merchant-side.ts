import { schemeOf } from '#server-contract/gateway/card-schemes.ts'
import type { OrderTransaction } from '#server-contract/issuing/history.ts'
import { placeOf } from '../tables.ts'
import type { IssuerContext } from '../context.ts'
import type { Place, Transaction } from '../records.ts'
import { writeOffAt } from '../ledger/settlement.ts'

/** networkType, by the first digits of the card number. */
export const networkOf = (pan: string): string => schemeOf(pan)?.system ?? 'OTHER'

/** When a transaction was settled with its merchant; `undefined` if it is not, or not yet. */
export function settledAt(
  { clock }: IssuerContext,
  { order, at }: Pick<Transaction, 'order' | 'at'>,
): number | undefined {
  const midnight = writeOffAt(at)
  return order !== undefined && clock.now() >= midnight ? midnight : undefined
}

/** A payment order's number as the merchant sees it. */
export const orderNumberOf = (order: number): string => `PO-${String(order).padStart(8, '0')}`

/** The data of a transaction that a merchant gets (2.9; 4.4, getOrderDetails); `submitted…` is what was settled. */
export const merchantSideOf = (context: IssuerContext, entry: Transaction): Omit<OrderTransaction, 'cardNumber'> => ({
  ...named(placeOf(entry)),
  transactionDate: entry.localDate,
  transactionAmount: entry.amount,
  transactionCurrency: entry.currency,
  ...(settledAt(context, entry) !== undefined && { submittedAmount: entry.amount, submittedCurrency: entry.currency }),
  ...(entry.approval !== undefined && { authorizationCode: entry.approval }),
  cashbackAmount: 0,
  transactionType: entry.type,
  ...sideOfCard(context, entry.card),
  ...(entry.order !== undefined && { orderNumber: orderNumberOf(entry.order) }),
})

const named = ({ merchantId, terminalId }: Partial<Place> = {}): Pick<OrderTransaction, keyof Place> => ({
  ...(merchantId !== undefined && { merchantId }),
  ...(terminalId !== undefined && { terminalId }),
})

function sideOfCard(
  { tables }: IssuerContext,
  pan: string | undefined,
): Pick<OrderTransaction, 'networkType' | 'cardType'> {
  const card = pan === undefined ? undefined : tables.cards.get(pan)
  return card ? { networkType: networkOf(card.pan), cardType: card.product } : {}
}
