import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import type { AccountData, CardData } from '#server-contract/issuing/card-data.ts'
import type { Limit } from '#server-contract/issuing/blocks.ts'
import type { Customer } from '#server-contract/issuing/customers.ts'
import type { Transaction } from '#server-contract/issuing/history.ts'
import type { Answer } from '#contract/operation.ts'
import { readIfFound, type SendRequest } from './bank.ts'

export type Account = Omit<AccountData, 'cards'>
export type Geo = Answer<typeof issuingApi.getGeoRestrictions>

/** The selected card with all its data, or an account, or a customer. */
export interface Selection {
  /** The first digits of new card numbers. */
  readonly bin: string
  readonly customer?: Customer | undefined
  /** The account that the card debits, or the one that was found. */
  readonly account?: Account | undefined
  readonly card?: CardData | undefined
  /** All cards of the customer, or those of the account, phone or e-mail address that was searched for. */
  readonly cards: readonly CardData[]
  readonly limits: readonly Limit[]
  readonly mccList: readonly number[]
  readonly geo?: Geo | undefined
  /** Latest first. */
  readonly entries: readonly Transaction[]
  /** The latest payment order of the merchant where the card last paid. */
  readonly orderId?: Long | undefined
}

export const emptyHanded = (bin: string): Selection => ({ bin, cards: [], limits: [], mccList: [], entries: [] })

/** How many cards and entries a panel shows at most. */
const [MOST_CARDS, MOST_ENTRIES] = [24, 50]

type CardReference = { readonly cardNumber: string } | { readonly cardId: string }
type Found = Promise<Selection | undefined>

/** Reads a card with all its data; here and below, `undefined` when the bank finds nothing. */
export async function takeCard(ask: SendRequest, bin: string, cardIdentification: CardReference): Found {
  const card = (await readIfFound(ask, 'getCardData', { cardIdentification }))?.cardData
  if (!card) return undefined
  const account = card.accounts?.[0]
  const [limits, geo, history, mcc, owner] = await Promise.all([
    readIfFound(ask, 'getCardLimits', { cardIdentification }),
    readIfFound(ask, 'getGeoRestrictions', { cardIdentification }),
    readIfFound(ask, 'getTransactions', { cardIdentification, period: {} }),
    account && readIfFound(ask, 'getAllowedMccList', { accountNumber: account.number }),
    card.customerId === undefined ? undefined : ownerOf(ask, card.customerId),
  ])
  const entries = (history?.transactions ?? []).slice(-MOST_ENTRIES).toReversed()
  return {
    ...emptyHanded(bin),
    ...owner,
    account,
    card,
    limits: limits?.limits ?? [],
    mccList: mcc?.mccList ?? [],
    geo,
    entries,
    orderId: await latestOrderOf(ask, entries),
  }
}

/** Reads a customer with its accounts and cards, and its first account in full. */
export async function takeCustomer(ask: SendRequest, bin: string, customerNumber: string): Found {
  const { customer, cards = [] } = await ownerOf(ask, customerNumber)
  if (!customer) return undefined
  const [first] = customer.accounts ?? []
  const accountNumber = first?.accountNumber
  const account = accountNumber && (await readIfFound(ask, 'getAccountData', { accountNumber }))?.accountData
  return { ...emptyHanded(bin), customer, cards, account: account || undefined }
}

/** Reads an account with its cards and its owner. */
export async function takeAccount(ask: SendRequest, bin: string, accountNumber: string): Found {
  const found = (await readIfFound(ask, 'getAccountData', { accountNumber, returnCardNumber: true }))?.accountData
  if (!found) return undefined
  const { cards, ...account } = found
  const [mcc, limits, customer] = await Promise.all([
    readIfFound(ask, 'getAllowedMccList', { accountNumber }),
    readIfFound(ask, 'getAccountLimits', { accountNumber }),
    readIfFound(ask, 'getCustomerInfo', { customerNumber: account.customerId }),
  ])
  const kept = { mccList: mcc?.mccList ?? [], limits: limits?.limits ?? [] }
  return { ...emptyHanded(bin), ...kept, customer, account, cards: cards.slice(0, MOST_CARDS) }
}

/** Reads the cards of a phone number or e-mail address, with the customer when all cards are of one. */
export async function takeCardsOf(
  ask: SendRequest,
  bin: string,
  cardIdentification: { readonly phoneNumber: string } | { readonly email: string },
): Found {
  const found = await readIfFound(ask, 'getCardListByOwner', { cardIdentification })
  const cards = (found?.cards ?? []).slice(0, MOST_CARDS)
  const [first, ...others] = new Set(cards.map(({ customerId }) => customerId))
  if (first !== undefined && !others.length) return takeCustomer(ask, bin, first)
  return cards.length ? { ...emptyHanded(bin), cards } : undefined
}

async function ownerOf(
  ask: SendRequest,
  customerNumber: string,
): Promise<Pick<Selection, 'customer'> & Partial<Selection>> {
  const [customer, list] = await Promise.all([
    readIfFound(ask, 'getCustomerInfo', { customerNumber }),
    readIfFound(ask, 'getCardListByOwner', { cardIdentification: { customerId: customerNumber } }),
  ])
  return { customer, cards: (list?.cards ?? []).slice(0, MOST_CARDS) }
}

async function latestOrderOf(ask: SendRequest, entries: readonly Transaction[]): Promise<Long | undefined> {
  const merchantNumber = entries.find(({ merchantId }) => merchantId !== undefined)?.merchantId
  if (merchantNumber === undefined) return undefined
  const found = await readIfFound(ask, 'getPaymentOrders', { merchantNumber, institutionId: '1' })
  return found?.orderList?.at(-1)?.id
}
