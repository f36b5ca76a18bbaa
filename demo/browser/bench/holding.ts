import { read } from './bank.ts'

export interface CardData {
  readonly cardNumber?: string
  readonly cardNumberMask?: string
  readonly cardId?: string
  readonly expiryDate?: string
  readonly hotCardStatus?: number
  readonly hotCardStatusDescription?: string
  readonly cardTypeName?: string
  readonly embossedName?: string
  readonly customerId?: string
  readonly customerName?: string
  readonly pinDenialCounter?: number
  readonly cardholderMobilePhoneNumber?: string
  readonly accounts?: readonly Account[]
}

export interface Account {
  readonly number: string
  readonly currency: number
  readonly currencyAlphaCode?: string
  readonly balance: number
  readonly creditLimit?: number
  readonly customerId?: string
}

export interface Limit {
  readonly name: string
  readonly value?: number
  readonly currentValue?: number
  readonly cycleType?: number
  readonly cycleLength?: number
  readonly limitExceptions?: readonly {
    readonly startDate: string
    readonly endDate: string
    readonly value?: number
  }[]
}

export interface Entry {
  readonly utrnno: number
  readonly authorizationDate: string
  readonly transactionType: string
  readonly operationDirection: string
  readonly amount: number
  readonly currency: number
  readonly merchantName?: string
  readonly internalResponseCode?: number
  readonly reversal?: boolean
}

export interface Geo {
  readonly countries?: readonly { readonly id: number; readonly description: string }[]
  readonly regions: readonly { readonly id: number; readonly description: string }[]
  readonly restrictions: readonly {
    readonly countryId?: number
    readonly regionId?: number
    readonly transactionGroupId: number
    readonly status: string
  }[]
}

/** What lies on the bench: a card with everything around it. */
export interface Holding {
  readonly bin: string
  readonly customer?: string | undefined
  readonly account?: Account | undefined
  readonly card?: CardData | undefined
  /** Other cards of the same customer. */
  readonly siblings: readonly CardData[]
  readonly limits: readonly Limit[]
  readonly mccList: readonly number[]
  readonly geo?: Geo | undefined
  readonly entries: readonly Entry[]
}

export const emptyHanded = (bin: string): Holding => ({ bin, siblings: [], limits: [], mccList: [], entries: [] })

type Named = { readonly cardNumber: string } | { readonly cardId: string }

/** Takes a card with all that the bank tells of it; `undefined` where it knows no such card. */
export async function take(bin: string, cardIdentification: Named): Promise<Holding | undefined> {
  const found = await read<{ cardData: CardData }>('getCardData', { cardIdentification })
  if (!found) return undefined
  const card = found.cardData
  const [account] = card.accounts ?? []
  const [limits, geo, history, mcc, cards] = await Promise.all([
    read<{ limits: Limit[] }>('getCardLimits', { cardIdentification }),
    read<Geo>('getGeoRestrictions', { cardIdentification }),
    read<{ transactions: Entry[] }>('getTransactions', { cardIdentification, period: {} }),
    account && read<{ mccList: number[] }>('getAllowedMccList', { accountNumber: account.number }),
    card.customerId === undefined
      ? undefined
      : read<{ cards: CardData[] }>('getCardListByOwner', { cardIdentification: { customerId: card.customerId } }),
  ])
  return {
    bin,
    customer: card.customerId,
    account,
    card,
    siblings: (cards?.cards ?? []).slice(0, 24),
    limits: limits?.limits ?? [],
    mccList: mcc?.mccList ?? [],
    geo,
    entries: (history?.transactions ?? []).slice(-50).toReversed(),
  }
}
