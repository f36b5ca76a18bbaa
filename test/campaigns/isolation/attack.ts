import type { AttackPages, Victim } from './attack-pages.ts'
import { spelledIn } from './canary.ts'

/** What an attack came to know; a line that begins with {@link BREACH} is a success by itself. */
export type Learned = readonly string[]

/** Begins a line that says what an attack achieved beside knowing the card. */
export const BREACH = 'BREACH '

export interface Attack {
  readonly name: string
  /** How the attacker goes about it, and what would be a success beside learning the card. */
  readonly does: string
  readonly run: (pages: AttackPages, victim: Victim) => Promise<Learned>
}

/** What came of one. */
export interface Verdict {
  readonly name: string
  /** What was breached; absent when the attack failed. */
  readonly breach?: string
  /** How much there was to look through. */
  readonly learned: number
}

/** Judges what was learned: a breach that was announced, or the shopper's card in any spelling. */
export function judge(name: string, { canary }: Pick<Victim, 'canary'>, learned: Learned): Verdict {
  const output = learned.find((line) => line.startsWith(BREACH))
  const spelled = learned.map((line) => spelledIn(canary, line)).find(Boolean)
  const breach = output ?? (spelled && `the card was learned as ${spelled}`)
  return { name, learned: learned.length, ...(breach !== undefined && { breach }) }
}

/** Runs a script in the page of the shop; its value is turned inside out. */
export const inPage = async ({ page }: Pick<Victim, 'page'>, code: string): Promise<Learned> =>
  (await page.evaluate(
    `(async () => { try { return loot(await (async () => { ${code} })(), 5) } catch (error) { return [String(error)] } })()`,
  )) as string[]

/** An attack that is a script in the page of the shop. */
export const script = (name: string, does: string, code: string): Attack => ({
  name,
  does,
  run: (_, victim) => inPage(victim, code),
})
