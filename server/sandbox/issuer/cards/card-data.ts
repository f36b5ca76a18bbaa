import type { CardData, NumberedCard } from '#server-contract/issuing/card-data.ts'
import { maskOf } from '../card-mask.ts'
import { accountFacts } from '../accounts/account-facts.ts'
import { cardSummary } from '../accounts/card-summary.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import type { Card } from '../records.ts'

/**
 * A card as getCardData and lists return it (card management 2.7). Under strict rules: the number, the phone that the
 * access server sends its code to, the data of a card in account data, and one account; the document does not say which
 * fields its sandbox leaves out.
 */
export function cardData(context: IssuerContext, card: Card): NumberedCard {
  const phone = someOf({ cardholderMobilePhoneNumber: card.phone })
  const common = { ...phone, ...cardSummary(context, card), cardNumber: card.pan }
  if (context.rules() === 'strict') return { ...common, accounts: accountsOf(context, card).slice(0, 1) }
  return { ...moreOf(context, card), ...common, accounts: accountsOf(context, card) }
}

const accountsOf = (context: IssuerContext, { accounts }: Card): NonNullable<CardData['accounts']> =>
  accounts.map((number, at) => accountFacts(context, accountNamed(context, number), at === 0))

function moreOf({ tables }: IssuerContext, card: Card): CardData {
  const { expiry, id, plasticNumber, accounts, email } = card
  return {
    formattedExpiryDate: `${expiry.slice(4)}/${expiry.slice(2, 4)}`,
    ...someOf({ customerName: tables.customers.get(card.customer)?.name, email }),
    cardContractId: accounts[0]!,
    cardPlasticId: `${id}-${plasticNumber}`,
    cardPlasticDescription: `Plastic ${plasticNumber} of ${maskOf(card.pan)}`,
    ...someOf({ lastWrongPinDate: timeOf(card.lastWrongPinAt), cardBlockingDate: timeOf(card.blockedAt) }),
    cardCreationDate: timeOf(card.createdAt),
    directDebitAccount: accounts[0]!,
    customParameters: [],
  }
}

const timeOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')

/** Without the members that have no value. */
const someOf = (members: CardData): CardData =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
