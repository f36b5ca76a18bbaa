import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { mutants } from './mutants/mutants.ts'
import type { Mutant } from './mutants/variant.ts'

const options = {
  scenarios: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  cores: { type: 'string', default: String(availableParallelism()) },
  trace: { type: 'boolean', default: false },
  hostile: { type: 'boolean', default: false },
  spec: { type: 'boolean', default: false },
  mutant: { type: 'string' },
  exhaustive: { type: 'boolean', default: false },
  part: { type: 'string', default: '1/1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export const help = `npm run simulate -- [options]
  --scenarios N      how many payments, each with a seed of its own (1000)
  --seed S           the first seed (1)
  --hostile, --spec  only a gateway that charges every request, or only one as specified, instead of both in turn
  --exhaustive       plays small scopes in full, instead of drawn seeds
  --part K/N         with --exhaustive: only one part of so many
  --mutant NAME      plays a known-bad variant, until a rule is broken
  --trace            prints all events
  --cores N          processes, each with a share (all cores; 1 with --trace, --mutant and --part)
  --json             prints the totals as JSON: on the way, and as the last line`

/** The options of the command, as they were given. */
export const valuesOf = (args: readonly string[]) => parseArgs({ args: [...args], options }).values

export type Values = ReturnType<typeof valuesOf>

const counts = ['scenarios', 'seed', 'cores'] as const

const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

/** Why the options cannot be run; `undefined` when they can. */
export function wrongIn(values: Values): string | undefined {
  const wrong = counts.find((name) => !isCount(values[name]))
  if (wrong) return `--${wrong} ${values[wrong]} must be a whole number from 1 on.`
  const { part, parts } = partOf(values)
  if (!(part >= 0 && part < parts)) return `--part ${values.part} must be one of several, such as 1/2.`
  if (values.mutant !== undefined && !mutants[values.mutant])
    return `There is no mutant ${values.mutant}; there are ${Object.keys(mutants).join(', ')}.`
  return undefined
}

/** The part of a scope, from 0 on, and the number of parts. */
export function partOf({ part }: Pick<Values, 'part'>): { readonly part: number; readonly parts: number } {
  const [, at, of] = /^(\d+)\/(\d+)$/.exec(part) ?? []
  return { part: Number(at) - 1, parts: Number(of) }
}

export const mutantOf = ({ mutant }: Pick<Values, 'mutant'>): Mutant | undefined =>
  mutant === undefined ? undefined : mutants[mutant]

/** Milliseconds between two reports on the progress, to a person and to another process. */
const [RARELY, OFTEN] = [30_000, 5000]

/** Calls `report` now and then. */
export function throttled<T>({ json }: Pick<Values, 'json'>, report: (soFar: T) => void): (soFar: T) => void {
  let last = performance.now()
  return (soFar) => {
    const now = performance.now()
    if (now - last < (json ? OFTEN : RARELY)) return
    last = now
    report(soFar)
  }
}
