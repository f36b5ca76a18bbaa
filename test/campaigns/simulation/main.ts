import { help, mutantOf, throttled, valuesOf, wrongIn, type Values } from './arguments.ts'
import { campaign, summary, type Campaign, type Totals } from './campaign.ts'
import { playShares, sumOf } from './shares.ts'
import { shrunk, story } from './shrink.ts'
import { exploreScopes } from './small-scopes/command.ts'
import { openStack } from './stack.ts'

/** Failing scenarios that are printed in full; of the others, only the first line. */
const STORIES = 3

type Report = (line: string) => void

/** Plays as the options say (`--help`). Resolves to 1 when a rule was broken, and to 2 when the options are wrong. */
export async function main(args: readonly string[], report: Report): Promise<number> {
  const values = valuesOf(args)
  const wrong = wrongIn(values)
  if (values.help || wrong) {
    report(wrong ?? help)
    return wrong ? 2 : 0
  }
  if (values.exhaustive) return exploreScopes(values, report)
  const isHere = values.trace || values.mutant !== undefined || values.cores === '1' || values.scenarios === '1'
  const totals = await (isHere ? playHere(values, report) : playOnCores(values, report))
  report(values.json ? JSON.stringify(totals) : summary(totals))
  return totals.violations ? 1 : 0
}

async function playHere(values: Values, report: Report): Promise<Totals> {
  const mutant = mutantOf(values)
  const gateway = values.hostile ? 'hostile' : values.spec ? 'spec' : undefined
  const stack = await openStack()
  let broken = 0
  const request: Campaign = {
    first: Number(values.seed),
    count: Number(values.scenarios),
    trace: values.trace,
    ...(gateway && { gateway }),
    ...(mutant && { mutant }),
    played: ({ trace }) => values.trace && report(trace.join('\n')),
    async broken(verdict) {
      if (++broken > STORIES) report(`seed ${verdict.plan.seed} (${verdict.plan.gateway}): ${verdict.violations[0]}`)
      else report(`${story(await shrunk(stack, verdict, mutant))}\n`)
      return !mutant
    },
    progress: throttled(values, (soFar: () => Totals) =>
      report(values.json ? JSON.stringify(soFar()) : `so far: ${summary(soFar())}`),
    ),
  }
  const totals = await campaign(stack, request)
  stack.close()
  return totals
}

const playOnCores = (values: Values, report: Report): Promise<Totals> =>
  playShares({
    first: Number(values.seed),
    scenarios: Number(values.scenarios),
    cores: Number(values.cores),
    args: [...(values.hostile ? ['--hostile'] : []), ...(values.spec ? ['--spec'] : [])],
    report,
    progress: throttled(values, (soFar) => {
      if (!values.json) report(`so far: ${summary(sumOf(soFar))}`)
    }),
  })
