import { execFile } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Totals } from './campaign.ts'

const run = promisify(execFile)
const script = new URL('../../../scripts/simulate.mjs', import.meta.url).pathname

export interface Shares {
  readonly scenarios: number
  readonly report: (line: string) => void
  /** As in `nice`: how far other processes go before. */
  readonly priority?: number
}

/** Plays the seeds from 1 on, a share on each core; the time is the sum of all cores. */
export async function playShares({ scenarios, report, priority = 0 }: Shares): Promise<Totals> {
  const cores = availableParallelism()
  const share = Math.ceil(scenarios / cores)
  const firsts = Array.from({ length: cores }, (_, at) => 1 + at * share)
  const all = await Promise.all(
    firsts.map((first) => playShare(first, Math.min(share, scenarios + 1 - first), { report, priority })),
  )
  return all.reduce(sum)
}

/** A run that found a broken rule exits with 1, and has printed its totals all the same. */
async function playShare(first: number, count: number, { report, priority }: Omit<Required<Shares>, 'scenarios'>) {
  const args = [script, '--json', '--seed', String(first), '--scenarios', String(count)]
  const running = run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  if (priority && running.child.pid !== undefined) setPriority(running.child.pid, priority)
  const { stdout } = await running.catch((error: unknown) => error as { stdout: string })
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines.slice(0, -1)) report(line)
  return JSON.parse(lines.at(-1)!) as Totals
}

const sum = (one: Totals, other: Totals): Totals => ({
  scenarios: one.scenarios + other.scenarios,
  violations: one.violations + other.violations,
  byRule: Object.fromEntries(
    [...Object.keys(one.byRule), ...Object.keys(other.byRule)].map((rule) => [
      rule,
      (one.byRule[rule] ?? 0) + (other.byRule[rule] ?? 0),
    ]),
  ),
  faults: one.faults + other.faults,
  kills: one.kills + other.kills,
  charges: one.charges + other.charges,
  screens: one.screens + other.screens,
  excused: one.excused + other.excused,
  lasted: one.lasted + other.lasted,
  took: one.took + other.took,
})
