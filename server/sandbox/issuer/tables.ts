import { indexBy, indexByEach, type Index } from '#sandbox/store/index-by.ts'
import type { Store, Table } from '#sandbox/store/store.ts'
import { timelineBy, type Timeline } from '#sandbox/store/timeline.ts'
import { digitsOf } from '#sandbox/phones/inbox.ts'
import type {
  Acceptor,
  Account,
  AcceptorStatus,
  Balance,
  Card,
  Consumption,
  Customer,
  PaymentOrder,
  Place,
  TerminalKey,
  Transaction,
} from './records.ts'

/** All tables of the issuer, with their indexes. */
export interface Tables {
  readonly customers: Table<Customer>
  readonly accounts: Table<Account>
  readonly accountsOf: Index<Account>
  readonly balances: Table<Balance>
  /** By number. */
  readonly cards: Table<Card>
  readonly cardById: Index<Card>
  readonly cardsOfCustomer: Index<Card>
  readonly cardsOfHolder: Index<Card>
  readonly cardsOfPhone: Index<Card>
  readonly cardsOfEmail: Index<Card>
  /** By every account that a card spends from. */
  readonly cardsOfAccount: Index<Card>
  readonly cardByBarCode: Index<Card>
  readonly cardByExternalId: Index<Card>
  readonly cardByToken: Index<Card>
  /** By utrnno. */
  readonly transactions: Table<Transaction>
  readonly historyOfCard: Timeline<Transaction>
  readonly historyOfMerchant: Timeline<Transaction>
  /** By {@link terminalKey}. */
  readonly historyOfTerminal: Timeline<Transaction>
  readonly historyOfOrder: Timeline<Transaction>
  readonly byRrn: Timeline<Transaction>
  /** By uniqueReferenceNumber. */
  readonly byReference: Index<Transaction>
  /** By the utrnno of what they reverse. */
  readonly reversalsOf: Timeline<Transaction>
  /** By the utrnno of the hold that it completes. */
  readonly completionOf: Index<Transaction>
  /** By owner and day: {@link import('./limits/consumption.ts').consumptionKey}. */
  readonly consumptions: Table<Consumption>
  readonly merchants: Table<AcceptorStatus>
  /** By {@link terminalKey}. */
  readonly terminals: Table<AcceptorStatus>
  /** By id. */
  readonly paymentOrders: Table<PaymentOrder>
  /** By {@link orderKey}. */
  readonly paymentOrderOf: Index<PaymentOrder>
  readonly ordersOfMerchant: Timeline<PaymentOrder>
  /** The currencies that a card's money has moved in, by its number. */
  readonly currenciesOfCard: Table<readonly number[]>
  readonly keys: Table<TerminalKey>
  /** How often something has happened, by its name. */
  readonly counters: Table<number>
  /** Secrets of the sandbox's own, in hexadecimal digits. */
  readonly secrets: Table<string>
}

export function openTables(store: Store): Tables {
  const [cards, accounts] = [store.table<Card>('issuer:cards'), store.table<Account>('issuer:accounts')]
  const transactions = store.table<Transaction>('issuer:transactions')
  const paymentOrders = store.table<PaymentOrder>('issuer:payment-orders')
  const history = (valueOf: (record: Transaction) => string | undefined) =>
    timelineBy(transactions, valueOf, ({ at }) => at)
  return {
    customers: store.table('issuer:customers'),
    accounts,
    accountsOf: indexBy(accounts, ({ customer }) => customer),
    balances: store.table('issuer:balances'),
    cards,
    cardById: indexBy(cards, ({ id }) => id),
    cardsOfCustomer: indexBy(cards, ({ customer }) => customer),
    cardsOfHolder: indexBy(cards, ({ cardholder }) => cardholder),
    cardsOfPhone: indexBy(cards, ({ phone }) => phone && digitsOf(phone)),
    cardsOfEmail: indexBy(cards, ({ email }) => email?.toLowerCase()),
    cardsOfAccount: indexByEach(cards, (card) => card.accounts),
    cardByBarCode: indexBy(cards, ({ barCode }) => barCode),
    cardByExternalId: indexBy(cards, ({ externalCardId }) => externalCardId),
    cardByToken: indexBy(cards, ({ token }) => token),
    transactions,
    historyOfCard: history(({ card }) => card),
    historyOfMerchant: history((record) => placeOf(record)?.merchantId),
    historyOfTerminal: history((record) => terminalOf(placeOf(record))),
    historyOfOrder: history(({ order }) => (order === undefined ? undefined : String(order))),
    byRrn: history(({ rrn }) => rrn),
    byReference: indexBy(transactions, ({ reference }) => reference),
    reversalsOf: history(({ type, original }) => (type === 'REVERSAL' ? String(original) : undefined)),
    completionOf: indexBy(transactions, ({ type, original }) => (type === 'COMPLETION' ? String(original) : undefined)),
    consumptions: store.table('issuer:consumptions'),
    merchants: store.table('issuer:merchants'),
    terminals: store.table('issuer:terminals'),
    paymentOrders,
    paymentOrderOf: indexBy(paymentOrders, orderKey),
    ordersOfMerchant: timelineBy(
      paymentOrders,
      ({ merchant }) => merchant,
      ({ day }) => day,
    ),
    currenciesOfCard: store.table('issuer:card-currencies'),
    keys: store.table('issuer:terminal-keys'),
    counters: store.table('issuer:counters'),
    secrets: store.table('issuer:secrets'),
  }
}

/** The merchant, or the terminal, in whose history a transaction is. */
export const placeOf = ({ acceptor, about }: Transaction): Place | undefined => acceptor ?? about

const terminalOf = (place: Place | undefined): string | undefined =>
  place?.terminalId === undefined ? undefined : terminalKey({ ...place, terminalId: place.terminalId })

/** Merchants number their own terminals: two merchants may have the same number. */
export const terminalKey = ({ merchantId, terminalId }: Pick<Acceptor, 'merchantId' | 'terminalId'>): string =>
  JSON.stringify([merchantId, terminalId])

export const orderKey = ({ merchant, day, currency }: Pick<PaymentOrder, 'merchant' | 'day' | 'currency'>): string =>
  JSON.stringify([merchant, day, currency])
