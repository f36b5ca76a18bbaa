import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { openTables } from '#sandbox/issuer/tables.ts'
import { debitCard } from '#sandbox/issuer/authorizations/debits.ts'
import { Declined } from '#sandbox/issuer/ledger/declined.ts'
import type { IssuerContext } from '#sandbox/issuer/context.ts'
import { accountHandlers } from '#sandbox/issuer/accounts/accounts-handlers.ts'
import { bindCardToAccount } from '#sandbox/issuer/cards/binding.ts'
import { blockCard, validateCard } from '#sandbox/issuer/cards/status.ts'
import { createVirtualCard } from '#sandbox/issuer/cards/virtual-card.ts'
import { customerHandlers } from '#sandbox/issuer/customers/customers-handlers.ts'
import { balanceOf, record } from '#sandbox/issuer/ledger/ledger.ts'
import { cardLimitHandlers } from '#sandbox/issuer/limits/limits-handlers.ts'
import { complete, reverse } from '#sandbox/issuer/authorizations/reversals.ts'
import type { Balance, Transaction } from '#sandbox/issuer/records.ts'
import { seed } from '#sandbox/issuer/seed.ts'
import { p2PTransfer } from '#sandbox/issuer/transfers/transfer.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { instantClock, type InstantClock } from '../../../support/clock.ts'
import { runs } from '../../../support/extent.ts'

const [EURO, YEN, DINAR] = [978, 392, 48]
const good = testCards.find(({ pan }) => pan === '4444555511113333')!
const pans = ['4000000000000101', '4000000000000202', '4000000000000303'] as const
const cards: TestCard[] = pans.map((pan) => ({ ...good, pan, issuer: { balance: 5000 } }))

/** Cards in euros; one of the product, with its fees and limits; and one in yen, on credit. */
function openIssuer(): IssuerContext & { readonly clock: InstantClock } {
  const [clock, store] = [instantClock(), memoryStore()]
  const context = {
    clock,
    random: systemRandom,
    journal: buildJournal(clock),
    tables: openTables(store),
    phones: buildPhones(store, clock),
    rules: () => 'full' as const,
    bin: '400000',
  }
  seed(context, cards)
  register(context, 'C0', 0)
  bind(context, pans[2], 'ON-CREDIT', 'ACCOUNT_TYPE_CREDIT', YEN)
  issue(context, 'ON-CREDIT', 0)
  return context
}

/** Lets a card spend from an account, which is registered if it does not exist. */
function bind(
  context: IssuerContext,
  cardNumber: string,
  accountNumber: string,
  accountType: 'ACCOUNT_TYPE_CREDIT' | 'ACCOUNT_TYPE_DEFAULT',
  accountCurrency: number,
): void {
  const cardIdentification = { cardNumber, expDate: context.tables.cards.get(cardNumber)!.expiry }
  bindCardToAccount(context)({ cardIdentification, accountNumber, accountType, accountCurrency })
}

/** Issues a card on an account, with a total limit of `amount`, or with none when that is 0. */
const issue = (context: IssuerContext, accountNumber: string, amount: number): unknown =>
  createVirtualCard(context)({
    cardIdentification: { cardNumber: '4000000000000000' },
    virtualCardIdentification: { expDate: good.expiry, productType: '5C' },
    amount,
    currency: EURO,
    accountNumber,
  })

/** Registers a customer, new or known, with an account and a card on it. */
function register(context: IssuerContext, customer_number: string, amount: number): void {
  const customer = { customer_number, surname: 'Doe', firstName: 'Jo' }
  const parameters = Object.entries(customer).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = customerHandlers(context).registerCustomer({ productName: 'CRCU1001', parameters })
  issue(context, accountNumber, amount)
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

/** The number of one of all cards. */
const panOf = ({ tables }: IssuerContext, at: number): string => [...tables.cards.keys()][at % tables.cards.size]!

const spendings = ({ tables }: IssuerContext): Transaction[] =>
  [...tables.transactions.rows()].filter(({ left }) => left !== undefined)

function transfer(context: IssuerContext, { card, amount, currency, of }: Step, preAuthorization: boolean): unknown {
  const cardNumber = panOf(context, card)
  return p2PTransfer(context)({
    sourceCardIdentification: { cardNumber, expDate: context.tables.cards.get(cardNumber)!.expiry },
    destinationCardIdentification: { cardNumber: panOf(context, card + 1 + (of % 2)) },
    amount,
    currency,
    preAuthorization,
    senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: 'x' },
    pointOfServiceConditionCode: 'x',
  })
}

