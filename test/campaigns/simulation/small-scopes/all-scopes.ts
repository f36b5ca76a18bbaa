import type { Mutant } from '../mutants/variant.ts'
import type { Stack } from '../stack.ts'
import { explore, type Exploration, type ScopeTotals } from './explore.ts'
import { scopes, smallest, type Scope } from './scopes.ts'

/** How much of each scope was played. */
export interface Explored {
  readonly scopes: readonly ScopeTotals[]
}

/** Plays all scopes, or the named ones; ends with the scope in which `broken` returned `false`. */
export async function exploreAll(
  stack: Stack,
  { broken, progress, ...exploration }: Exploration & { readonly of?: readonly Scope[] },
): Promise<Explored> {
  const done: ScopeTotals[] = []
  let isOver = false
  for (const scope of exploration.of ?? scopes) {
    if (isOver) break
    const totals = await explore(stack, scope, {
      ...exploration,
      ...(progress && { progress: (soFar: ScopeTotals) => progress(soFar) }),
      async broken(verdict, start) {
        isOver = (await broken?.(verdict, start)) === false
        return !isOver
      },
    })
    done.push(totals)
  }
  return { scopes: done }
}

/** The scope in which a mutant is caught, if it is in one of the smallest. */
export async function caughtIn(stack: Stack, mutant: Mutant, of = smallest): Promise<string | undefined> {
  const { scopes: explored } = await exploreAll(stack, { mutant, of, broken: async () => false })
  return explored.find(({ violations }) => violations)?.name
}

/** The totals of several parts. */
export function joined(parts: readonly Explored[]): Explored {
  const byName = new Map<string, ScopeTotals>()
  for (const totals of parts.flatMap(({ scopes: those }) => those)) {
    const there = byName.get(totals.name)
    byName.set(totals.name, there ? sum(there, totals) : totals)
  }
  return { scopes: [...byName.values()] }
}

const sum = (one: ScopeTotals, other: ScopeTotals): ScopeTotals => ({
  name: one.name,
  starts: one.starts + other.starts,
  played: one.played + other.played,
  equal: one.equal + other.equal,
  spared: one.spared + other.spared,
  violations: one.violations + other.violations,
  took: one.took + other.took,
})

const nothing: ScopeTotals = { name: 'all', starts: 0, played: 0, equal: 0, spared: 0, violations: 0, took: 0 }

export const totalOf = ({ scopes: those }: Explored): ScopeTotals => ({ ...those.reduce(sum, nothing), name: 'all' })

/** A line on a scope. */
export const lineOf = ({ name, starts, played, equal, spared, violations, took }: ScopeTotals): string =>
  `${name}: ${starts} ${starts === 1 ? 'start' : 'starts'}, ${played} scenarios played, ${equal} of them equal to another, ` +
  `${spared} not played as equal, ${violations} violations, ${(took / 1000).toFixed(1)} s`
