import type { Mutant } from './mutants/variant.ts'
import { planOf, type Plan } from './plan.ts'
import type { Stack, Verdict } from './stack.ts'

/** The result of many scenarios. */
export interface Totals {
  readonly scenarios: number
  readonly violations: number
  /** Scenarios by the rule that they broke. */
  readonly byRule: Readonly<Record<string, number>>
  readonly faults: number
  readonly kills: number
  readonly charges: number
  /** Screens that were compared with the gateway. */
  readonly screens: number
  /** Screens that differed but could not know better: with an expired ticket, or without a read since. */
  readonly excused: number
  /** Simulated milliseconds. */
  readonly lasted: number
  /** CPU time, milliseconds. */
  readonly took: number
}

export interface Campaign {
  readonly first: number
  readonly count: number
  /** Both kinds in turn when absent. */
  readonly gateway?: Plan['gateway']
  readonly mutant?: Mutant
  /** Called for each scenario that broke a rule; `false` ends the campaign. */
  readonly broken?: (verdict: Verdict) => boolean | void | Promise<boolean | void>
  readonly played?: (verdict: Verdict) => void
  /** Called after each scenario, with what returns the totals until then: reading the CPU time takes a while. */
  readonly progress?: (soFar: () => Totals) => void
  readonly trace?: boolean
}

export const planFor = (seed: number, { gateway, mutant }: Pick<Campaign, 'gateway' | 'mutant'>): Plan => ({
  ...planOf(seed, gateway ?? (seed % 2 ? 'hostile' : 'spec')),
  ...mutant?.favoured,
})

/** Plays one scenario per seed. */
export async function campaign(stack: Stack, request: Campaign): Promise<Totals> {
  const { first, count, mutant, broken, played, progress, trace = false } = request
  const byRule: Record<string, number> = {}
  const sums = { scenarios: 0, violations: 0, faults: 0, kills: 0, charges: 0, screens: 0, excused: 0, lasted: 0 }
  const before = process.cpuUsage()
  const soFar = (): Totals => {
    const { user, system } = process.cpuUsage(before)
    return { ...sums, byRule, took: (user + system) / 1000 }
  }
  for (let seed = first; seed < first + count; seed++) {
    const verdict = await stack.play(planFor(seed, request), { trace, ...(mutant && { mutant }) })
    sums.scenarios += 1
    sums.faults += verdict.struck.length
    sums.kills += verdict.kills
    sums.charges += verdict.charges
    sums.screens += verdict.screens
    sums.excused += verdict.excused
    sums.lasted += verdict.lasted
    played?.(verdict)
    progress?.(soFar)
    if (!verdict.violations.length) continue
    sums.violations += 1
    for (const rule of new Set(verdict.violations.map((text) => text.slice(0, 2))))
      byRule[rule] = (byRule[rule] ?? 0) + 1
    if ((await broken?.(verdict)) === false) break
  }
  return soFar()
}

/** The last line of a run. */
export const summary = ({ scenarios, violations, faults, kills, screens, excused, lasted, took }: Totals): string =>
  `${scenarios} scenarios, ${violations} violations, ${faults} faults, ${kills} kills, ` +
  `${screens} screens checked and ${excused} excused, ` +
  `${(lasted / 3_600_000).toFixed(1)} simulated hours, ${Math.round((scenarios * 1000) / took)} scenarios/s and core`
