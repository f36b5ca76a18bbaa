import type { FastifyInstance } from 'fastify'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { openTables, type Tables } from '#sandbox/issuer/tables.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import type { IssuerContext } from '#sandbox/issuer/context.ts'
import { record } from '#sandbox/issuer/ledger/ledger.ts'
import { accountLimits, cardLimits, type Catalog } from '#sandbox/issuer/limits/catalog.ts'
import { consume } from '#sandbox/issuer/limits/consumption.ts'
import type { Card } from '#sandbox/issuer/records.ts'
import { spent } from '#sandbox/issuer/ledger/spending.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import type { Measure } from '../documents/benchmarks.ts'
import { instantClock } from '../../test/support/clock.ts'
import type { Benchmark } from './benchmark.ts'
import { medianOf } from './statistics.ts'

const EURO = 978
const SECOND = 1000
const DAY = 86_400 * SECOND
const credentials = { login: 'bank', password: 'secret' }
const headers = { authorization: `Basic ${btoa(`${credentials.login}:${credentials.password}`)}` }

/** Transactions of each ordinary card and of each merchant's day, whatever the total. */
const EACH = 100
/** One transaction in so many is the busy card's. */
const BUSY = 10
const ASKED = 300
const WARM = 100

interface Bank {
  readonly app: FastifyInstance
  /** The day on which the busy card has {@link EACH} entries. */
  readonly today: string
}

const good = testCards.find(({ pan }) => pan === '4444555511113333')!
const busy = testCards.find(({ pan }) => pan === '4111111111111111')!
const panOf = (at: number): string => `49${String(at).padStart(14, '0')}`

/** An issuer with that many transactions in its store, written as its handlers write them. */
function bankOf(transactions: number): Bank {
  const [clock, store, journal] = [instantClock(), memoryStore(), buildJournal(instantClock())]
  const cards = testCards
  const app = buildIssuer({ clock, random: systemRandom, journal, cards, credentials, store })
  const rules = () => 'full' as const
  const context: IssuerContext = {
    clock,
    random: systemRandom,
    journal,
    tables: openTables(store),
    phones: buildPhones(store, clock),
    rules,
    bin: '400000',
  }
  for (const card of [good, busy]) limit(context, card.pan)
  for (let at = 0; at < transactions; at++) {
    const ordinary = Math.floor(at / EACH)
    write(context, at % BUSY ? cardOf(context.tables, ordinary) : busy.pan, `shop-${ordinary}`)
    clock.advance(SECOND)
  }
  clock.advance(2 * DAY - (clock.now() % DAY))
  for (let at = 0; at < EACH; at++) write(context, busy.pan, 'shop-0')
  for (let at = 0; at < EACH; at++) write(context, good.pan, 'shop-1')
  return { app, today: new Date(clock.now()).toISOString().slice(0, 10) }
}

/** The number of an ordinary card; its first use registers the card with an account and an owner. */
function cardOf({ cards, accounts }: Tables, at: number): string {
  const pan = panOf(at)
  if (cards.get(pan)) return pan
  const like = cards.get(good.pan)!
  accounts.put(pan, { ...accounts.get(like.accounts[0]!)!, number: pan, customer: pan })
  cards.put(pan, { ...like, pan, id: `card-${pan}`, accounts: [pan], customer: pan, cardholder: pan })
  return pan
}

/** The value of every limit: more than is ever spent, so that all limits count and none refuses. */
const PLENTY = 1e14
const allOf = (catalog: Catalog): Card['limits'] =>
  Object.fromEntries([...catalog.keys()].map((name) => [name, { value: PLENTY }]))

/** Puts every limit on a card and on its account. */
function limit({ tables: { cards, accounts } }: IssuerContext, pan: string): void {
  const card = cards.get(pan)!
  const account = accounts.get(card.accounts[0]!)!
  cards.put(pan, { ...card, limits: allOf(cardLimits) })
  accounts.put(account.number, { ...account, limits: allOf(accountLimits) })
}

function write(context: IssuerContext, pan: string, merchantId: string): void {
  const card = context.tables.cards.get(pan)!
  const account = card.accounts[0]!
  consume(context, { card, account: context.tables.accounts.get(account)!, accountAmount: 100 })
  record(context, {
    type: 'PURCHASE',
    direction: 'DEBIT',
    card: pan,
    account,
    amount: 100,
    currency: EURO,
    accountAmount: 100,
    responseCode: '00',
    processingCode: '000000',
    approval: '123456',
    acceptor: { merchantId, terminalId: '1', mcc: 5499 },
    left: 100,
    postings: spent({ account, amount: 100, currency: EURO, accountAmount: 100 }, EURO, 100),
  })
}

const byNumber = ({ pan }: { readonly pan: string }) => ({ cardIdentification: { cardNumber: pan } })

/** The measured requests, by name. */
const questions: Readonly<Record<string, (today: string) => readonly [operation: string, body: object]>> = {
  getCardData: () => ['getCardData', byNumber(good)],
  'getTransactions, all of a card': () => ['getTransactions', { ...byNumber(good), period: {} }],
  'getTransactions, a day of the busy card': (today) => [
    'getTransactions',
    { ...byNumber(busy), period: { startDate: today, endDate: today } },
  ],
  'getMerchantTransactions, a day': (today) => [
    'getMerchantTransactions',
    { merchantId: 'shop-1', institutionId: '1', period: { startDate: today } },
  ],
  getCardLimits: () => ['getCardLimits', byNumber(busy)],
  getTransactionDetails: () => ['getTransactionDetails', { utrnno: 500 }],
  debitCard: () => ['debitCard', { ...byNumber(busy), amount: 1, currency: EURO }],
}

async function ask({ app }: Bank, [operation, payload]: readonly [string, object]): Promise<number> {
  const began = performance.now()
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/apigate/ws/rest/${operation}`,
    headers,
    payload,
  })
  const took = performance.now() - began
  if (statusCode !== 200) throw new Error(`${operation} is answered ${statusCode} ${body}`)
  return took
}

/** The medians of both, requested in turn, so that what slows the machine down slows both. */
async function compare(
  banks: readonly Bank[],
  question: (today: string) => readonly [string, object],
): Promise<readonly (number | null)[]> {
  const times = banks.map((): number[] => [])
  for (let at = 0; at < WARM + ASKED; at++)
    for (const [which, bank] of banks.entries()) {
      const took = await ask(bank, question(bank.today))
      if (at >= WARM) times[which]!.push(took)
    }
  return times.map(medianOf)
}

const measures: readonly Measure[] = Object.keys(questions).map((name) => ({ name, label: `${name}, ms`, digits: 3 }))

/** How much longer each question takes with a thousand times the transactions; the aim is 1.5 times at most. */
export const issuer: Benchmark = async ({ isQuick }, report) => {
  const sizes = [1000, isQuick ? 100_000 : 1_000_000]
  report(`issuer: writing ${sizes.join(' and ')} transactions`)
  const banks = sizes.map(bankOf)
  const rows = sizes.map((size) => ({
    name: `${size.toLocaleString('en')} transactions`,
    values: {} as Record<string, number | null>,
  }))
  for (const [name, question] of Object.entries(questions)) {
    const medians = await compare(banks, question)
    for (const [at, { values }] of rows.entries()) values[name] = medians[at]!
  }
  return {
    conditions: [`medians of ${ASKED} requests of each, in turn`],
    comparisons: [{ title: 'request', subject: rows.at(-1)!.name, measures, rows }],
  }
}
