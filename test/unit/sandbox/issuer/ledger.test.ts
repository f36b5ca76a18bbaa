import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import { openBooks } from '#sandbox/issuer/books.ts'
import { debitCard } from '#sandbox/issuer/authorizations/debits.ts'
import { Declined } from '#sandbox/issuer/authorizations/declined.ts'
import type { IssuerContext } from '#sandbox/issuer/context.ts'
import { accountHandlers } from '#sandbox/issuer/accounts/handlers.ts'
import { bindCardToAccount } from '#sandbox/issuer/cards/binding.ts'
import { blockCard, validateCard } from '#sandbox/issuer/cards/status.ts'
import { createVirtualCard } from '#sandbox/issuer/cards/virtual-card.ts'
import { customerHandlers } from '#sandbox/issuer/customers/handlers.ts'
import { balanceOf, record } from '#sandbox/issuer/authorizations/ledger.ts'
import { cardLimitHandlers } from '#sandbox/issuer/limits/handlers.ts'
import { complete, reverse } from '#sandbox/issuer/authorizations/reversals.ts'
import type { Balance, Transaction } from '#sandbox/issuer/rows.ts'
import { seed } from '#sandbox/issuer/seed.ts'
import { p2PTransfer } from '#sandbox/issuer/transfers/transfer.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { handClock, type HandClock } from '../../../conformance/gateway/stage.ts'

const [EURO, YEN, DINAR] = [978, 392, 48]
const good = testCards.find(({ pan }) => pan === '4444555511113333')!
const pans = ['4000000000000101', '4000000000000202', '4000000000000303'] as const
const cards: TestCard[] = pans.map((pan) => ({ ...good, pan, issuer: { balance: 5000 } }))

/** Cards in euros; one of the product, with its fees and limits; and one in yen, on credit. */
function openDesk(): IssuerContext & { readonly clock: HandClock } {
  const [clock, store] = [handClock(), memoryStore()]
  const desk = {
    clock,
    random: systemRandom,
    journal: buildJournal(clock),
    books: openBooks(store),
    phones: buildPhones(store, clock),
    rules: () => 'full' as const,
    bin: '400000',
  }
  seed(desk, cards)
  register(desk, 'C0', 0)
  bind(desk, pans[2], 'ON-CREDIT', 'ACCOUNT_TYPE_CREDIT', YEN)
  issue(desk, 'ON-CREDIT', 0)
  return desk
}

/** Lets a card spend from an account, which is opened where there is none. */
function bind(
  desk: IssuerContext,
  cardNumber: string,
  accountNumber: string,
  accountType: 'ACCOUNT_TYPE_CREDIT' | 'ACCOUNT_TYPE_DEFAULT',
  accountCurrency: number,
): void {
  const cardIdentification = { cardNumber, expDate: desk.books.cards.get(cardNumber)!.expiry }
  bindCardToAccount(desk)({ cardIdentification, accountNumber, accountType, accountCurrency })
}

/** A card on an account, for no more than `amount` in all unless that is 0. */
const issue = (desk: IssuerContext, accountNumber: string, amount: number): unknown =>
  createVirtualCard(desk)({
    cardIdentification: { cardNumber: '4000000000000000' },
    virtualCardIdentification: { expDate: good.expiry, productType: '5C' },
    amount,
    currency: EURO,
    accountNumber,
  })

/** A customer, who has perhaps been here before, gets an account and a card on it. */
function register(desk: IssuerContext, customer_number: string, amount: number): void {
  const customer = { customer_number, surname: 'Doe', firstName: 'Jo' }
  const parameters = Object.entries(customer).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = customerHandlers(desk).registerCustomer({ productName: 'CRCU1001', parameters })
  issue(desk, accountNumber, amount)
}

const step = fc.record({
  what: fc.constantFrom(
    ...(['debit', 'hold', 'transfer', 'heldTransfer', 'reverse', 'complete'] as const),
    ...(['register', 'bind', 'limit', 'accountStatus', 'block', 'wait'] as const),
  ),
  card: fc.nat(),
  amount: fc.integer({ min: 1, max: 2500 }),
  currency: fc.constantFrom(EURO, YEN, DINAR),
  fee: fc.boolean(),
  of: fc.nat(),
})

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** The number of a card, of all that are there. */
const panOf = ({ books }: IssuerContext, at: number): string => [...books.cards.keys()][at % books.cards.size]!

