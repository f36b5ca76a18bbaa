import type { Debit, Debited } from '#contract/issuing/cards.ts'
import type { Reversal, Reversed } from '#contract/issuing/reversals.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { debited, restored } from './accounts.ts'
import { authorise } from './authorise.ts'
import { issue } from './issued-cards.ts'
import { judgeReversal, type Taken } from './reversals.ts'
import { approvalCode, trace } from './trace.ts'

/** What the issuer decides by: its cards, with their money, and what has been taken from them. */
export interface Processing {
  debitCard(debit: Debit): Promise<Debited>
  reversal(reversal: Reversal): Reversed
}

/** The processing code of a debit: a purchase from the default account. */
const PURCHASE = '000000'
const SLOW = 4000

export function buildProcessing(parts: {
  readonly clock: Clock
  readonly random: Random
  readonly cards: readonly TestCard[]
}): Processing {
  const { clock, random } = parts
  const cards = new Map(parts.cards.map((card) => [card.pan, issue(card)]))
  const approved = new Map<string, Taken>()
  let count = 0
  const numbered = (responseCode: string): Debited => ({
    responseCode,
    processingCode: PURCHASE,
    ...trace(++count, clock.now()),
    ...(responseCode === '00' && { authorizationIdResponse: approvalCode(random) }),
  })

  /** Decides and takes the money in one go, so that no other debit comes between. */
  const decide = (debit: Debit): Debited => {
    const card = cards.get(debit.cardIdentification.cardNumber ?? '')
    const answer = numbered(authorise(card, debit, clock.now()).responseCode)
    if (!card || answer.responseCode !== '00') return answer
    cards.set(card.pan, { ...card, account: debited(card.account, debit.amount) })
    approved.set(answer.rrn, { pan: card.pan, currency: debit.currency, left: debit.amount })
    return answer
  }

  return {
    async debitCard(debit) {
      if (cards.get(debit.cardIdentification.cardNumber ?? '')?.quirk === 'slow') await clock.sleep(SLOW)
      return decide(debit)
    },
    reversal(asked) {
      const taken = approved.get(asked.rrn)
      const responseCode = judgeReversal(taken, asked)
      if (taken && responseCode === '00') {
        const card = cards.get(taken.pan)!
        cards.set(card.pan, { ...card, account: restored(card.account, asked.amount) })
        approved.set(asked.rrn, { ...taken, left: taken.left - asked.amount })
      }
      return numbered(responseCode)
    },
  }
}
