import { forgedCallbacks, replayedCallbacks } from '../../test/campaigns/abuse/callbacks.ts'
import { oneAddress, oneOpenSession, oneSession } from '../../test/campaigns/abuse/card-testing.ts'
import { guess } from '../../test/campaigns/abuse/guesses.ts'
import { replayed, stolenTicket } from '../../test/campaigns/abuse/stolen.ts'
import { forgedMessages } from '../../test/campaigns/abuse/three-ds.ts'
import { crossClients } from '../../test/campaigns/abuse/stored-cards.ts'
import { misuse, tenants } from '../../test/campaigns/abuse/tokens.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

interface Amounts {
  readonly tenants: number
  readonly guesses: number
  readonly callbacks: number
  readonly messages: number
  readonly cards: number
}

const amounts: Readonly<Record<Budget, Amounts>> = {
  full: { tenants: 8, guesses: 10_000, callbacks: 10_000, messages: 1000, cards: 1000 },
  small: { tenants: 3, guesses: 500, callbacks: 360, messages: 130, cards: 30 },
}

/** How much the medians of two times that should be equal may differ, as a fraction. */
const GAP = 0.05

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`

async function tokens({ tenants: count }: Amounts): Promise<Figure> {
  const [bad, crossed, stolen, again] = [
    await misuse(),
    await tenants(count),
    await stolenTicket(),
    await replayed(1000),
  ]
  const isMet =
    bad.accepted.length + crossed.crossed.length + stolen.opened + again.moved === 0 &&
    bad.tried >= 200 &&
    bad.controls === 3 &&
    crossed.own === count &&
    again.payments === 1
  return {
    name: 'misused tickets accepted',
    target: '0 of 200 forged, and of n × n tenants',
    measured:
      `${bad.accepted.length} of ${bad.tried} forged; ${crossed.crossed.length} of ${count} × ${count} tenants; ` +
      `${stolen.opened} of ${stolen.tried} from other origins; ${again.payments} payment in ${again.replays} replays`,
    isMet,
  }
}

async function identifiers({ guesses }: Amounts): Promise<Figure> {
  const { hits, gaps } = await guess(guesses)
  const { pairs, others } = await crossClients(8)
  const [worst, where] = Object.entries(gaps)
    .map(([name, gap]) => [gap, name] as const)
    .toSorted(([a], [b]) => b - a)[0]!
  return {
    name: 'guessed identifiers that hit',
    target: `0 of 10,000; times differ by < ${percent(GAP)}`,
    measured:
      `${hits.length} of ${guesses.toLocaleString('en')}; by ${percent(worst)} at most (${where}); ` +
      `${others} stored cards of others in ${pairs} pairs of clients`,
    isMet: hits.length + others === 0 && worst < GAP,
  }
}

async function forgeries({ callbacks, messages }: Amounts): Promise<Figure> {
  const forged = await forgedCallbacks(callbacks)
  const again = await replayedCallbacks(callbacks, 10)
  const confused = await forgedMessages(messages)
  const changes = forged.changes + again.changes + confused.changes + confused.accepted
  return {
    name: 'state changes by forged callbacks, and by forged messages of 3-D Secure',
    target: '0 of 10,000, and 0 of 1,000',
    measured:
      `${forged.changes} of ${forged.sent.toLocaleString('en')}, and ${confused.changes} of ` +
      `${confused.sent.toLocaleString('en')}; ${again.sent.toLocaleString('en')} true callbacks replayed cost ` +
      `${again.mostReadsASecond} read a second and order`,
    isMet: changes === 0 && again.mostReadsASecond <= 1 && confused.paid === 10 && confused.secondCalls === 10,
  }
}

async function robots({ cards }: Amounts): Promise<Figure> {
  const [session, open] = [await oneSession(cards), await oneOpenSession(cards)]
  const [serialized, atOnce] = [await oneAddress(50, 'in turn'), await oneAddress(50, 'at once')]
  const [most, declines] = [Math.max(session.reached, open.reached), Math.max(serialized.reached, atOnce.reached)]
  return {
    name: 'cards of a card-testing robot that reach the gateway',
    target: '≤ 5 of 1,000 in a session; ≤ 10 declines of an address in 10 min',
    measured:
      `${session.reached} of ${cards.toLocaleString('en')} (${open.reached} where the gateway leaves the order open); ` +
      `${declines} of ${serialized.offered} sessions from one address, in turn and at once`,
    isMet: most <= 5 && declines <= 10 && session.reached > 0 && serialized.reached > 0,
  }
}

/** Measures tickets, identifiers, callbacks and cards used by others than their owners. */
export const measure: Measure = async (budget, report) => {
  const figures: Figure[] = []
  for (const of of [tokens, identifiers, forgeries, robots]) {
    report(`abuse: ${of.name}`)
    figures.push(await of(amounts[budget]))
  }
  return figures
}
