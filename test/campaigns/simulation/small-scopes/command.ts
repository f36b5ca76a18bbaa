import { mutantOf, throttled, partOf, type Values } from '../arguments.ts'
import { runAll } from '../shares.ts'
import { story } from '../shrink.ts'
import { openStack, type Stack, type Verdict } from '../stack.ts'
import { exploreAll, joined, lineOf, totalOf, type Explored } from './all-scopes.ts'
import type { ScopeTotals } from './explore.ts'
import type { Start } from './starts.ts'

type Report = (line: string) => void

/** Plays all small scopes; resolves to 1 when a rule was broken. */
export async function exploreScopes(values: Values, report: Report): Promise<number> {
  const begun = performance.now()
  const isHere = values.mutant !== undefined || values.trace || values.cores === '1' || values.part !== '1/1'
  const explored = await (isHere ? exploreHere(values, report) : exploreOnCores(Number(values.cores), { report }))
  if (values.json) report(JSON.stringify(explored))
  else reportAll(explored, performance.now() - begun, report)
  return totalOf(explored).violations ? 1 : 0
}

function reportAll(explored: Explored, ms: number, report: Report): void {
  for (const totals of explored.scopes) report(lineOf(totals))
  const { played, equal, spared, violations, took } = totalOf(explored)
  const seconds = (time: number): string => `${(time / 1000).toFixed(0)} s`
  report(
    `${played + spared} scenarios, ${played} played, ${spared} equal to one of them, ${equal} not continued as equal, ` +
      `${violations} violations, ${seconds(ms)} (${seconds(took)} of CPU time), ` +
      `${Math.round((played * 1000) / took)} scenarios/s and core`,
  )
}

/** Failing scenarios that are printed in full. */
const STORIES = 3

async function exploreHere(values: Values, report: Report): Promise<Explored> {
  const mutant = mutantOf(values)
  const stack = await openStack()
  let broken = 0
  const explored = await exploreAll(stack, {
    ...partOf(values),
    ...(mutant && { mutant }),
    async broken(verdict, start) {
      if (++broken <= STORIES) report(`${story(await traced(stack, verdict, start, values))}\n`)
      return !mutant
    },
    progress: throttled(values, (soFar: ScopeTotals) => {
      if (!values.json) report(`so far: ${lineOf(soFar)}`)
    }),
  })
  stack.close()
  return explored
}

/** The same scenario with all of its events. */
function traced(stack: Stack, { struck, plan }: Verdict, { servedBy }: Start, values: Values): Promise<Verdict> {
  const mutant = mutantOf(values)
  return stack.play(plan, { given: struck, trace: true, small: { servedBy }, ...(mutant && { mutant }) })
}

/** Plays a part on each core. */
export async function exploreOnCores(
  cores: number,
  { report, priority }: { readonly report: Report; readonly priority?: number },
): Promise<Explored> {
  const parts = Array.from({ length: cores }, (_, at) => ['--exhaustive', '--part', `${at + 1}/${cores}`])
  return joined(await runAll<Explored>(parts, { report, priority }))
}
