import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time/periods.ts'
import type { Limit } from '#server-contract/issuing/blocks.ts'
import type { CycleType } from '#sandbox/issuer/requests/choices.ts'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { accountLimitHandlers, cardLimitHandlers } from '#sandbox/issuer/limits/limits-handlers.ts'
import { openTables } from '#sandbox/issuer/tables.ts'
import { createVirtualCard } from '#sandbox/issuer/cards/virtual-card.ts'
import { customerHandlers } from '#sandbox/issuer/customers/customers-handlers.ts'
import { debitCard } from '#sandbox/issuer/authorizations/debits.ts'
import { Declined } from '#sandbox/issuer/ledger/declined.ts'
import type { IssuerContext } from '#sandbox/issuer/context.ts'
import { dayOf, firstDayOfCycle } from '#sandbox/issuer/limits/cycles.ts'
import { complete, reverse } from '#sandbox/issuer/authorizations/reversals.ts'
import type { Transaction } from '#sandbox/issuer/records.ts'
import { p2PTransfer } from '#sandbox/issuer/transfers/transfer.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { instantClock, type InstantClock } from '../../../support/clock.ts'
import { runs } from '../../../support/extent.ts'

const [EURO, YEN] = [978, 392]

interface Bank {
  readonly context: IssuerContext & { readonly clock: InstantClock }
  readonly accountNumber: string
  readonly cards: readonly string[]
  /** A card of another customer's. */
  readonly payee: string
}

/** One account with two cards and a balance above the limits, and a payee. */
function openBank(): Bank {
  const [store, clock] = [memoryStore(), instantClock()]
  const phones = buildPhones(store, clock)
  const common = { clock, phones, random: systemRandom, journal: buildJournal(clock), bin: '400000' }
  const context: Bank['context'] = { ...common, tables: openTables(store), rules: () => 'full' }
  const register = (customer_number: string): string =>
    customerHandlers(context).registerCustomer({
      productName: 'CRCU1001',
      parameters: Object.entries({ customer_number, surname: 'Doe', firstName: 'Jo' }).map(([name, value]) => ({
        name: name as 'surname',
        value,
      })),
    }).accountNumber
  const issue = (accountNumber: string): string =>
    createVirtualCard(context)({
      cardIdentification: { cardNumber: '4000000000000000' },
      virtualCardIdentification: { expDate: '209912', productType: '5C' },
      amount: 0,
      currency: EURO,
      accountNumber,
    }).virtualCardIdentification!.cardNumber!
  const accountNumber = register('C1')
  return { context, accountNumber, cards: [issue(accountNumber), issue(accountNumber)], payee: issue(register('C2')) }
}

const limitsOf = ({ context, accountNumber, cards }: Bank): readonly Limit[][] => [
  ...cards.map(
    (cardNumber) => cardLimitHandlers(context).getCardLimits({ cardIdentification: { cardNumber } }).limits!,
  ),
  accountLimitHandlers(context).getAccountLimits({ accountNumber }).limits!,
]

const isCount = ({ name }: Limit): boolean => name!.endsWith('COUNT')

/** The amount in the history for a limit's present cycle: approved in it and not returned since. */
function amountInHistory({ context, cards }: Bank, at: number, limit: Limit): number {
  const history = [...context.tables.transactions.rows()]
  const today = dayOf(context.clock.now())
  const first = firstDayOfCycle(today, limit.cycleType!, limit.cycleLength!)
  const afterwards = (of: Transaction, type: string) =>
    history.filter((one) => one.type === type && one.original === of.utrnno)
  const net = (debit: Transaction): number => {
    const taken = afterwards(debit, 'COMPLETION')[0] ?? debit
    if (isCount(limit)) return taken.reversedAt === undefined ? 1 : 0
    return (
      taken.accountAmount - afterwards(taken, 'REVERSAL').reduce((sum, { accountAmount }) => sum + accountAmount, 0)
    )
  }
  return history
    .filter(({ type }) => ['PURCHASE', 'PRE_AUTHORIZATION', 'P2P_DEBIT'].includes(type))
    .filter((one) => one.responseCode === '00' && dayOf(one.at) >= first && (cards[at] ?? one.card) === one.card)
    .reduce((sum, debit) => sum + net(debit), 0)
}

