import { parseArgs } from 'node:util'
import { campaign, summary, type Campaign } from './campaign.ts'
import { mutants } from './mutants.ts'
import { shrunk, story } from './shrink.ts'
import { openStack } from './stack.ts'

const options = {
  scenarios: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  trace: { type: 'boolean', default: false },
  hostile: { type: 'boolean', default: false },
  spec: { type: 'boolean', default: false },
  mutant: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

const counts = ['scenarios', 'seed'] as const

const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

/** Failing scenarios that are printed in full; of the others, only the first line. */
const STORIES = 3

/**
 * `--scenarios N --seed S` plays N scenarios from seed S on, with a hostile gateway and one as specified in turn, or
 * only with one of them (`--hostile`, `--spec`); `--trace` prints all events, `--mutant NAME` plays a known-bad
 * variant, `--json` makes the last line machine-readable. Resolves to 1 when a rule was broken, and to 2 when the
 * arguments are wrong.
 */
export async function main(args: readonly string[], report: (line: string) => void): Promise<number> {
  const { values } = parseArgs({ args: [...args], options })
  const wrong = counts.find((name) => !isCount(values[name]))
  if (wrong) {
    report(`--${wrong} ${values[wrong]} must be a whole number from 1 on.`)
    return 2
  }
  const mutant = values.mutant === undefined ? undefined : mutants[values.mutant]
  if (values.mutant !== undefined && !mutant) {
    report(`There is no mutant ${values.mutant}; there are ${Object.keys(mutants).join(', ')}.`)
    return 2
  }
  const gateway = values.hostile ? 'hostile' : values.spec ? 'spec' : undefined
  const stack = await openStack()
  let result = 0
  const request: Campaign = {
    first: Number(values.seed),
    count: Number(values.scenarios),
    trace: values.trace,
    ...(gateway && { gateway }),
    ...(mutant && { mutant }),
    played: ({ trace }) => values.trace && report(trace.join('\n')),
    async broken(verdict) {
      if (++result > STORIES) report(`seed ${verdict.plan.seed} (${verdict.plan.gateway}): ${verdict.violations[0]}`)
      else report(`${story(await shrunk(stack, verdict, mutant))}\n`)
      return !mutant
    },
  }
  const totals = await campaign(stack, request)
  stack.close()
  report(values.json ? JSON.stringify(totals) : summary(totals))
  return totals.violations ? 1 : 0
}
