import type { Limit, LimitChange } from '#contract/issuing/blocks.ts'
import type { Owner, Stage } from './stage.ts'

export const done = { status: 200, body: { responseCode: '00' } }
export const DAY = 86_400_000
export const [PAYMENT, EACH_DAY, EACH_WEEK, EACH_MONTH, LIFETIME] = [0, 1, 2, 3, 5] as const

export const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })

/** The responseCode of a debit; `rrn` names it. */
export const debit = ({ issuing }: Stage, owner: Owner, amount: number, preAuthorization = false) =>
  issuing.debitCard({ ...byNumber(owner), amount, currency: 978, preAuthorization })

export const codeOf = async (stage: Stage, owner: Owner, amount: number): Promise<string> =>
  (await debit(stage, owner, amount)).responseCode

export const again = (stage: Stage, owner: Owner, operation: 'reversal' | 'completion', rrn: string, amount: number) =>
  stage.issuing[operation]({
    ...byNumber(owner),
    amount,
    currency: 978,
    processingCode: '000000',
    systemTraceAuditNumber: 1,
    transactionDate: '2030-05-01T12:00:00',
    rrn,
  })

export const cardLimits = async ({ issuing }: Stage, owner: Owner): Promise<Limit[]> =>
  (await issuing.getCardLimits(byNumber(owner))).limits

export const cardLimit = async (stage: Stage, owner: Owner, name: string): Promise<Limit | undefined> =>
  (await cardLimits(stage, owner)).find((limit) => limit.name === name)

export const change = ({ issuing }: Stage, owner: Owner, limit: LimitChange) =>
  issuing.changeCardLimit({ ...byNumber(owner), limit })

/** Sets the clock to the beginning of the next day of UTC, so that a rule's days are whole. */
export function toMidnight({ clock }: Stage): void {
  clock.advance(DAY - (clock.now() % DAY))
}

/** The limits of a new card, exceptions left out. */
export const inherited = [
  { name: 'SINGLE_AMOUNT', value: 20_000_00, cycleType: PAYMENT, cycleLength: 1, currency: 978, currentValue: 0 },
  { name: 'DAILY_AMOUNT', value: 50_000_00, cycleType: EACH_DAY, cycleLength: 1, currency: 978, currentValue: 0 },
  { name: 'DAILY_COUNT', value: 1000, cycleType: EACH_DAY, cycleLength: 1, currentValue: 0 },
  { name: 'MONTHLY_AMOUNT', value: 500_000_00, cycleType: EACH_MONTH, cycleLength: 1, currency: 978, currentValue: 0 },
]
