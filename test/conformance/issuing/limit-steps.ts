import { DAY } from '#contract/time/periods.ts'
import type { Limit, LimitChange } from '#server-contract/issuing/blocks.ts'
import type { Owner, Fixture } from './fixture.ts'

export const done = { status: 200, body: { responseCode: '00' } }
export const [PAYMENT, EACH_DAY, EACH_WEEK, EACH_MONTH, LIFETIME] = [0, 1, 2, 3, 5] as const

export const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })

/** Debits a card; the answer's `rrn` identifies the debit. */
export const debit = ({ issuing }: Fixture, owner: Owner, amount: number, preAuthorization = false) =>
  issuing.debitCard({ ...byNumber(owner), amount, currency: 978, preAuthorization })

export const codeOf = async (fixture: Fixture, owner: Owner, amount: number): Promise<string> =>
  (await debit(fixture, owner, amount)).responseCode

export const again = (
  fixture: Fixture,
  owner: Owner,
  operation: 'reversal' | 'completion',
  rrn: string,
  amount: number,
) =>
  fixture.issuing[operation]({
    ...byNumber(owner),
    amount,
    currency: 978,
    processingCode: '000000',
    systemTraceAuditNumber: 1,
    transactionDate: '2030-05-01T12:00:00',
    rrn,
  })

export const cardLimits = async ({ issuing }: Fixture, owner: Owner): Promise<Limit[]> =>
  (await issuing.getCardLimits(byNumber(owner))).limits!

export const cardLimit = async (fixture: Fixture, owner: Owner, name: string): Promise<Limit | undefined> =>
  (await cardLimits(fixture, owner)).find((limit) => limit.name === name)

export const change = ({ issuing }: Fixture, owner: Owner, limit: LimitChange) =>
  issuing.changeCardLimit({ ...byNumber(owner), limit })

/** Moves the clock to the beginning of the next day of UTC, so that a rule's days are whole. */
export function toMidnight({ clock }: Fixture): void {
  clock.advance(DAY - (clock.now() % DAY))
}

/** The limits of a new card, without exceptions. */
export const inherited = [
  { name: 'SINGLE_AMOUNT', value: 20_000_00, cycleType: PAYMENT, cycleLength: 1, currency: 978, currentValue: 0 },
  { name: 'DAILY_AMOUNT', value: 50_000_00, cycleType: EACH_DAY, cycleLength: 1, currency: 978, currentValue: 0 },
  { name: 'DAILY_COUNT', value: 1000, cycleType: EACH_DAY, cycleLength: 1, currentValue: 0 },
  { name: 'MONTHLY_AMOUNT', value: 500_000_00, cycleType: EACH_MONTH, cycleLength: 1, currency: 978, currentValue: 0 },
]
