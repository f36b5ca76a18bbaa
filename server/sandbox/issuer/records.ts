import type { LimitException, Tds } from '#server-contract/issuing/blocks.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import type { GeoRestriction } from '#server-contract/issuing/geo.ts'
import type { keyPrefixes } from '#server-contract/issuing/keys.ts'
import type { Quirk } from '#sandbox/cards/test-card.ts'

// Records of the issuer: amounts are minor units, times Unix milliseconds, currencies numeric ISO 4217 as numbers.

/** The owner of accounts (card management 2.5). */
export interface Customer {
  readonly number: string
  readonly name: string
  /** Its registration parameters, by the names of the template. */
  readonly parameters: Readonly<Record<string, string>>
  readonly registeredAt: number
}

/** A limit's own values, if they differ from those of the product, and its exceptions (2.4). */
export interface LimitOverride {
  readonly value?: Long | undefined
  readonly cycleType?: number | undefined
  readonly cycleLength?: number | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly exceptions?: readonly LimitException[] | undefined
}

/** What was debited and held on a card or an account on one UTC day, less what was returned of it. */
export interface Consumption {
  /** In the account's currency. */
  readonly AMOUNT: number
  /** Number of payments. */
  readonly COUNT: number
}

/** An account of a customer (2.6); its money is its {@link Balance}. */
export interface Account {
  readonly number: string
  readonly customer: string
  readonly currency: number
  readonly creditLimit: number
  /** {@link import('./requests/choices.ts').accountStatuses} */
  readonly status: number
  readonly type: string
  /** {@link import('./accounts/products.ts').accountProducts} */
  readonly product: string
  readonly openedAt: number
  /** Empty: all beneficiaries. */
  readonly beneficiaries: readonly string[]
  /** Empty: all merchants. */
  readonly mccList: readonly number[]
  readonly limits: Readonly<Record<string, LimitOverride>>
  /** By type and id, as JSON. */
  readonly services?: Readonly<Record<string, Service>> | undefined
}

/** The money of an account, the bank's own accounts included: sums of what its transactions have posted and held. */
export interface Balance {
  readonly posted: number
  readonly held: number
}

/** A service that a card or an account has (4.3, serviceAction). */
export interface Service {
  readonly parameters: ServiceParameters
  /** The parameters that it was bound with. */
  readonly first: ServiceParameters
  /** Whether it may be used. */
  readonly isOpen: boolean
}

export interface ServiceParameters {
  readonly phoneNumber?: string | undefined
  readonly email?: string | undefined
}

/** A card (2.7). */
export interface Card {
  readonly pan: string
  readonly id: string
  /** YYYYMM, valid to the end of that month. */
  readonly expiry: string
  readonly plasticNumber: number
  readonly status: number
  readonly product: string
  /** Numbers of the accounts it spends from, the default first. */
  readonly accounts: readonly string[]
  readonly customer: string
  readonly cardholder: string
  readonly holderName: string
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly createdAt: number
  readonly blockedAt?: number | undefined
  /** The CVC2 on file, if it is not the one computed by the issuer's keys. */
  readonly cvc?: string | undefined
  /** The PIN, encrypted under the local master key. */
  readonly pin?: string | undefined
  readonly pinDenials: number
  readonly lastWrongPinAt?: number | undefined
  readonly barCode?: string | undefined
  readonly externalCardId?: string | undefined
  readonly token?: string | undefined
  readonly limits: Readonly<Record<string, LimitOverride>>
  readonly geo: readonly GeoRestriction[]
  /** By type and id, as JSON. */
  readonly services: Readonly<Record<string, Service>>
  readonly quirk?: Quirk | undefined
}

/** A merchant, or a terminal of it. */
export interface Place {
  readonly merchantId: string
  readonly terminalId?: string | undefined
}

/** Where a transaction was accepted (2.3), with field 43 parsed. */
export interface Acceptor {
  readonly merchantId: string
  readonly terminalId: string
  readonly mcc: number
  readonly name?: string | undefined
  readonly city?: string | undefined
  /** ISO 3166 alpha-2. */
  readonly country?: string | undefined
}