const spendings = ({ books }: IssuerContext): Transaction[] =>
  [...books.transactions.rows()].filter(({ left }) => left !== undefined)

function transfer(desk: IssuerContext, { card, amount, currency, of }: Step, preAuthorization: boolean): unknown {
  return p2PTransfer(desk)({
    sourceCardIdentification: { cardNumber: panOf(desk, card) },
    destinationCardIdentification: { cardNumber: panOf(desk, card + 1 + (of % 2)) },
    amount,
    currency,
    preAuthorization,
    senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: 'x' },
    pointOfServiceConditionCode: 'x',
  })
}

/** Asks about one of the spendings so far: for the whole of it, or for as much as the step says. */
function afterwards(desk: IssuerContext, { of, amount }: Step, ask: typeof reverse | typeof complete): unknown {
  const known = spendings(desk)
  const original = known[of % Math.max(known.length, 1)]
  return (
    original &&
    ask(desk)({
      cardIdentification: { cardNumber: original.card! },
      amount: of % 3 ? amount : original.left!,
      currency: original.currency,
      processingCode: original.processingCode,
      systemTraceAuditNumber: original.stan,
      transactionDate: original.localDate,
      rrn: original.rrn,
    })
  )
}

const debit = (desk: IssuerContext, { card, amount, currency, fee }: Step, preAuthorization: boolean): unknown =>
  debitCard(desk)({
    cardIdentification: { cardNumber: panOf(desk, card) },
    amount,
    currency,
    preAuthorization,
    ...(fee && { fee: { feeType: 'ACQUIRER', feeValue: 3 } }),
    cardAcceptorParameters: { merchantIdentification: 'shop', terminalIdentification: '1', merchantType: '5499' },
  })

function bindAndIssue(desk: IssuerContext, { card, of, amount, currency }: Step): void {
  const [account, type] = [`A${of % 9}`, of % 2 ? ('ACCOUNT_TYPE_CREDIT' as const) : ('ACCOUNT_TYPE_DEFAULT' as const)]
  bind(desk, panOf(desk, card), account, type, currency)
  if (of % 2) issue(desk, account, amount)
}

function block(desk: IssuerContext, { card }: Step): void {
  const cardNumber = panOf(desk, card)
  const asked = { cardIdentification: { cardNumber } }
  if (desk.books.cards.get(cardNumber)!.status) validateCard(desk)(asked)
  else blockCard(desk)({ ...asked, hotCardStatus: 6 })
}

/** More often back to the active one, or soon nothing would move any more. */
function accountStatus(desk: IssuerContext, { card, of }: Step): void {
  const accountNumber = desk.books.cards.get(panOf(desk, card))!.accounts[0]!
  accountHandlers(desk).changeAccountStatus({ accountNumber, accountStatus: ([0, 0, 0, 1, 2, 3] as const)[of % 6]! })
}

function limit(desk: IssuerContext, { card, amount }: Step): void {
  const cardIdentification = { cardNumber: panOf(desk, card) }
  cardLimitHandlers(desk).changeCardLimit({ cardIdentification, limit: { name: 'DAILY_AMOUNT', value: amount * 2 } })
}

async function take(desk: ReturnType<typeof openDesk>, one: Step): Promise<void> {
  const ways: Record<Step['what'], () => unknown> = {
    debit: () => debit(desk, one, false),
    hold: () => debit(desk, one, true),
    transfer: () => transfer(desk, one, false),
    heldTransfer: () => transfer(desk, one, true),
    reverse: () => afterwards(desk, one, reverse),
    complete: () => afterwards(desk, one, complete),
    register: () => register(desk, `C${one.of % 3}`, one.of % 2 ? 0 : 1500),
    bind: () => bindAndIssue(desk, one),
    limit: () => limit(desk, one),
    accountStatus: () => accountStatus(desk, one),
    block: () => block(desk, one),
    wait: () => desk.clock.advance(one.of % 50_000_000),
  }
  try {
    await ways[one.what]()
  } catch (error) {
    if (!(error instanceof Declined)) throw error
  }
}

