import type { Debit } from '#contract/issuing/cards.ts'
import { covers } from './accounts.ts'
import { hasExpired, type IssuedCard } from './issued-cards.ts'

/** responseCode by hotCardStatus where a card is not good (family: both lists of codes). */
const byStatus: Readonly<Record<number, string>> = {
  1: '01',
  2: '05',
  3: '05',
  5: '57',
  6: '41',
  7: '43',
  8: '04',
  9: '04',
  10: '04',
  11: '37',
  12: '16',
  13: '75',
  15: '36',
  16: '16',
  17: '16',
  18: '16',
  19: '36',
  20: '36',
  21: '36',
}

/** How the issuer's processing answers for a card that it cannot decide about. */
const byQuirk: Readonly<Record<string, string>> = { technical: '96', unanswered: '68' }

type Check = (card: IssuedCard, debit: Debit, now: number) => string | undefined

/** Asked in this order; the first that has a code refuses. */
const checks: readonly Check[] = [
  ({ hotCardStatus }) => byStatus[hotCardStatus],
  (card, _, now) => when(hasExpired(card, now), '33'),
  ({ expiry }, { cardIdentification: { expDate } }) => when(differs(expDate, expiry), '14'),
  ({ cvc }, { cardIdentification: { cvv2 } }) => when(differs(cvv2, cvc), 'AB'),
  ({ quirk }) => byQuirk[quirk ?? ''],
  ({ limit }, { amount }) => when(limit !== undefined && amount > limit, '61'),
  ({ account }, { amount }) => when(!covers(account, amount), '51'),
]

const when = (refused: boolean, code: string): string | undefined => (refused ? code : undefined)

const differs = (given: string | undefined, onFile: string): boolean => given !== undefined && given !== onFile

/** Decides one debit: `00` approves, any other responseCode refuses (family: the response codes of the service). */
export function authorise(card: IssuedCard | undefined, debit: Debit, now: number): { responseCode: string } {
  if (!card) return { responseCode: '14' }
  for (const check of checks) {
    const responseCode = check(card, debit, now)
    if (responseCode) return { responseCode }
  }
  return { responseCode: '00' }
}
