import { array, asyncProperty, check, integer } from 'fast-check'
import type { Mutant } from './mutants/variant.ts'
import { lifetimeOf, type Plan } from './plan.ts'
import type { Stack, Verdict } from './stack.ts'

type Simplify = (plan: Plan) => Plan

const without =
  (...names: readonly (keyof Plan)[]): Simplify =>
  (plan) =>
    Object.fromEntries(Object.entries(plan).filter(([name]) => !names.includes(name as keyof Plan))) as unknown as Plan

/** Properties of a plan that the failure may not need. */
const simpler: readonly Simplify[] = [
  without('storeDown'),
  without('storeForgets'),
  without('clockJump'),
  without('clockStep'),
  without('gatewayAhead'),
  without('forgedAt'),
  (plan) => ({ ...plan, isChanged: false }),
  (plan) => ({ ...plan, isTwoPhase: false }),
  (plan) => ({ ...plan, isKept: false }),
  (plan) => ({ ...plan, proxies: 1 }),
  (plan) => ({ ...plan, tabs: plan.tabs.slice(0, 1) }),
  (plan) => ({ ...plan, tabs: plan.tabs.slice(0, 2) }),
  (plan) => ({ ...plan, tabs: plan.tabs.map(({ reloadedAfter: _, ...tab }) => tab) }),
  (plan) => ({ ...plan, tabs: plan.tabs.map(({ closedAfter: _, ...tab }) => tab) }),
  (plan) => ({ ...plan, cards: ['plain', 'plain', 'plain'] }),
]

/** The smallest variant of a failing scenario that still fails. */
export async function shrunk(stack: Stack, failing: Verdict, mutant?: Mutant): Promise<Verdict> {
  const { plan, struck } = failing
  const repeated = async (faults: readonly number[], kept: readonly number[]): Promise<Verdict> => {
    const simple = simpler.reduce((one, simplify, at) => (kept.includes(at) ? one : simplify(one)), plan)
    const given = struck.filter((_, at) => faults.includes(at))
    return stack.play(simple, { given, trace: true, ...(mutant && { mutant }) })
  }
  let least: Verdict = await repeated(all(struck), all(simpler))
  const holds = async (faults: readonly number[], kept: readonly number[]): Promise<boolean> => {
    const verdict = await repeated(faults, kept)
    if (verdict.violations.length) least = verdict
    return verdict.violations.length === 0
  }
  await check(asyncProperty(someOf(struck), someOf(simpler), holds), {
    examples: [[all(struck), all(simpler)]],
    numRuns: 1,
  })
  return least
}

const all = (list: readonly unknown[]): number[] => list.map((_, at) => at)

const someOf = (list: readonly unknown[]) =>
  array(integer({ min: 0, max: Math.max(0, list.length - 1) }), { maxLength: list.length })

/** A scenario as text: the payment, the broken rules, and the events. */
export function story({ plan, struck, violations, trace }: Verdict): string {
  const { seed, gateway, method, proxies, tabs, cards, isTwoPhase } = plan
  return [
    `seed ${seed}: ${method} (${cards.join(', ')}), ${gateway} gateway, ${proxies === 1 ? 'one proxy' : 'two proxies'}, ` +
      `${tabs.length === 1 ? 'one tab' : `${tabs.length} tabs`}, ${isTwoPhase ? 'two-phase, ' : ''}order lives ${lifetimeOf(plan)} s`,
    ...violations.map((text) => `broken: ${text}`),
    ...struck.map(({ key, fault }) => `fault: ${key}: ${fault}`),
    ...trace,
  ].join('\n')
}
