import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The benchmarks, in the order in which they run; each has its place in docs/development/benchmarks.md. */
export const benchmarkNames = ['first-key', 'phone', 'challenge', 'mounts', 'relay', 'merchants', 'issuer'] as const

export type BenchmarkName = (typeof benchmarkNames)[number]

/** What is measured of every row. */
export interface Measure {
  readonly name: string
  /** Its heading, with the unit. */
  readonly label: string
  /** Decimal places. */
  readonly digits: number
  /** The title of its bar chart; absent, it has none. */
  readonly chart?: string
}

export interface Row {
  readonly name: string
  /** By the name of the measure; null where it could not be measured. */
  readonly values: Readonly<Record<string, number | null>>
  /** Whether a part of it is replaced by a stub, so that its values are the least that it can take. */
  readonly isFloor?: boolean
}

/** Values of one run, each with its ratio to the same value of one row. */
export interface Comparison {
  readonly title: string
  /** The row whose values are divided by those of each other row. */
  readonly subject: string
  readonly measures: readonly Measure[]
  readonly rows: readonly Row[]
}

/** The last result of a benchmark. */
export interface Result {
  /** ISO 8601, the day. */
  readonly date: string
  /** How it was measured, and on what. */
  readonly conditions: readonly string[]
  readonly comparisons: readonly Comparison[]
}

export type Results = Readonly<Partial<Record<BenchmarkName, Result>>>

const keptIn = (root: string): string => join(root, 'docs/data/benchmarks.json')

const kept = (root: string): Results =>
  existsSync(keptIn(root)) ? (JSON.parse(readFileSync(keptIn(root), 'utf8')) as Results) : {}

/** Results as JSON, with numbers of three decimal places at most. */
export const jsonOf = (results: Results): string =>
  `${JSON.stringify(results, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value), 2)}\n`

/** Saves results in the place of earlier ones of the same benchmarks. */
export const keepResults = (root: string, results: Results): void =>
  writeFileSync(keptIn(root), jsonOf({ ...kept(root), ...results }))

/** How many times the row's value the subject's is; null where one is missing or the row's is zero. */
export function ratioOf({ subject, rows }: Comparison, row: Row, measure: string): number | null {
  const [own, other] = [rows.find(({ name }) => name === subject)?.values[measure], row.values[measure]]
  return own == null || !other || row.name === subject ? null : own / other
}

export const shown = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

function cell(comparison: Comparison, row: Row, { name, digits }: Measure): string {
  const [value, ratio] = [row.values[name], ratioOf(comparison, row, name)]
  if (value == null) return '–'
  return shown(value, digits) + (ratio === null ? '' : ` (${shown(ratio, 2)})`)
}

/** The name of a row, marked where its values are the least that it can take. */
export const rowLabel = ({ name, isFloor }: Row): string => (isFloor ? `${name} *` : name)

/** The cells of a comparison's table, the first line its head; a line per measure where there are more measures. */
export function cellsOf(comparison: Comparison): readonly (readonly string[])[] {
  const { title, measures, rows } = comparison
  const lines = [
    [title, ...measures.map(({ label }) => label)],
    ...rows.map((row) => [rowLabel(row), ...measures.map((measure) => cell(comparison, row, measure))]),
  ]
  return measures.length > rows.length ? lines[0]!.map((_, at) => lines.map((line) => line[at]!)) : lines
}

/** The caption of a comparison's table. */
export const captionOf = ({ subject, rows }: Comparison): string =>
  `In parentheses: ${subject}, divided by it.${rows.some(({ isFloor }) => isFloor) ? ' * its frames are stubs, so that its values are a floor.' : ''}`

/** The file of a measure's chart, under docs/images. */
export const chartFile = (name: BenchmarkName, measure: string): string => `bench-${name}-${measure}.svg`

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function markdownTable(comparison: Comparison): string {
  const [head, ...lines] = cellsOf(comparison)
  return [head!, head!.map(() => '---'), ...lines].map(markdownLine).join('\n')
}

const pictures = (name: BenchmarkName, { measures }: Comparison): readonly string[] =>
  measures.flatMap(({ name: measure, chart }) =>
    chart === undefined ? [] : `![${chart}](../images/${chartFile(name, measure)})`,
  )

const NOT_MEASURED = '_Not measured yet._'

/** The results of a benchmark in docs/development/benchmarks.md. */
export function benchmarkText(root: string, name: BenchmarkName): string {
  const result = kept(root)[name]
  if (!result) return NOT_MEASURED
  const { date, conditions, comparisons } = result
  return [
    `Measured on ${date}: ${conditions.join(', ')}.`,
    ...comparisons.flatMap((one) => [markdownTable(one), captionOf(one), ...pictures(name, one)]),
  ].join('\n\n')
}
