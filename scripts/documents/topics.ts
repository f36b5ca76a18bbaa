import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../../test/support/figure.ts'

/** What is measured, in the order of the table in docs/development/measurements.md; each has its module in scripts/figures. */
export const topics = [
  'simulation',
  'small-scopes',
  'sockets',
  'fuzz',
  'smuggling',
  'isolation',
  'injection',
  'abuse',
  'apart',
  'cost',
  'load',
  'supply',
] as const

export type Topic = (typeof topics)[number]

export const isTopic = (name: string): name is Topic => topics.some((topic) => topic === name)

/** The figures of the last full measurement, by topic. */
export type Record = Readonly<Partial<globalThis.Record<Topic, readonly Figure[]>>>

const keptIn = (root: string): string => join(root, 'docs/data/figures.json')

const kept = (root: string): Record =>
  existsSync(keptIn(root)) ? (JSON.parse(readFileSync(keptIn(root), 'utf8')) as Record) : {}

/** Saves a topic's figures in the place of its earlier ones. */
export const keep = (root: string, topic: Topic, figures: readonly Figure[]): void =>
  writeFileSync(keptIn(root), `${JSON.stringify({ ...kept(root), [topic]: figures }, null, 2)}\n`)

/** The table of docs/development/measurements.md. */
export function figuresTable(root: string): string {
  const all = kept(root)
  const rows = topics.flatMap((topic) =>
    (all[topic] ?? []).map(
      ({ name, target, measured, isMet }) =>
        `| ${name} | ${target} | ${measured} | ${isMet ? 'yes' : '**no**'} | \`${topic}\` |`,
    ),
  )
  return `| Figure | Target | Measured | Met | Topic |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}`
}
