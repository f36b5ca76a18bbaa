import { existsSync, readFileSync } from 'node:fs'
import type { Figure, Measure } from './figure.ts'

/** What is measured, in the order of the README's table; each has its module beside this one. */
export const topics = [
  'simulation',
  'sockets',
  'fuzz',
  'smuggling',
  'isolation',
  'injection',
  'abuse',
  'load',
  'supply',
] as const

export type Topic = (typeof topics)[number]

export const isTopic = (name: string): name is Topic => topics.some((topic) => topic === name)

export const measureOf = async (topic: Topic): Promise<Measure> =>
  ((await import(`./${topic}.ts`)) as { measure: Measure }).measure

/** The figures of the last full measurement, by topic. */
export type Record = Readonly<Partial<globalThis.Record<Topic, readonly Figure[]>>>

const KEPT = new URL('../../docs/figures.json', import.meta.url)

export const kept = (): Record => (existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record) : {})

export const keptAt = KEPT

/** The README's table of them. */
export function figuresTable(): string {
  const all = kept()
  const rows = topics.flatMap((topic) =>
    (all[topic] ?? []).map(
      ({ name, target, measured, isMet }) =>
        `| ${name} | ${target} | ${measured} | ${isMet ? 'yes' : '**no**'} | \`${topic}\` |`,
    ),
  )
  return `| Figure | Target | Measured | Met | Topic |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}`
}