/** Reverses or completes one of the spendings so far: the whole, or as much as the step's amount. */
function afterwards(context: IssuerContext, { of, amount }: Step, ask: typeof reverse | typeof complete): unknown {
  const known = spendings(context)
  const original = known[of % Math.max(known.length, 1)]
  return (
    original &&
    ask(context)({
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

const debit = (context: IssuerContext, { card, amount, currency, fee }: Step, preAuthorization: boolean): unknown =>
  debitCard(context)({
    cardIdentification: { cardNumber: panOf(context, card) },
    amount,
    currency,
    preAuthorization,
    ...(fee && { fee: { feeType: 'ACQUIRER', feeValue: 3 } }),
    cardAcceptorParameters: { merchantIdentification: 'shop', terminalIdentification: '1', merchantType: '5499' },
  })

function bindAndIssue(context: IssuerContext, { card, of, amount, currency }: Step): void {
  const [account, type] = [`A${of % 9}`, of % 2 ? ('ACCOUNT_TYPE_CREDIT' as const) : ('ACCOUNT_TYPE_DEFAULT' as const)]
  bind(context, panOf(context, card), account, type, currency)
  if (of % 2) issue(context, account, amount)
}

function block(context: IssuerContext, { card }: Step): void {
  const cardNumber = panOf(context, card)
  const request = { cardIdentification: { cardNumber } }
  if (context.tables.cards.get(cardNumber)!.status) validateCard(context)(request)
  else blockCard(context)({ ...request, hotCardStatus: 6 })
}

/** Mostly back to the active status, since otherwise nothing could move after a few steps. */
function accountStatus(context: IssuerContext, { card, of }: Step): void {
  const accountNumber = context.tables.cards.get(panOf(context, card))!.accounts[0]!
  accountHandlers(context).changeAccountStatus({ accountNumber, accountStatus: ([0, 0, 0, 1, 2, 3] as const)[of % 6]! })
}

function limit(context: IssuerContext, { card, amount }: Step): void {
  const cardIdentification = { cardNumber: panOf(context, card) }
  cardLimitHandlers(context).changeCardLimit({ cardIdentification, limit: { name: 'DAILY_AMOUNT', value: amount * 2 } })
}

async function take(context: ReturnType<typeof openIssuer>, one: Step): Promise<void> {
  const paths: Record<Step['what'], () => unknown> = {
    debit: () => debit(context, one, false),
    hold: () => debit(context, one, true),
    transfer: () => transfer(context, one, false),
    heldTransfer: () => transfer(context, one, true),
    reverse: () => afterwards(context, one, reverse),
    complete: () => afterwards(context, one, complete),
    register: () => register(context, `C${one.of % 3}`, one.of % 2 ? 0 : 1500),
    bind: () => bindAndIssue(context, one),
    limit: () => limit(context, one),
    accountStatus: () => accountStatus(context, one),
    block: () => block(context, one),
    wait: () => context.clock.advance(one.of % 50_000_000),
  }
  try {
    await paths[one.what]()
  } catch (error) {
    if (!(error instanceof Declined)) throw error
  }
}

const total = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0)

/** The balances, computed from the whole history. */
function balancesByHistory({ tables }: IssuerContext): Map<string, Balance> {
  const balances = new Map<string, Balance>()
  const add = (account: string, posted: number, held: number): void => {
    const before = balances.get(account) ?? { posted: 0, held: 0 }
    balances.set(account, { posted: before.posted + posted, held: before.held + held })
  }
  for (const { postings, hold } of tables.transactions.rows()) {
    for (const { account, amount } of postings) add(account, amount, 0)
    if (hold) add(hold.account, 0, hold.amount)
  }
  return balances
}

function checkTables(context: IssuerContext): void {
  const { tables } = context
  const rows = [...tables.transactions.rows()]
  for (const { postings } of rows) expect(total(postings.map(({ amount }) => amount))).toBe(0)
  const byHistory = balancesByHistory(context)
  const kept = [...tables.balances.keys()].map((account) => [account, tables.balances.get(account)] as const)
  expect(new Map(kept)).toEqual(byHistory)
  for (const { number, creditLimit } of tables.accounts.rows()) {
    const { posted, held } = balanceOf(context, number)
    expect(held).toBeGreaterThanOrEqual(0)
    expect(posted - held).toBeGreaterThanOrEqual(-creditLimit)
  }
  for (const one of spendings(context)) checkSpending(one, rows)
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
      const context = openIssuer()
      for (const one of steps) {
        await take(context, one)
        checkTables(context)
      }
    }),
    { numRuns: runs(80) },
  )
})

/** Steps that move money which reversals of card spendings do not return. */
const notUndone: ReadonlySet<Step['what']> = new Set(['transfer', 'heldTransfer', 'register'])

test('all that was spent can be given back, and then all is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const context = openIssuer()
      const kinds = steps.filter(({ what }) => !notUndone.has(what))
      const before = balancesByHistory(context)
      for (const one of kinds) await take(context, one)
      for (const { card, left, currency, processingCode, stan, localDate, rrn } of spendings(context)) {
        if (!left) continue
        for (const amount of [Math.ceil(left / 3), left - Math.ceil(left / 3)].filter(Boolean))
          reverse(context)({
            cardIdentification: { cardNumber: card! },
            amount,
            currency,
            processingCode,
            systemTraceAuditNumber: stan,
            transactionDate: localDate,
            rrn,
          })
      }
      for (const [account, balance] of before) expect(context.tables.balances.get(account)).toEqual(balance)
    }),
    { numRuns: runs(150) },
  )
})

test('an entry whose postings do not sum to nothing is not written', () => {
  const context = openIssuer()
  const [entry] = context.tables.transactions.rows()
  const before = balancesByHistory(context)
  expect(() => record(context, { ...entry!, postings: [{ account: 'x', amount: 1 }] })).toThrow(/sum to 1/)
  expect(balancesByHistory(context)).toEqual(before)
  expect(context.tables.balances.get('x')).toBeUndefined()
})