/** A limit's value now: its own, or that of the last exception whose dates include today. */
function valueNow({ value, limitExceptions = [] }: Limit, now: number): number {
  const today = new Date(now).toISOString().slice(0, 10)
  const inForce = limitExceptions.findLast(({ startDate, endDate }) => startDate! <= today && today <= endDate!)
  return Number(inForce?.value ?? value!)
}

/** The codes of the limits that a debit would exceed, by their values before it. */
const overrunBy = (bank: Bank, card: number, amount: number): string[] => {
  const all = limitsOf(bank)
  return [...all[card]!, ...all[2]!]
    .filter(
      (limit) =>
        Number(limit.currentValue!) + (isCount(limit) ? 1 : amount) > valueNow(limit, bank.context.clock.now()),
    )
    .map(({ name }) => (name!.endsWith('COUNT') ? '65' : '61'))
}

type Step = (bank: Bank) => Promise<void>

const pay = ({ context, cards }: Bank, card: number, amount: number, currency: number, preAuthorization: boolean) =>
  debitCard(context)({ cardIdentification: { cardNumber: cards[card]! }, amount, currency, preAuthorization })

const amounts = fc.integer({ min: 0, max: 700 })
const card = fc.constantFrom(0, 1)

const debit = fc
  .record({ card, amount: amounts, isYen: fc.boolean(), isHold: fc.boolean() })
  .map(({ card: at, amount, isYen, isHold }): Step => {
    return async (bank) => {
      const expected = overrunBy(bank, at, isYen ? amount * 100 : amount)
      const { responseCode } = await pay(bank, at, amount, isYen ? YEN : EURO, isHold)
      expect(expected.length ? expected : ['00', '51']).toContain(responseCode)
    }
  })

const transfer = fc
  .record({ card, amount: fc.integer({ min: 1, max: 700 }), preAuthorization: fc.boolean() })
  .map(({ card: at, amount, preAuthorization }): Step => {
    return async (bank) => {
      const expected = overrunBy(bank, at, amount)
      const { responseCode } = p2PTransfer(bank.context)({
        sourceCardIdentification: { cardNumber: bank.cards[at]!, expDate: '209912' },
        destinationCardIdentification: { cardNumber: bank.payee },
        amount,
        currency: EURO,
        preAuthorization,
        senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: 'x' },
        pointOfServiceConditionCode: 'x',
      })
      expect(expected.length ? expected : ['00', '51']).toContain(responseCode)
    }
  })

const debitsAtOnce = fc
  .array(fc.tuple(card, amounts, fc.boolean()), { minLength: 2, maxLength: 5 })
  .map((debits): Step => {
    return async (bank) => {
      await Promise.all(debits.map(([at, amount, isHold]) => pay(bank, at, amount, EURO, isHold)))
    }
  })

/** Reverses or completes some earlier debit or hold, for `share` of what is left of it. */
const afterwards = fc
  .record({ which: fc.nat(), share: fc.constantFrom(0.3, 0.5, 1), isCompletion: fc.boolean() })
  .map(({ which, share, isCompletion }): Step => {
    return async ({ context }) => {
      const open = [...context.tables.transactions.rows()].filter(({ left }) => left)
      const chosen = open[which % open.length]
      if (!chosen) return
      const hold = chosen.original === undefined ? chosen : context.tables.transactions.get(String(chosen.original))!
      const request = {
        cardIdentification: { cardNumber: chosen.card! },
        amount: Math.ceil(chosen.left! * share),
        currency: chosen.currency,
        processingCode: chosen.processingCode,
        systemTraceAuditNumber: 1,
        transactionDate: '2030-05-01',
        rrn: hold.rrn,
      }
      try {
        ;(isCompletion ? complete : reverse)(context)(request)
      } catch (error) {
        if (!(error instanceof Declined)) throw error
      }
    }
  })

