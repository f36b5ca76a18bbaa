import type { OrderTransaction } from '#contract/issuing/history.ts'
import { placeOf } from '../tables.ts'
import type { IssuerContext } from '../context.ts'
import type { Place, Transaction } from '../rows.ts'
import { writeOffAt } from '../ledger/settlement.ts'

/** The payment network of a card, by the first digits of its number. */
const networks: readonly (readonly [begins: RegExp, network: string])[] = [
  [/^4/, 'VISA'],
  [/^220[0-4]/, 'MIR'],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'MASTERCARD'],
  [/^(?:50|5[6-9]|6)/, 'MAESTRO'],
  [/^3[47]/, 'AMEX'],
]

const networkOf = (pan: string): string => networks.find(([begins]) => begins.test(pan))?.[1] ?? 'OTHER'

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
