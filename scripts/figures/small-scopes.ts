import { availableParallelism } from 'node:os'
import { mutants } from '../../test/campaigns/simulation/mutants/mutants.ts'
import {
  caughtIn,
  exploreAll,
  totalOf,
  type Explored,
} from '../../test/campaigns/simulation/small-scopes/all-scopes.ts'
import { exploreOnCores } from '../../test/campaigns/simulation/small-scopes/command.ts'
import { openStack } from '../../test/campaigns/simulation/stack.ts'
import type { Figure, Measure } from '../../test/support/figure.ts'

/** The small measure plays one part of so many. */
const PARTS = 400

/** Every scenario of the small scopes on all cores, and each known-bad variant of the payment logic in the smallest. */
export const measure: Measure = async (budget, report) => {
  const stack = await openStack()
  try {
    if (budget === 'small') return [scopesFigure(await exploreAll(stack, { part: 1, parts: PARTS }))]
    const explored = await exploreOnCores(availableParallelism(), { report })
    const missed: string[] = []
    for (const [name, mutant] of Object.entries(mutants)) {
      const scope = await caughtIn(stack, mutant)
      report(`small-scopes: ${name}: ${scope === undefined ? 'not caught' : `caught in: ${scope}`}`)
      if (scope === undefined) missed.push(name)
    }
    return [scopesFigure(explored), mutantsFigure(missed)]
  } finally {
    stack.close()
  }
}

function scopesFigure(explored: Explored): Figure {
  const { played, spared, equal, violations, took } = totalOf(explored)
  const [of, all] = [explored.scopes.length, played + spared]
  return {
    name: 'small scopes played in full: two tabs, two proxies, up to two faults; scenarios that broke any rule',
    target: '0',
    measured:
      `${violations} of ${all} in ${of} scopes (${played} played, ${spared} equal to one of them, ` +
      `${equal} not continued as equal; ${(took / 60_000).toFixed(0)} min of CPU time)`,
    isMet: violations === 0 && all > 0,
  }
}

function mutantsFigure(missed: readonly string[]): Figure {
  const all = Object.keys(mutants).length
  return {
    name: 'bad variants of the payment logic caught in the small scopes',
    target: `${all} of ${all}`,
    measured: `${all - missed.length} of ${all}${missed.length ? `; not ${missed.join(', ')}` : ''}`,
    isMet: missed.length === 0,
  }
}