const time = fc.constantFrom(1, 11, 24, 24 * 7, 24 * 31, 24 * 366).map((hours): Step => {
  return async ({ context }) => context.clock.advance(hours * HOUR)
})

const terms = fc.record({
  value: fc.integer({ min: 0, max: 3000 }),
  cycleType: fc.constantFrom<CycleType>(0, 1, 2, 3, 4, 5),
  cycleLength: fc.integer({ min: 1, max: 3 }),
})

const cardLimitChange = fc
  .record({ card, name: fc.constantFrom('SINGLE_AMOUNT', 'DAILY_AMOUNT', 'WEEKLY_AMOUNT', 'CARD_TOTAL'), terms })
  .map(({ card: at, name, terms: changed }): Step => {
    return async ({ context, cards }) => {
      const cardIdentification = { cardNumber: cards[at]! }
      cardLimitHandlers(context).changeCardLimit({ cardIdentification, limit: { name, ...changed } })
    }
  })

const countChange = fc.record({ card, value: fc.integer({ min: 0, max: 6 }) }).map(({ card: at, value }): Step => {
  return async ({ context, cards }) => {
    const cardIdentification = { cardNumber: cards[at]! }
    cardLimitHandlers(context).changeCardLimit({ cardIdentification, limit: { name: 'DAILY_COUNT', value } })
  }
})

const accountLimitChange = terms.map((changed): Step => {
  return async ({ context, accountNumber }) => {
    accountLimitHandlers(context).changeAccountLimit({
      accountNumber,
      limit: { name: 'ACCOUNT_DAILY_AMOUNT', ...changed },
    })
  }
})

/** An exception of one or a few days, from yesterday, today or tomorrow on. */
const exception = fc
  .record({ card, value: fc.integer({ min: 0, max: 800 }), from: fc.integer({ min: -1, max: 1 }), days: fc.nat(3) })
  .map(({ card: at, value, from, days }): Step => {
    return async ({ context, cards }) => {
      const day = (add: number): string => new Date(context.clock.now() + add * DAY).toISOString().slice(0, 10)
      cardLimitHandlers(context).addCardLimitException({
        cardIdentification: { cardNumber: cards[at]! },
        limitException: { limitName: 'DAILY_AMOUNT', startDate: day(from), endDate: day(from + days), value },
      })
    }
  })

const usual = { arbitrary: debit, weight: 6 }
const steps = fc.array(
  fc.oneof(
    usual,
    transfer,
    debitsAtOnce,
    { arbitrary: afterwards, weight: 4 },
    time,
    { arbitrary: exception, weight: 3 },
    cardLimitChange,
    countChange,
    accountLimitChange,
  ),
  { minLength: 1, maxLength: 25 },
)

test('whatever happens, what a limit has let through is what the history says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const bank = openBank()
      for (const step of all) {
        await step(bank)
        for (const [at, limits] of limitsOf(bank).entries())
          for (const limit of limits)
            expect([limit, amountInHistory(bank, at, limit)]).toEqual([limit, limit.currentValue])
      }
    }),
    { numRuns: runs(60) },
  )
})

test('whatever happens under limits that stay, none is ever overrun', async () => {
  const changes = fc.oneof(usual, transfer, debitsAtOnce, { arbitrary: afterwards, weight: 4 }, time)
  await fc.assert(
    fc.asyncProperty(terms, terms, fc.array(changes, { maxLength: 30 }), async (ofCard, ofAccount, all) => {
      const bank = openBank()
      const { context, accountNumber, cards } = bank
      const limit = { name: 'DAILY_AMOUNT', ...ofCard }
      for (const cardNumber of cards)
        cardLimitHandlers(context).changeCardLimit({ cardIdentification: { cardNumber }, limit })
      accountLimitHandlers(context).changeAccountLimit({
        accountNumber,
        limit: { name: 'ACCOUNT_DAILY_AMOUNT', ...ofAccount },
      })
      for (const step of all) {
        await step(bank)
        for (const { name, currentValue, value } of limitsOf(bank).flat())
          expect([name, currentValue! <= value!]).toEqual([name, true])
      }
    }),
    { numRuns: runs(60) },
  )
})
