import type { Mutant } from '../mutants/variant.ts'
import type { Plan } from '../plan.ts'
import type { Stack, Verdict } from '../stack.ts'
import type { Scope, Serving } from './scopes.ts'

/** What is fixed before any fault: when the tabs open, and which process serves each request. */
export interface Start {
  readonly plan: Plan
  readonly servedBy: (request: number) => number
}

/** Milliseconds between two times at which the second tab opens; transport takes twice as long. */
const STEP = 2.5

/** Milliseconds after which the first tab has paid. */
const LATEST = 1700

/** The most requests whose process is chosen one by one; the first process serves the rest. */
const MOST_CHOSEN = 10

/** All starts of a scope. */
export async function startsOf(stack: Stack, scope: Scope, mutant?: Mutant): Promise<readonly Start[]> {
  const plans = await plansOf(stack, scope, mutant)
  const all: Start[] = []
  for (const plan of plans) {
    const servings = scope.served === 'every choice' ? await everyServing(stack, plan) : scope.served
    for (const serving of servings) all.push({ plan, servedBy: repeated(serving) })
  }
  return all
}

const repeated =
  (serving: Serving) =>
  (request: number): number =>
    serving[request % serving.length]!

async function plansOf(stack: Stack, { plan, second }: Scope, mutant?: Mutant): Promise<readonly Plan[]> {
  if (!second) return [plan]
  if (second !== 'every order') return second.map((ms) => withSecond(plan, ms))
  const orders = new Map<string, Plan>()
  for (let ms = 0; ms <= LATEST; ms += STEP) {
    const one = withSecond(plan, ms)
    const order = orderIn(await played(stack, one, mutant))
    if (!orders.has(order)) orders.set(order, one)
  }
  return [...orders.values()]
}

const played = (stack: Stack, plan: Plan, mutant?: Mutant): Promise<Verdict> =>
  stack.play(plan, { given: [], trace: true, small: { servedBy: () => 0 }, ...(mutant && { mutant }) })

/** The first tab twice, the second time later. */
const withSecond = (plan: Plan, ms: number): Plan => ({
  ...plan,
  tabs: [...plan.tabs, { ...plan.tabs[0]!, opensAt: ms / 1000 }],
})

const TIME = 9

/** The events without their times. */
const orderIn = ({ trace }: Verdict): string => trace.map((line) => line.slice(TIME)).join('\n')

/** All choices of two processes, of which the first serves the first request: they are alike. */
async function everyServing(stack: Stack, plan: Plan): Promise<readonly Serving[]> {
  const { requests } = await played(stack, plan)
  const chosen = Math.min(requests, MOST_CHOSEN)
  return Array.from({ length: 2 ** (chosen - 1) }, (_, bits) => [
    0,
    ...Array.from({ length: chosen - 1 }, (__, at) => (bits >> at) & 1),
    ...Array.from({ length: REST }, () => 0),
  ])
}

/** Longer than any number of requests. */
const REST = 1000