const total = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0)

/** The balances as the whole history makes them. */
function balancesByHistory({ books }: IssuerContext): Map<string, Balance> {
  const balances = new Map<string, Balance>()
  const add = (account: string, posted: number, held: number): void => {
    const before = balances.get(account) ?? { posted: 0, held: 0 }
    balances.set(account, { posted: before.posted + posted, held: before.held + held })
  }
  for (const { postings, hold } of books.transactions.rows()) {
    for (const { account, amount } of postings) add(account, amount, 0)
    if (hold) add(hold.account, 0, hold.amount)
  }
  return balances
}

function checkBooks(desk: IssuerContext): void {
  const { books } = desk
  const rows = [...books.transactions.rows()]
  for (const { postings } of rows) expect(total(postings.map(({ amount }) => amount))).toBe(0)
  const byHistory = balancesByHistory(desk)
  const kept = [...books.balances.keys()].map((account) => [account, books.balances.get(account)] as const)
  expect(new Map(kept)).toEqual(byHistory)
  for (const { number, creditLimit } of books.accounts.rows()) {
    const { posted, held } = balanceOf(desk, number)
    expect(held).toBeGreaterThanOrEqual(0)
    expect(posted - held).toBeGreaterThanOrEqual(-creditLimit)
  }
  for (const one of spendings(desk)) checkSpending(one, rows)
}

function checkSpending({ utrnno, type, amount, left, hold, reversedAt }: Transaction, rows: Transaction[]): void {
  const after = rows.filter(({ original }) => original === utrnno)
  const completions = after.filter((one) => one.type === 'COMPLETION')
  const back = total(after.filter((one) => one.type === 'REVERSAL').map((one) => one.amount))
  expect(completions.length).toBeLessThanOrEqual(type === 'PRE_AUTHORIZATION' ? 1 : 0)
  expect(left).toBe(completions.length ? 0 : amount - back)
  expect(back + total(completions.map((one) => one.amount))).toBeLessThanOrEqual(amount)
  expect(reversedAt !== undefined).toBe(back === amount)
  if (type !== 'PRE_AUTHORIZATION') return
  const held = hold!.amount + total(after.map((one) => one.hold?.amount ?? 0))
  if (left === 0) expect(held).toBe(0)
  else expect(held).toBeGreaterThanOrEqual(0)
}

test('whatever happens, the money of the bank and its customers sums to nothing and balances are their history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const desk = openDesk()
      for (const one of steps) {
        await take(desk, one)
        checkBooks(desk)
      }
    }),
    { numRuns: 80 },
  )
})

/** Money that these move does not come back by giving back what cards have spent. */
const notUndone: ReadonlySet<Step['what']> = new Set(['transfer', 'heldTransfer', 'register'])

test('all that was spent can be given back, and then all is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const desk = openDesk()
      const kinds = steps.filter(({ what }) => !notUndone.has(what))
      const before = balancesByHistory(desk)
      for (const one of kinds) await take(desk, one)
      for (const { card, left, currency, processingCode, stan, localDate, rrn } of spendings(desk)) {
        if (!left) continue
        for (const amount of [Math.ceil(left / 3), left - Math.ceil(left / 3)].filter(Boolean))
          reverse(desk)({
            cardIdentification: { cardNumber: card! },
            amount,
            currency,
            processingCode,
            systemTraceAuditNumber: stan,
            transactionDate: localDate,
            rrn,
          })
      }
      for (const [account, balance] of before) expect(desk.books.balances.get(account)).toEqual(balance)
    }),
    { numRuns: 150 },
  )
})

test('an entry whose postings do not sum to nothing is not written', () => {
  const desk = openDesk()
  const [entry] = desk.books.transactions.rows()
  const before = balancesByHistory(desk)
  expect(() => record(desk, { ...entry!, postings: [{ account: 'x', amount: 1 }] })).toThrow(/sum to 1/)
  expect(balancesByHistory(desk)).toEqual(before)
  expect(desk.books.balances.get('x')).toBeUndefined()
})
