import { expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { buildEnrolment } from '#sandbox/acs/enrolment.ts'
import type { AcsContext } from '#sandbox/acs/context.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { merchantSideOf } from '#sandbox/issuer/acquiring/merchant-side.ts'
import type { IssuerContext } from '#sandbox/issuer/context.ts'
import type { Transaction } from '#sandbox/issuer/records.ts'
import { seed } from '#sandbox/issuer/seed.ts'
import { openTables } from '#sandbox/issuer/tables.ts'
import { buildPhones } from '#sandbox/phones/inbox.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { instantClock } from '../../../support/clock.ts'

/** The first digits of numbers with 2: Mir has 2200 to 2204, Mastercard 2221 to 2720, and neither has the rest. */
const beginnings = [
  ['2199', 'OTHER'],
  ['2200', 'MIR'],
  ['2204', 'MIR'],
  ['2205', 'OTHER'],
  ['2220', 'OTHER'],
  ['2221', 'MASTERCARD'],
  ['2229', 'MASTERCARD'],
  ['2230', 'MASTERCARD'],
  ['2500', 'MASTERCARD'],
  ['2699', 'MASTERCARD'],
  ['2719', 'MASTERCARD'],
  ['2720', 'MASTERCARD'],
  ['2721', 'OTHER'],
  ['2799', 'OTHER'],
] as const

const panOf = (begins: string): string => begins.padEnd(16, '0')

test.each(beginnings)('the network of a card that begins with %s is %s to its merchant', (begins, networkType) => {
  const pan = panOf(begins)
  const [clock, store] = [instantClock(), memoryStore()]
  const journal = buildJournal(clock)
  const context: IssuerContext = {
    clock,
    random: systemRandom,
    journal,
    tables: openTables(store),
    phones: buildPhones(store, clock),
    rules: () => 'full',
    bin: '400000',
  }
  const card: TestCard = { ...testCards[0]!, pan }
  seed(context, [card])
  const entry = { card: pan, at: clock.now(), amount: 100, currency: 978 } as unknown as Transaction
  expect(merchantSideOf(context, entry)).toMatchObject({ networkType })
})

test.each([
  ['4000', 'visa'],
  ['2200', 'mir'],
  ['2204', 'mir'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['5100', 'mastercard'],
] as const)('a card of the bank that begins with %s is a %s card to the access server', async (begins, brand) => {
  const issuer = { getCardData: async () => ({ responseCode: '00', cardData: {} }) }
  const context = { cards: [], issuer, journal: buildJournal(instantClock()) } as unknown as AcsContext
  expect(await buildEnrolment(context)(panOf(begins))).toMatchObject({ brand, threeDs: 'challenge' })
})
