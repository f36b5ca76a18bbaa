import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Totals } from './campaign.ts'

const script = new URL('../../../scripts/simulate.mjs', import.meta.url).pathname

export interface Running<T> {
  readonly report: (line: string) => void
  /** As in `nice`: how far other processes go before. */
  readonly priority?: number | undefined
  /** Called with what each process has played so far, when one of them reports it. */
  readonly progress?: ((soFar: readonly T[]) => void) | undefined
}

/** Runs the command once for each list of arguments, side by side; resolves to what each has played. */
export async function runAll<T>(
  runs: readonly (readonly string[])[],
  { report, priority = 0, progress }: Running<T>,
): Promise<readonly T[]> {
  const latest = new Map<number, T>()
  const children = runs.map((args) =>
    spawn(process.execPath, [script, '--json', '--cores', '1', ...args], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await Promise.all(
    children.map(async (child, at) => {
      if (priority && child.pid !== undefined) setPriority(child.pid, priority)
      for await (const line of createInterface({ input: child.stdout }))
        if (!line.startsWith('{')) report(line)
        else {
          latest.set(at, JSON.parse(line) as T)
          progress?.([...latest.values()])
        }
      const status = await ended(child)
      if (status > 1 || !latest.has(at)) throw new Error(`A process that simulates ended with ${status}`)
    }),
  )
  return [...latest.values()]
}

/** The status with which a process ended, or −1 for a signal; 1 means that it found a broken rule. */
const ended = async (child: ChildProcess): Promise<number> => {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
  return child.exitCode ?? -1
}

export interface Shares extends Running<Totals> {
  readonly first?: number
  readonly scenarios: number
  readonly cores: number
  /** Options that every share has. */
  readonly args?: readonly string[]
}

/** Plays the seeds from `first` on, a share on each core; the time is the sum of all cores. */
export async function playShares({ first = 1, scenarios, cores, args = [], ...running }: Shares): Promise<Totals> {
  const shares = Math.min(cores, scenarios)
  const begin = (share: number): number => first + Math.floor((share * scenarios) / shares)
  const runs = Array.from({ length: shares }, (_, share) => [
    ...args,
    '--seed',
    String(begin(share)),
    '--scenarios',
    String(begin(share + 1) - begin(share)),
  ])
  return sumOf(await runAll(runs, running))
}

export const sumOf = (all: readonly Totals[]): Totals => all.reduce(sum)

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
