import type { AttackPages, Victim } from './attack-pages.ts'
import { spelledIn } from './canary.ts'

/** What an attack has read; a line that begins with {@link BREACH} is a success by itself. */
export type Learned = readonly string[]

/** The prefix of a line that reports a success other than reading the card. */
export const BREACH = 'BREACH '

export interface Attack {
  readonly name: string
  /** The method of the attack, and what counts as a success beside reading the card. */
  readonly does: string
  readonly run: (pages: AttackPages, victim: Victim) => Promise<Learned>
}

/** Selects attacks of a kind. */
export type Choose = <T>(attacks: readonly T[]) => readonly T[]

/** The result of an attack. */
export interface Verdict {
  readonly name: string
  /** The breach; absent when the attack failed. */
  readonly breach?: string
  /** How many lines were searched. */
  readonly learned: number
}

/** The verdict on what an attack has read: whether it contains a reported breach, or the shopper's card in any format. */
export function verdictOf(name: string, { canary }: Pick<Victim, 'canary'>, learned: Learned): Verdict {
  const output = learned.find((line) => line.startsWith(BREACH))
  const spelled = learned.map((line) => spelledIn(canary, line)).find(Boolean)
  const breach = output ?? (spelled && `the card was learned as ${spelled}`)
  return { name, learned: learned.length, ...(breach !== undefined && { breach }) }
}

/** Runs a script in the shop's page; returns everything that can be reached from its value, as lines. */
export const inPage = async ({ page }: Pick<Victim, 'page'>, code: string): Promise<Learned> =>
  (await page.evaluate(
    `(async () => { try { return loot(await (async () => { ${code} })(), 5) } catch (error) { return [String(error)] } })()`,
  )) as string[]

/** An attack that is a script in the shop's page. */
export const script = (name: string, does: string, code: string): Attack => ({
  name,
  does,
  run: (_, victim) => inPage(victim, code),
})
