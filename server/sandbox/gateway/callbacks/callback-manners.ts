import type { Scenario } from '#sandbox/scenario/scenario.ts'
import type { Letter } from './callback-letters.ts'

/** The longest that a callback is held for the next one to overtake it. */
const OVERTAKEN_WITHIN = 10_000

/** How the switch lets a callback go; `undefined` when it is not sent at all. */
export const manners: Readonly<Record<Scenario['callbacks'], (letter: Letter) => Letter | undefined>> = {
  sent: (letter) => letter,
  never: () => undefined,
  duplicated: (letter) => ({ ...letter, copies: 2 }),
  reordered: (letter) => ({ ...letter, held: true, dueAt: letter.dueAt + OVERTAKEN_WITHIN }),
}

/** The two letters when the later overtakes the one that was held for it. */
export const overtaken = (earlier: Letter, later: Letter, now: number): readonly [Letter, Letter] => [
  { ...earlier, held: false, dueAt: now, after: later.id },
  { ...later, held: false, dueAt: now },
]