export const transactionTypes = [
  'PURCHASE',
  'PRE_AUTHORIZATION',
  'COMPLETION',
  'REVERSAL',
  'REVERSAL_ADVICE',
  'P2P_DEBIT',
  'P2P_CREDIT',
  'OPENING',
  'ACCOUNT_STATUS_CHANGE',
  'LIMIT_CHANGE',
  'LIMIT_EXCEPTION',
  'BENEFICIARIES_CHANGE',
  'MCC_LIST_CHANGE',
  'MERCHANT_STATUS_CHANGE',
  'TERMINAL_STATUS_CHANGE',
  'CARD_BLOCKING',
  'CARD_VALIDATION',
  'CARD_STATUS_CHANGE',
  'PIN_CHANGE',
  'PIN_COUNTER_RESET',
  'PIN_VERIFICATION',
  'CVC2_GENERATION',
  'CARD_BINDING',
  'CARD_ISSUING',
  'GEO_RESTRICTION',
  'SERVICE_ACTION',
  'KEY_GENERATION',
  'KEY_INSTALLATION',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Money moved to an account (negative: from it), in that account's currency. */
export interface Posting {
  readonly account: string
  readonly amount: number
}

/** One entry of the history (2.8); refused ones are stored too, without postings. */
export interface Transaction {
  readonly utrnno: number
  readonly type: TransactionType
  readonly direction: 'CREDIT' | 'DEBIT' | 'NOOP'
  readonly at: number
  readonly card?: string | undefined
  readonly account?: string | undefined
  /** As requested. */
  readonly amount: number
  readonly currency: number
  /** In the account's currency. */
  readonly accountAmount: number
  readonly responseCode: string
  readonly processingCode: string
  readonly stan: number
  readonly localDate: string
  readonly rrn: string
  /** The uniqueReferenceNumber of its request. */
  readonly reference?: string | undefined
  readonly approval?: string | undefined
  readonly acceptor?: Acceptor | undefined
  /** The merchant or terminal that it is about, if it is not a payment. */
  readonly about?: Place | undefined
  /** As requested, in `currency`. */
  readonly acquirerFee?: number | undefined
  /** In the account's currency. */
  readonly issuerFee?: number | undefined
  readonly description?: string | undefined
  /** Sums to 0. */
  readonly postings: readonly Posting[]
  /** What this made unavailable (negative: available again), in the account's currency. */
  readonly hold?: Posting | undefined
  /** What is left of a debit or a hold, in `currency`: neither returned nor, for a hold, completed. */
  readonly left?: number | undefined
  /** The transaction that this one reverses or completes. */
  readonly original?: number | undefined
  readonly reversedAt?: number | undefined
  /** The payee of a transfer. */
  readonly beneficiary?: Beneficiary | undefined
  /** The other side of a transfer. */
  readonly counterpart?: number | undefined
  /** How the cardholder was authenticated; the values that prove it are not stored. */
  readonly authentication?: Tds['authenticationIndicator'] | undefined
  readonly posDataCode?: string | undefined
  /** The payment order that settles it with the merchant. */
  readonly order?: number | undefined
}

/** The card and the account that a transfer goes to. */
export interface Beneficiary {
  readonly card: string
  readonly account: string
}

/** The owner of a merchant or a terminal (4.3). */
export interface AcceptorOwner {
  readonly institutionId: string
  readonly agentId: string
  readonly customerNumber: string
  readonly contractNumber: string
}

/** A merchant or a terminal in the back office (4.3). */
export interface AcceptorStatus {
  readonly number: string
  readonly merchant: string
  readonly status: string
  /** Absent until an operation has set it. */
  readonly owner?: AcceptorOwner | undefined
}

/** What a merchant is paid for one day in one currency (4.4, getPaymentOrders). */
export interface PaymentOrder {
  readonly id: number
  readonly merchant: string
  /** Start of the day. */
  readonly day: number
  readonly currency: number
  /** Debits less reversals. */
  readonly amount: number
}

/** A terminal's key (4.3), in hexadecimal digits. */
export interface TerminalKey {
  /** When absent, for every terminal that has no key of its own. */
  readonly terminal?: string | undefined
  /** When absent, for every merchant that has no key of its own for the terminal. */
  readonly merchant?: string | undefined
  readonly type: string
  /** The key scheme of its encryption; when absent, without variants. */
  readonly prefix?: (typeof keyPrefixes)[number] | undefined
  /** Encrypted under the local master key. */
  readonly underLmk: string
  readonly checkValue: string
}
